import Glibc
import SystemBase

extension TakeStore {
  package struct Recovered: Sendable {
    package var takes: [Take] = []
    /// Journals and takes that could not be read; the journals are kept.
    package var problems: [FileError] = []
  }

  /// Completes takes by the journals that are not being written, and removes what killed imports left.
  package func recover() -> Recovered {
    FileBytes.removeLeftovers(in: folder, prefix: TakeStore.importPrefix)
    var recovered = Recovered()
    for name in names(ending: ".journal") {
      let path = folder.appending(name)
      do throws(FileError) {
        if let take = try recover(path, &recovered.problems) { recovered.takes.append(take) }
      } catch {
        recovered.problems.append(error)
      }
    }
    return recovered
  }

  private func recover(_ path: FilePath, _ problems: inout [FileError]) throws(FileError) -> Take? {
    // Held to the end: of two programs that start together one recovers.
    let lock = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
    if lock < 0 && errno == ENOENT { return nil }
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    let bytes = try FileBytes.read(path, limit: TakeFile.largest)
    guard let recovery = JournalRecovery(bytes) else {
      // Cut off before its first record was on the disk: nothing is lost.
      if bytes.count <= JournalCoder.signature.count {
        FileBytes.remove(path)
      } else {
        throw FileError(.damaged, path.shown, detail: "the journal does not begin with a take")
      }
      return nil
    }
    let (before, take) = try FolderLock.hold(folder) { () throws(FileError) in
      try complete(by: recovery, &problems)
    }
    FileBytes.remove(path)
    let isLonger =
      take.hitCount > before.hitCount || take.pointCount > before.pointCount
      || take.layers.count > before.layers.count
    return isLonger ? take : nil
  }

  /// Adds to a saved take what a journal has besides, and saves it.
  private func complete(
    by recovery: JournalRecovery, _ problems: inout [FileError]
  ) throws(FileError) -> (before: Take, after: Take) {
    let before = saved(recovery.begun, &problems) ?? recovery.begun
    var take = before
    recovery.complete(&take)
    if take != before {
      take.modified = Timestamp.now
      try save(take)
    }
    return (before, take)
  }

  /// Returns the saved take; nil if there is none or its file is damaged.
  private func saved(_ begun: Take, _ problems: inout [FileError]) -> Take? {
    let found = takes(of: begun.track?.key)
    if let take = found.takes.first(where: { $0.take.id == begun.id }) { return take.take }
    problems += found.problems.filter { $0.subject.contains(begun.id) }
    return nil
  }
}

import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

/// What cannot be saved is tried again until it is saved.
@Suite struct FileSaverTests {
  /// A disk whose fsync(2) fails while it is full, or waits until it is released.
  private final class Disk: Sendable {
    let isFull: Mutex<Bool>
    let began = WakeSignal()
    let release: WakeSignal?

    init(isFull: Bool = false, stalls: Bool = false) {
      self.isFull = Mutex(isFull)
      release = stalls ? WakeSignal() : nil
    }

    func sync(_ descriptor: Int32) -> Int32 {
      began.wake()
      release?.wait(milliseconds: nil)
      guard isFull.withLock({ $0 }) else { return 0 }
      errno = ENOSPC
      return -1
    }
  }

  private let folder: TemporaryFolder
  private let events = Mailbox<FileSaver.Event>()
  private var path: FilePath { folder.file("state/session.json") }
  private var full: FileError { FileError(errno: ENOSPC, path.shown, call: "fsync", writing: true) }

  init() throws { folder = try TemporaryFolder() }

  private func saver(_ disk: Disk, pauses: [Double] = [1000]) -> FileSaver {
    FileSaver(name: "test", pauses: pauses, sync: disk.sync) { [events] in events.post($0) }
  }

  private func content(_ path: FilePath) throws -> String {
    String(decoding: try FileBytes.read(path, limit: 100), as: UTF8.self)
  }

  private func nextEvents(_ count: Int) -> [FileSaver.Event] {
    var found: [FileSaver.Event] = []
    while found.count < count { found += events.receive() }
    return found
  }

  @Test func lastOfSeveralContentsOfAFileIsSaved() throws {
    let saver = saver(Disk())
    for number in 1...3 { saver.replace(path) { Array("\(number)".utf8) } }
    saver.stop()
    #expect(try content(path) == "3" && saver.failures.isEmpty)
  }

  @Test func savedOrEditedFileThatIsALinkStaysALink() throws {
    let target = try folder.write("old", to: "keys")
    try FileBytes.makeFolder(path.directory)
    try #require(symlink("../keys", path.shown) == 0)
    let saver = saver(Disk())
    saver.edit(path) { $0 += Array(" new".utf8) }
    saver.stop()
    #expect(try content(target) == "old new")
    var status = stat()
    #expect(lstat(path.shown, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func retriedSaveThatSucceedsWithdrawsTheErrorMessage() throws {
    let disk = Disk(isFull: true)
    let saver = saver(disk, pauses: [0.001])
    saver.replace(path) { [1] }
    #expect(nextEvents(1) == [.failed(full)])
    #expect(!path.exists)
    disk.isFull.withLock { $0 = false }
    #expect(nextEvents(1) == [.saved(after: full)])
    #expect(try FileBytes.read(path, limit: 10) == [1])
    saver.stop()
    #expect(saver.failures.isEmpty)
  }

  @Test func failedSaveIsTriedAgainAtTheEnd() throws {
    let disk = Disk(isFull: true)
    let saver = saver(disk)
    saver.replace(path) { [1] }
    #expect(nextEvents(1) == [.failed(full)])
    disk.isFull.withLock { $0 = false }
    saver.stop()
    #expect(try FileBytes.read(path, limit: 10) == [1])
    #expect(nextEvents(1) == [.saved(after: full)])
    #expect(saver.failure(of: path) == nil)
  }

  @Test func saveThatFailsToTheEndIsReportedOnceAndKeepsTheFormerContent() throws {
    try FileBytes.makeFolder(path.directory)
    try FileBytes.write([1], to: path)
    let saver = saver(Disk(isFull: true), pauses: [0.001])
    saver.replace(path) { [2] }
    #expect(nextEvents(1) == [.failed(full)])
    saver.replace(path) { [3] }
    saver.stop()
    #expect(saver.failure(of: path) == full && saver.failures == [full])
    #expect(try FileBytes.read(path, limit: 10) == [1])
    #expect(try FolderReader(path.directory).names().count == 1, "no temporary file is left")
    events.post(.failed(FileError(.empty, "")))
    #expect(events.receive().count == 1)
  }

  @Test func failedEditsAreAppliedInOrderToTheLaterContent() throws {
    let disk = Disk(isFull: true)
    let saver = saver(disk)
    saver.edit(path) { $0 += Array("a".utf8) }
    #expect(nextEvents(1) == [.failed(full)])
    try FileBytes.write(Array("x".utf8), to: path)
    saver.edit(path) { $0 += Array("b".utf8) }
    disk.isFull.withLock { $0 = false }
    saver.stop()
    #expect(try content(path) == "xab")
  }

  @Test func editThatIsAwaitedTellsEachTimeWhyItFailsAndThenThatItIsWritten() throws {
    let disk = Disk(isFull: true)
    let saver = saver(disk)
    let completed = Mailbox<FileError?>()
    for _ in 0..<2 {
      saver.edit(path, completion: { completed.post($0) }, { $0 += Array("a".utf8) })
      #expect(completed.receive() == [full] && nextEvents(1) == [.failed(full)])
    }
    disk.isFull.withLock { $0 = false }
    saver.edit(path, completion: { completed.post($0) }, { $0 += Array("b".utf8) })
    #expect(completed.receive() == [nil] && nextEvents(1) == [.saved(after: full)])
    saver.stop()
    #expect(try content(path) == "aab")
  }

  @Test func fileThatCannotBeReadIsNotOverwrittenByAnEdit() throws {
    try FileBytes.makeFolder(path)
    let saver = saver(Disk())
    saver.edit(path) { $0 = [1] }
    saver.stop()
    #expect(saver.failure(of: path)?.code == .isDirectory && path.isFolder)
  }

  @Test func failedSaveOfOneFileDoesNotDelayAnother() throws {
    let other = folder.file("other")
    try folder.write("", to: "state")
    let saver = saver(Disk())
    saver.replace(path) { [1] }
    saver.replace(other) { [2] }
    saver.stop()
    #expect(try FileBytes.read(other, limit: 10) == [2])
    #expect(saver.failures.map(\.subject) == [path.shown])
  }

  @Test func fileOfTheUserIsOwedOnlyWhileTheDiskIsFull() throws {
    let saver = saver(Disk(isFull: true))
    let completed = Mailbox<FileError?>()
    saver.replace(path, waitsForSpace: true, completion: { completed.post($0) }, with: { [1] })
    #expect(completed.receive() == [full])
    try folder.write("", to: "file")
    let refused = folder.file("file/list")
    saver.replace(refused, waitsForSpace: true, completion: { completed.post($0) }, with: { [1] })
    #expect(completed.receive().map { $0?.code } == [.notFound])
    saver.stop()
    #expect(saver.failures == [full])
  }

  /// The deadline has passed when the saver is stopped: what the disk has not stored is in its place nevertheless.
  @Test func diskThatDoesNotSyncInTimeKeepsNoContentBack() throws {
    let disk = Disk(stalls: true)
    let saver = saver(disk)
    saver.replace(path) { [1] }
    disk.began.wait(milliseconds: nil)
    #expect(!path.exists)
    saver.replace(path) { [2] }
    let end = WorkerThread(name: "end") { saver.stop(syncingUntil: .now) }
    try #require(end.join(until: HostTime.now.advanced(bySeconds: Wait.patience)))
    #expect(try FileBytes.read(path, limit: 10) == [2])
    disk.release?.wake()
    saver.stop()
    #expect(try FileBytes.read(path, limit: 10) == [2])
  }

  // MARK: Two players

  @Test func editsOfAFileByTwoSaversAreAllKept() throws {
    let path = path
    Together.run(
      (0..<2).map { number in
        {
          let saver = FileSaver(name: "test") { Issue.record("\($0)") }
          for line in 0..<50 {
            let isSaved = WakeSignal()
            let text = Array("\(number) \(line)\n".utf8)
            saver.edit(path, completion: { _ in isSaved.wake() }) { $0 += text }
            isSaved.wait(milliseconds: nil)
          }
          saver.stop()
        }
      })
    let text = String(decoding: try FileBytes.read(path, limit: 1 << 16), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 100 && Set(lines).count == 100)
  }

  @Test func fileThatMustNotBeReplacedIsKeptAndReported() throws {
    let path = try folder.write("theirs", to: "list.m3u8")
    let found = Mailbox<FileError?>()
    let saver = saver(Disk())
    saver.replace(path, waitsForSpace: true, replaces: false, completion: { found.post($0) }) { [1] }
    saver.stop()
    #expect(found.receive().map { $0?.code } == [.exists] && saver.failures.isEmpty)
    #expect(try content(path) == "theirs")
  }

  @Test func writerThatDoesNotFinishDoesNotStopAnotherOneForEver() throws {
    try FolderLock.hold(folder.path) { () throws(FileError) in
      let error = #expect(throws: FileError.self) {
        try FolderLock.hold(folder.path, seconds: 0) { () throws(FileError) in }
      }
      #expect(error?.code == .writeFailed && error?.subject == folder.path.shown)
    }
    #expect(try FolderLock.hold(folder.path, seconds: 0) { () throws(FileError) in 7 } == 7)
    #expect(try FolderLock.hold(folder.file("missing")) { () throws(FileError) in 7 } == 7)
  }

  /// A process that was just forked has such a duplicate.
  @Test func lockIsFreeAlthoughADuplicateOfItsDescriptorIsOpen() throws {
    var node = stat()
    try #require(stat(folder.path.shown, &node) == 0)
    let duplicate = try FolderLock.hold(folder.path) { () throws(FileError) in
      let locked = (0..<Int32(1_024)).first { descriptor in
        var other = stat()
        return fstat(descriptor, &other) == 0 && (other.st_dev, other.st_ino) == (node.st_dev, node.st_ino)
      }
      return dup(locked ?? -1)
    }
    try #require(duplicate >= 0)
    defer { close(duplicate) }
    #expect(try FolderLock.hold(folder.path, seconds: 0) { () throws(FileError) in 7 } == 7)
  }
}

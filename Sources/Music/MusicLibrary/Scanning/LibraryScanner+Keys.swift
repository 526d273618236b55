import AudioBase
import Containers
import Synchronization
import SystemBase

/// The keys that identify recordings by their sound.
extension LibraryScanner {
  /// The number of tracks whose keys are computed at a time.
  private static let batch = 512

  /// Finds new files whose sound is that of missing files: files that were moved to another drive, or copied
  /// and removed. They are read nevertheless, because their tags may have changed.
  func findByKey(_ plan: inout ScanPlan) throws(LibraryError) {
    guard !plan.removed.isEmpty, !plan.added.isEmpty else { return }
    var gone = Set(plan.removed)
    var origins: [FilePath: FilePath] = [:]
    for file in plan.added where !gone.isEmpty && !isCancelled() {
      guard let key = try? TrackKeyReader.key(of: file.path) else { continue }
      guard let from = try store.files(of: key).first(where: { gone.contains($0) }) else { continue }
      gone.remove(from)
      origins[file.path] = from
    }
    plan.apply(movedByKey: origins)
  }

  /// Computes the missing keys.
  ///
  /// - Returns: the number of keys.
  @discardableResult
  package func fillInKeys() throws(LibraryError) -> Int {
    var keyCount = 0
    var failed: Set<TrackLocation> = []
    var last: Set<TrackLocation> = []
    while !isCancelled() {
      // Tracks whose key cannot be computed are returned again each time, so the limit is raised by their
      // number.
      let found = try store.tracksWithoutKey(limit: LibraryScanner.batch + failed.count)
      // Tracks that are returned again although their key was stored are tracks of a damaged index without a
      // file.
      for track in found where last.contains(track) { failed.insert(track) }
      let tracks = found.filter { !failed.contains($0) }
      if tracks.isEmpty { break }
      last = Set(tracks)
      let keys = LibraryScanner.keys(of: tracks)
      var changes: [LibraryChange] = []
      for (track, key) in zip(tracks, keys) {
        if let key { changes.append(.key(track, key)) } else { failed.insert(track) }
      }
      if !changes.isEmpty { try store.apply(changes) }
      keyCount += changes.count
    }
    return keyCount
  }

  /// Computes keys on this thread and a second one.
  private static func keys(of tracks: [TrackLocation]) -> [TrackKey?] {
    let half = tracks.count / 2
    let second = Mutex<[TrackKey?]>([])
    let helper = WorkerThread(name: "keys") {
      let keys = tracks[half...].map { try? TrackKeyReader.key(of: $0.path).of($0.section) }
      second.withLock { $0 = keys }
    }
    let first = tracks[..<half].map { try? TrackKeyReader.key(of: $0.path).of($0.section) }
    helper.join()
    return first + second.withLock { $0 }
  }
}

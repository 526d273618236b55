import AudioBase
import Containers
import Synchronization
import SystemBase

/// Recordings known by their sound.
extension LibraryScanner {
  /// Files named at a time.
  private static let part = 512

  /// Finds files that are new here and gone elsewhere by their sound: those that were moved to another drive, or
  /// copied and removed. They are read all the same: their tags may have changed on the way.
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
    plan.take(movedByKey: origins)
  }

  /// Names the recordings that have no key yet.
  ///
  /// - Returns: how many it has named.
  @discardableResult
  package func fillInKeys() throws(LibraryError) -> Int {
    var named = 0
    var nameless: Set<TrackLocation> = []
    var last: Set<TrackLocation> = []
    while !isCancelled() {
      // Those that cannot be named come again and again: room is made for them.
      let found = try store.tracksWithoutKey(limit: LibraryScanner.part + nameless.count)
      // Those that come again though they were named are tracks of a damaged index that no file leads to.
      for track in found where last.contains(track) { nameless.insert(track) }
      let tracks = found.filter { !nameless.contains($0) }
      if tracks.isEmpty { break }
      last = Set(tracks)
      let keys = LibraryScanner.keys(of: tracks)
      var changes: [LibraryChange] = []
      for (track, key) in zip(tracks, keys) {
        if let key { changes.append(.key(track, key)) } else { nameless.insert(track) }
      }
      if !changes.isEmpty { try store.apply(changes) }
      named += changes.count
    }
    return named
  }

  /// On two threads: this and another.
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

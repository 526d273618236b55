import AudioBase
import Containers
import Dubbing
import Synchronization
import SystemBase

/// Measures the search for the takes of a track, which the player does while it opens the track.
struct TakeFinding {
  private static let rounds = 9

  private let folder: ScratchFolder
  private let store: TakeStore
  private let track: FilePath

  /// Creates a folder of takes.
  ///
  /// - Parameters:
  ///   - own: the take of the track; nil if it has none.
  ///   - others: the number of other takes of a thousand hits: half of other tracks, half without a track.
  init(own: Take?, others: Int) throws(Failure) {
    folder = try ScratchFolder()
    store = TakeStore(folder: FilePath(try folder.makeFolder("takes")))
    track = FilePath(try ProgramFinder.resource("Demo/First Light.flac"))
    do throws(FileError) {
      if let own { try store.save(named(own, key: TrackKeyReader.key(of: track))) }
      let hits = HitColumns((0..<1000).map { TakeHit(frame: $0 * 9000, pad: 1, velocity: 90, sample: 0) })
      for number in 0..<others {
        var take = Take(id: "other\(number)", name: "other", track: nil, created: 0)
        take.addLayer(hits: hits)
        let key = TrackKey(high: 1, low: UInt64(number))
        try store.save(number.isMultiple(of: 2) ? take : named(take, key: key))
      }
    } catch {
      throw Failure(error)
    }
  }

  private func named(_ take: Take, key: TrackKey) -> Take {
    var take = take
    take.track = TrackReference(key: key, path: track, sampleRate: .standard, frames: nil)
    return take
  }

  /// Returns the seconds of a search in a program that has just started.
  func time() -> Double { (0..<TakeFinding.rounds).map { _ in timeOnce() }.median }

  private func timeOnce() -> Double {
    let found = FoundTime()
    let service = TakeService(store: store, key: TrackKeyReader.key) { report in
      if case .found = report { found.note() }
    }
    let start = HostTime.now
    service.recover()
    service.findFree()
    service.find(TrackLocation(path: track))
    service.stop()
    return (found.time.withLock { $0 } ?? .now).seconds(since: start)
  }
}

private final class FoundTime: Sendable {
  let time = Mutex<HostTime?>(nil)

  func note() { time.withLock { $0 = .now } }
}

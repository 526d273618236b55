import AudioBase
import Dubbing
import Synchronization
import SystemBase
import TrackFeed

/// What is known of the parts of songs.
struct SongPartsState {
  /// Finds stems, on other threads; nil where nothing decodes.
  var stems: (search: StemSearch, main: MainThread)?
  /// Separates drums, on other threads; nil where nothing can.
  var separation: (maker: any DrumPartsMaking, main: MainThread)?
  /// The lanes of takes that move the levels of parts.
  var lanes: [TrackLocation: SongPartLanes] = [:]
  /// The parts in which tracks are heard.
  var known: [TrackLocation: SongParts] = [:]
  /// Ends the search or the separation that runs; nil if none does.
  var job: (track: TrackLocation, flag: CancelFlag)?
  /// The frame of the track of the job that is heard, or that was sought last: its drums are separated from there on first.
  let heard = HeardFrame()
  /// The tracks whose drums cannot be separated.
  var refused: Set<TrackLocation> = []
  /// The part whose gain was changed last, as long as nothing else was.
  var lastGain: String?
  /// The changes by hand that the feeder has still to apply to the current track, which the engine reports then.
  var changes: [PartChange] = []
}

/// A frame of a track that other threads read.
final class HeardFrame: Sendable {
  private let frame = Atomic<Int>(0)

  var value: Int {
    get { frame.load(ordering: .relaxed) }
    set { frame.store(newValue, ordering: .relaxed) }
  }
}

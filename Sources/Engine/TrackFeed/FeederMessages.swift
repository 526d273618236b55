import AudioBase
import MixEngine
import SystemBase

package enum FeederCommand: Hashable, Sendable {
  /// Plays a track from a position in seconds. Frames that were fed before belong to an older generation.
  case load(StreamItem, at: Double, generation: Int)
  /// Names the track that joins another one without a gap; nil removes it.
  case setNext(StreamItem?, after: StreamID)
  /// Repeats a range of a track; nil lets the track continue.
  case setLoop(StreamLoop?)
  /// Sets the gain of a track that was opened before it was known, for frames that are fed from now on.
  case setGain(ReplayGain?, of: StreamID)
  /// Has a track heard in parts, or its parts at other levels, which is heard within 50 ms; nil: as its file alone. Other
  /// files are heard from the frames on that are fed next.
  ///
  /// The engine reports the changes that are given, with the frame of the track from which on they are heard.
  case setParts(SongParts?, of: TrackLocation, reporting: [PartChange] = [])
  /// Sets the seconds for which tracks overlap, from the next join on; 0 joins them exactly.
  case setCrossfade(Double)
  /// Stops feeding.
  case clear
}

/// A change of a level of a part by hand.
package struct PartChange: Hashable, Sendable {
  /// The number of the address of the level, which the engine reports.
  package var address: Int
  /// The new value in the unit of the level.
  package var value: Double

  package init(address: Int, value: Double) { (self.address, self.value) = (address, value) }
}

/// A report of the feeder about a track.
package enum FeederReport: Hashable, Sendable {
  case opened(StreamID, StreamFormat)
  /// The track could not be opened; nothing of it will be heard.
  case failed(StreamID, FileError)
  /// The track cannot be decoded any further. What was decoded plays, then the next track.
  case brokeOff(StreamID, FileError)
  /// The track ended before the length that its header states.
  case endedEarly(StreamID, atFrame: FrameCount, of: StreamFormat)
  /// The track has samples that are NaN or infinite, which are silenced. Reported once for each opening.
  case invalidSamples(StreamID)
  /// A part of a track cannot be read. The file is heard alone from then on.
  case partsFailed(TrackLocation, FileError)
  /// A stream of the network has changed.
  case stream(StreamID, StreamEvent)
  /// The successor of a track was named when an older successor was already in the ring.
  case successorCameTooLate(StreamID)
}

import AudioBase
import SystemBase

/// A track on its way to be played.
package struct TransportEntry: Hashable, Sendable {
  package var item: QueueItem.ID
  package var path: FilePath
  /// The part of the file; nil is all of it.
  package var section: TrackSection?
  /// What is known of its loudness so far.
  package var gain: ReplayGain?
  /// Whether nothing is known of its loudness yet and its beginning may wait a moment for that.
  package var awaitsGain: Bool

  package init(
    item: QueueItem.ID, path: FilePath, section: TrackSection? = nil, gain: ReplayGain? = nil,
    awaitsGain: Bool = false
  ) {
    self.item = item
    self.path = path
    self.section = section
    self.gain = gain
    self.awaitsGain = awaitsGain
  }

  init(_ item: QueueItem, awaitsGain: Bool = false) {
    self.init(
      item: item.id, path: item.path, section: item.section, gain: item.gain, awaitsGain: awaitsGain)
  }
}

package enum TransportEvent: Hashable, Sendable {
  /// The file is open.
  case opened(QueueItem.ID, StreamFormat)
  /// A track begins to be heard, or stands ready where it was loaded paused.
  case began(QueueItem.ID, PositionAnchor)
  /// The same track goes on from another place, pauses or goes on.
  case moved(QueueItem.ID, PositionAnchor)
  /// The track was played to its end, and nothing follows.
  case ended(QueueItem.ID)
  /// The track cannot be opened, and nothing plays.
  case failed(QueueItem.ID, FileError)
  /// What should have joined the current track cannot be opened; that one plays on.
  case nextFailed(QueueItem.ID, FileError)
  /// The track plays to where it is damaged; what follows plays then.
  case brokeOff(QueueItem.ID, FileError)
  /// The track ended before its promised length, given in seconds where it is known.
  case endedEarly(QueueItem.ID, at: Double, of: Double?)
  /// The track has samples that are no numbers; they are silent.
  case invalidSamples(QueueItem.ID)
}

/// What plays music: the local engine, or another player. Its commands never wait; what becomes of them is told by
/// events, on the main thread.
@MainActor
package protocol MusicTransport: AnyObject {
  var onEvent: (@MainActor (TransportEvent) -> Void)? { get set }

  /// Makes a track the current one, from a place in seconds; of a section, counted from its start.
  func load(_ entry: TransportEntry, at seconds: Double, playing: Bool)
  /// What joins the current track without a gap; nil lets it end.
  func setNext(_ entry: TransportEntry?)
  func play()
  func pause()
  /// Ends the music and lets go of the track.
  func stop()
  func seek(to seconds: Double)
  /// What has become known of a track's loudness since it was loaded or named as the next one.
  ///
  /// - Parameter isFinal: whether nothing more is to come.
  func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool)
  /// Seconds of the track for each second; the pitch stays.
  func setSpeed(_ speed: Double)
}

import AudioBase
import SystemBase

/// An event of a transport about one of its tracks.
package enum TransportEvent: Hashable, Sendable {
  /// The file is open.
  case opened(QueueItem.ID, StreamFormat)
  /// A track begins to be heard, or is ready if it was loaded paused.
  case began(QueueItem.ID, PositionAnchor)
  /// The same track continues at another position, pauses or resumes.
  case moved(QueueItem.ID, PositionAnchor)
  /// The track was played to its end, and no other one follows.
  case ended(QueueItem.ID)
  /// The track cannot be opened, and nothing plays.
  case failed(QueueItem.ID, FileError)
  /// The next track cannot be opened; the current one continues.
  case nextFailed(QueueItem.ID, FileError)
  /// The track is played up to a damaged place; then the next one follows.
  case brokeOff(QueueItem.ID, FileError)
  /// The track ended before its expected length, in seconds; nil if that is unknown.
  case endedEarly(QueueItem.ID, at: Double, of: Double?)
  /// The track has samples that are not numbers; they are silent.
  case invalidSamples(QueueItem.ID)
  /// A stream of the network has changed.
  case stream(QueueItem.ID, StreamEvent)
  /// Another program, which plays the music, states what it plays.
  case external(ExternalState)
}

/// A player of music: the local engine or another program. Commands return at once; their results are
/// reported as events on the main thread.
@MainActor
package protocol MusicTransport: AnyObject {
  var onEvent: (@MainActor (TransportEvent) -> Void)? { get set }

  /// Makes a track the current one.
  ///
  /// - Parameters:
  ///   - awaitsGain: whether its gain is still unknown, so that its beginning may wait a moment.
  ///   - seconds: the start position; in a section, counted from its start.
  func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool)
  /// Sets the track that follows the current one without a gap; nil for none.
  func setNext(_ item: QueueItem?)
  func play()
  func pause()
  /// Stops the music and releases the track.
  func stop()
  func seek(to seconds: Double)
  /// Sets the gain of a track that was loaded or set as the next one. `isFinal` states whether the gain will not change
  /// again.
  func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool)
  /// Sets the speed, in seconds of the track per second; the pitch is kept.
  func setSpeed(_ speed: Double)
  /// Sets the pitch; the speed is kept.
  func transpose(_ transposition: Transposition)
  /// Sets the seconds for which consecutive tracks overlap, from the next join on; 0 joins them exactly.
  func setCrossfade(_ seconds: Double)

  /// The time at which the last rendered sound has been heard; nil if unknown. After it, a device that accepts no more
  /// sound is silent.
  var renderedUntil: HostTime? { get }
  /// Returns the seconds of a track up to what is heard at a time, exact to a frame of the output; nil if that is not
  /// the track.
  func seconds(of item: QueueItem.ID, heardAt time: HostTime) -> Double?

  /// Whether another program plays the music, from a list of its own and with a volume of its own.
  var isExternal: Bool { get }
  /// Goes to another track of the program's list.
  func skip(_ direction: SkipDirection)
  /// Sets the volume of the program; nil is silence.
  func setVolume(_ level: Decibels?)
}

package enum SkipDirection: Hashable, Sendable { case next, previous }

/// A transport whose tracks are those of the queue.
extension MusicTransport {
  package var renderedUntil: HostTime? { nil }
  package func seconds(of item: QueueItem.ID, heardAt time: HostTime) -> Double? { nil }
  package var isExternal: Bool { false }
  package func skip(_ direction: SkipDirection) {}
  package func transpose(_ transposition: Transposition) {}
  package func setVolume(_ level: Decibels?) {}
}

/// A position in a track and the time at which it is heard, from which the position at any other time is
/// computed without a timer.
package struct PositionAnchor: Hashable, Sendable {
  /// The frame of the track, at its own sample rate.
  package var trackFrame: FrameCount
  package var sampleRate: SampleRate
  package var hostTime: HostTime
  /// Seconds of the track per second; 0 during a pause.
  package var rate: Double

  package init(trackFrame: FrameCount, sampleRate: SampleRate, hostTime: HostTime, rate: Double) {
    self.trackFrame = trackFrame
    self.sampleRate = sampleRate
    self.hostTime = hostTime
    self.rate = rate
  }

  /// Returns the seconds from the start of the track; for an earlier time than the anchor's, the position of
  /// the anchor.
  package func elapsed(at time: HostTime) -> Double {
    trackFrame.seconds(at: sampleRate) + max(0, time.seconds(since: hostTime)) * rate
  }
}

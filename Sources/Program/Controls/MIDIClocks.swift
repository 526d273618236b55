import Application
import AudioBase
import SystemBase

/// Follows the clock and the song of one MIDI device at a time.
///
/// A device is followed until it sends no message of a clock for a second, or until it has stopped its song and another
/// device starts one. Messages of other devices are ignored meanwhile.
struct MIDIClocks: Sendable {
  private struct Leader {
    var device: String
    /// The time of its latest message.
    var last: HostTime
    var isRunning = false
  }

  /// The pause in seconds after which another device is followed.
  private static let silence = 1.0
  /// The message of a beat with which the beat is reported. It is far from the clicks of subdivisions, which a correction
  /// could repeat or skip.
  private static let reportingMessage = 10

  private var leader: Leader?
  /// The message of the song with which it goes on; nil while it runs, and before it has begun.
  private var nextMessage: Int?
  private var follower = MIDIClockFollower()

  /// Handles a message of a device. Returns the report for the main thread; nil if there is none.
  mutating func receive(_ message: MIDIMessage, from device: String, at time: HostTime) -> MIDIReport? {
    switch message {
    case .clock, .start, .goOn, .stop, .songPosition: break
    default: return nil
    }
    guard follows(device, message, at: time) else { return nil }
    switch message {
    case .clock:
      follower.receive(at: time)
      return beats.map { .clock($0) }
    case .start:
      start(at: 0)
      return .song(.started)
    case .songPosition(let sixteenths):
      let message = sixteenths * MIDIClockFollower.messagesOfBeat / 4
      start(at: message)
      if leader?.isRunning == false { nextMessage = message }
      return .song(.moved(sixteenths: sixteenths))
    case .goOn:
      if let nextMessage { start(at: nextMessage) }
      return .song(.resumed)
    default:
      // The messages of the clock up to the continuation do not belong to the song.
      nextMessage = nextMessage ?? follower.count + 1
      return .song(.stopped)
    }
  }

  private mutating func start(at message: Int) {
    follower.start(atMessage: message)
    nextMessage = nil
  }

  /// Returns whether a message is of the device that is followed, which this message may choose.
  private mutating func follows(_ device: String, _ message: MIDIMessage, at time: HostTime) -> Bool {
    let starts = message == .start || message == .goOn
    if let leader, leader.device != device {
      let isSilent = time.seconds(since: leader.last) > MIDIClocks.silence
      guard isSilent || (starts && !leader.isRunning) else { return false }
      (self.leader, follower, nextMessage) = (nil, MIDIClockFollower(), nil)
    }
    let isRunning = starts || (message != .stop && leader?.isRunning ?? false)
    leader = Leader(device: device, last: time, isRunning: isRunning)
    return true
  }

  /// The beats to report with the newest message: in each beat once, and at the start of the song.
  private var beats: ClockBeats? {
    let place = follower.count % MIDIClockFollower.messagesOfBeat
    guard follower.isSettled, let bpm = follower.tempo,
      follower.count == 0 || place == MIDIClocks.reportingMessage
    else { return nil }
    let beat = follower.count / MIDIClockFollower.messagesOfBeat
    return follower.time(ofMessage: beat * MIDIClockFollower.messagesOfBeat).map {
      ClockBeats(bpm: bpm, beat: beat, time: $0)
    }
  }
}

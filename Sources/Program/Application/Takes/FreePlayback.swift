import Dubbing
import SystemBase

/// A take that plays without its track.
struct FreePlayback {
  let entry: TakeList.Entry
  /// Output frames for each frame of the take.
  let ratio: Double
  /// The serial number of the engine's free sequence.
  var serial = 0
  /// Output frames from the beginning of the sequence to the take.
  var lead = 0
  /// The output frame that the engine has reported as the beginning of the sequence; nil before.
  var reported: Int?
  /// Output frames by which the beginning was moved since then.
  var moved = 0
  /// The frame of the take with which it begins.
  var start = 0
  /// The frames of the take that repeat; nil if it plays once.
  var loop: Range<Int>?
  /// The frame after the last hit of the take.
  var length: Int
  /// The time at which a take that plays once ends.
  var end: HostTime

  /// The output frame at which the take begins; nil before the engine has reported it.
  var origin: Int? { reported.map { $0 + moved + lead } }

  /// Returns the output frame at which a frame of the take is heard, or would be if the take began earlier.
  func outputFrame(of frame: Int) -> Int? {
    origin.map { $0 + Int(saturating: (Double(frame - start) * ratio).rounded()) }
  }

  /// Returns the frame of the take that is heard with an output frame.
  func frame(atOutputFrame frame: Int) -> Int? {
    guard let origin else { return nil }
    let place = start + max(0, Int(saturating: (Double(frame - origin) / ratio).rounded(.down)))
    guard let loop, place >= loop.lowerBound else { return place }
    return loop.lowerBound + (place - loop.lowerBound) % loop.count
  }
}

/// The points of a loop of a take without a track, in its frames.
struct FreeLoop {
  let entry: TakeList.Entry
  var start: Int?
  var end: Int?

  var range: Range<Int>? { end.map { (start ?? 0)..<$0 } }
}

/// A recording without a track.
struct FreeRecording {
  let serial: Int
  /// Output frames from the beginning of the engine's free sequence to frame 0 of the take.
  let after: Int
  /// Whether it begins with the first key; the sequence begins a little later, with the sound of that key.
  let isOnKey: Bool
  /// The output frame that is heard with frame 0 of the take; nil before.
  var origin: Int?
}

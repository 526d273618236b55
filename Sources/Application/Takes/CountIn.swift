import SystemBase
import AudioBase
import Dubbing
import MixEngine

/// How a recording begins while no music plays.
package enum RecordStart: String, Hashable, Sendable, CaseIterable {
  /// After some beats. Hits during them are not recorded, but for one just before the first beat.
  case countIn = "count-in"
  /// At once.
  case now
  /// With the first hit.
  case firstHit = "first-hit"
}

/// The beats before a recording.
struct CountIn {
  /// Of the free plan that strikes them.
  var serial: Int
  var beats: Int
  var beatFrames: Double
  /// The output frame of the first beat; nil until the engine tells it.
  var origin: Int?

  /// The beats that are left at an output frame, that one included: 0 when the count-in is over.
  func beatsLeft(at frame: Int) -> Int {
    guard let origin else { return beats }
    return min(max(beats - Int((Double(frame - origin) / beatFrames).rounded(.down)), 0), beats)
  }

  /// Where so many beats are left first; nil until the engine tells it.
  func frame(ofBeatsLeft count: Int) -> Int? {
    origin.map { $0 + Int((Double(beats - count) * beatFrames).rounded(.up)) }
  }
}

extension TakeController {
  var beatsBefore: Int { tools.recordStart == .countIn ? tools.countIn : 0 }

  /// A free plan that was started has begun at an output frame.
  package func freeBegan(_ serial: Int, at frame: Int) {
    if countIn?.serial == serial { countIn?.origin = frame }
    if phase == .waitingForHit, hitStart == serial, targetTrack == nil { phase = .recording }
  }

  /// Counts down by what is heard; to be called whenever `nextBeat` has come.
  package func followCountIn(at now: HostTime) {
    guard phase == .countingIn, let countIn else { return setBeatsLeft(nil) }
    let heard = tools.engine.timeline.outputFrame(heardAt: now) ?? 0
    let left = countIn.beatsLeft(at: heard)
    setBeatsLeft(left == 0 ? nil : left)
    // Where music is to begin, the engine tells it.
    if left == 0, targetTrack == nil { phase = .recording }
  }

  private func setBeatsLeft(_ count: Int?) { if beatsLeft != count { beatsLeft = count } }

  /// When the next beat of the count-in is heard; nil while none is awaited.
  package var nextBeat: HostTime? {
    guard phase == .countingIn, let countIn, let beatsLeft, beatsLeft > 0 else { return nil }
    return countIn.frame(ofBeatsLeft: beatsLeft - 1).map { tools.engine.timeline.time(ofOutputFrame: $0) }
  }

  /// Notes the beats of a plan that was just started.
  func countIn(_ serial: Int, bpm: Double) {
    countIn = nil
    guard beatsBefore > 0 else { return }
    let rate = Double(tools.engine.sampleRate.hertz)
    countIn = CountIn(serial: serial, beats: beatsBefore, beatFrames: 60 / bpm * rate)
    setBeatsLeft(beatsBefore)
  }
}

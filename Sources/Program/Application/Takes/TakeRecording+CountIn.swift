import Dubbing
import SystemBase

/// The event that starts a recording while no music plays.
package enum RecordStart: String, Hashable, Sendable, CaseIterable {
  /// The end of a count-in. Hits during it are not recorded, except just before the first beat.
  case countIn = "count-in"
  /// The command starts the recording.
  case now
  /// The first hit starts the recording.
  case firstHit = "first-hit"
}

extension TakeRecording {
  var beatsBefore: Int { recordStart == .countIn ? countInBeats : 0 }

  /// Sets how recordings start from now on.
  ///
  /// - Parameter beats: of a count-in.
  package func setStart(_ start: RecordStart, countIn beats: Int) {
    (recordStart, countInBeats) = (start, beats)
  }

  /// Handles that the engine has started a free sequence at an output frame.
  func sequenceBegan(_ serial: Int, at frame: Int) {
    if countIn?.serial == serial { countIn?.origin = frame }
    if let beats = recordingBeats, beats.serial == serial { recordingBeats?.origin = frame + beats.lead }
    if let recording = freeRecording, recording.serial == serial, !recording.isOnKey {
      freeRecording?.origin = frame + recording.after
    }
    apply(.sequenceBegan(serial))
  }

  /// Updates the count-in by what is heard. Called when `nextBeat` is due.
  func followCountIn(at now: HostTime) {
    guard phase == .countingIn, let countIn else { return setBeatsLeft(nil) }
    let heard = parts.events.timeline.outputFrame(heardAt: now) ?? 0
    let left = countIn.beatsLeft(at: heard)
    setBeatsLeft(left == 0 ? nil : left)
    // With music, the engine reports its start.
    if left == 0 { apply(.countedIn) }
  }

  private func setBeatsLeft(_ count: Int?) { if beatsLeft != count { beatsLeft = count } }

  /// The time at which the next beat of the count-in is heard; nil if there is none.
  var nextCountInBeat: HostTime? {
    guard phase == .countingIn, let countIn, let beatsLeft, beatsLeft > 0 else { return nil }
    let timeline = parts.events.timeline
    return countIn.frame(ofBeatsLeft: beatsLeft - 1).map(timeline.time(ofOutputFrame:))
  }

  /// Starts the count-in of a sequence that was just started. `grid` has the beats of the count-in, in output frames.
  func countIn(_ serial: Int, _ grid: BeatGrid) {
    countIn = nil
    guard beatsBefore > 0 else { return }
    countIn = CountIn(serial: serial, beats: beatsBefore, grid: grid)
    setBeatsLeft(beatsBefore)
  }
}

struct CountIn {
  /// The serial number of the free sequence that plays the beats.
  var serial: Int
  var beats: Int
  var grid: BeatGrid
  /// The output frame of the first beat; nil until the engine reports it.
  var origin: Int?

  /// Returns the remaining beats at an output frame; 0 when the count-in is over.
  func beatsLeft(at frame: Int) -> Int {
    guard let origin else { return beats }
    return min(max(beats - grid.beat(atFrame: frame - origin), 0), beats)
  }

  /// Returns the first output frame with this many remaining beats; nil until the engine reports the start.
  func frame(ofBeatsLeft count: Int) -> Int? {
    origin.map { $0 + Int(saturating: grid.frame(ofBeat: beats - count).rounded(.up)) }
  }
}

import AudioBase
import Player

/// What there is to say of takes, as one line.
package enum TakeText {
  package static func sentence(_ notice: TakeNotice) -> String {
    switch notice {
    case .notWritten(let error):
      "the take is kept in memory until there is room: " + ErrorText.sentence(short(error), while: .writing)
    case .writtenAfterAll: "the take is saved"
    case .keptBeside(let take, let name):
      "another DrumDub has changed \(take) meanwhile: yours is kept beside it as \(name)"
    case .deleted(let take): "\(take) is deleted: undo brings it back"
    case .restored(let take): "\(take) is there again"
    case .unreadable(let error): ErrorText.sentence(short(error), while: .reading) + "; left as it is"
    case .recovered(let names): "recovered what was cut off: \(names.joined(separator: ", "))"
    case .otherKit(let take, let kit, let present):
      "\(take) was played on the kit \(kit): it plays on \(present), pad for pad"
    case .noTrack(let error): "cannot record to this track: \(ErrorText.sentence(error, while: .reading))"
    case .recordingEnded(let name, let hits): "\(name) is kept: \(ShownText.count(hits, "hit", "hits"))"
    case .nothingRecorded: "nothing was played: no take"
    case .undone(let what): "undone: \(what)"
    case .redone(let what): "redone: \(what)"
    case .nothingToUndo: "nothing to undo"
    case .nothingToRedo: "nothing to redo"
    case .playback(let isOn): isOn ? "takes are heard" : "takes are silent"
    case .metronome(let isOn, let bpm): isOn ? "metronome on: \(tempo(bpm))" : "metronome off"
    case .tempo(let bpm): "tempo \(tempo(bpm))"
    case .loop(let from, let to): range(from, to).map { "repeating \($0)" } ?? "repeating nothing"
    case .punch(let from, let to): range(from, to).map { "recording \($0) only" } ?? "recording everywhere"
    case .quitWhileRecording: "recording: once more quits; what was played is kept"
    }
  }

  package static func severity(_ notice: TakeNotice) -> ScreenContent.Severity {
    switch notice {
    case .notWritten, .unreadable, .noTrack: .error
    case .otherKit, .recovered, .keptBeside, .quitWhileRecording: .warning
    default: .info
    }
  }

  /// Without the folder, which is always the same: what matters is to fit the line.
  private static func short(_ error: AudioError) -> AudioError {
    var error = error
    error.subject = FilePath(error.subject).lastComponent.shown
    return error
  }

  /// `0:12–0:20`; an end that is missing is the track's.
  static func range(_ from: Double?, _ to: Double?) -> String? {
    if from == nil && to == nil { return nil }
    return "\(ShownText.clock(from ?? 0))–\(to.map { ShownText.clock($0) } ?? "")"
  }

  private static func tempo(_ bpm: Double) -> String {
    let tenths = Int((bpm * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) BPM" : "\(tenths / 10).\(tenths % 10) BPM"
  }
}

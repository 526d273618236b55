import Application
import Dubbing
import Player
import SystemBase

/// What there is to say of takes, as one line.
package enum TakeText {
  package static func sentence(_ notice: TakeNotice) -> String {
    switch notice {
    case .notSaved(let take): unsaved([take]) + (take.isOnDisk ? "" : "; kept in memory")
    case .writtenAfterAll: "the take is saved"
    case .savedElsewhere(let take, let folder): "\(take) is saved in \(folder.shown)"
    case .notSavedElsewhere(let error): ErrorText.sentence(error, while: .writing)
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
    case .quitWhileUnsaved(let takes): quitting(takes) + ": once more discards \(pronoun(takes))"
    }
  }

  /// What a group of takes is called in the list.
  static func name(_ group: TakeGroup) -> String {
    switch group {
    case .track: "of this track"
    case .free: "without a track"
    case .lost: "of tracks that are not found"
    }
  }

  /// The same with the keys that help, where there are any.
  static func sentence(_ notice: TakeNotice, quit: String?, save: String?) -> String {
    let elsewhere = save.map { "\($0) saves elsewhere" }
    switch notice {
    case .notSaved: return sentence(notice) + (elsewhere.map { "; \($0)" } ?? "")
    case .quitWhileUnsaved(let takes):
      guard let quit else { return sentence(notice) }
      return "\(quitting(takes)): \(quit) again discards \(pronoun(takes))"
        + (elsewhere.map { ", \($0)" } ?? "")
    default: return sentence(notice)
    }
  }

  /// What is not saved, and why: `take 1 is not saved: the disk is full`.
  static func unsaved(_ takes: [UnsavedTake]) -> String {
    guard let first = takes.first else { return "" }
    return "\(quitting(takes)): \(ErrorText.reason(first.error))"
  }

  static func quitting(_ takes: [UnsavedTake]) -> String {
    guard let first = takes.first else { return "" }
    if takes.count > 1 { return "\(takes.count) takes are not saved" }
    return first.isOnDisk ? "changes of \(first.name) are not saved" : "\(first.name) is not saved"
  }

  static func pronoun(_ takes: [UnsavedTake]) -> String {
    takes.count == 1 && takes.first?.isOnDisk == false ? "it" : "them"
  }

  /// What is told of a take when the program has ended.
  package static func lost(_ take: UnsavedTake) -> String {
    let what = take.isOnDisk ? "changes of \(take.name) were not saved" : "\(take.name) was not saved"
    let rest = take.isOnDisk ? "; what was played is on the disk" : ""
    return "\(what): \(ErrorText.sentence(take.error, while: .writing))\(rest)"
  }

  /// What stands in the message line while takes are not saved; nil for none.
  static func standing(_ takes: [UnsavedTake], save: String?) -> String? {
    guard !takes.isEmpty else { return nil }
    let isInMemory = takes.contains { !$0.isOnDisk }
    let hints = [isInMemory ? "kept in memory" : nil, save.map { "\($0) saves elsewhere" }]
    return ([unsaved(takes)] + hints.compactMap { $0 }).joined(separator: "; ")
  }

  /// Without the folder, which is always the same: what matters is to fit the line.
  private static func short(_ error: FileError) -> FileError {
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

import Dubbing
import SystemBase

/// What there is to say of takes, as data.
package enum TakeNotice: Hashable, Sendable {
  /// A take, or what was changed of it, is in memory alone.
  case notSaved(UnsavedTake)
  /// What waited is on the disk.
  case writtenAfterAll
  case savedElsewhere(take: String, folder: FilePath)
  case notSavedElsewhere(FileError)
  /// Another DrumDub has changed the take meanwhile: this one is kept beside it under a name of its own.
  case keptBeside(take: String, name: String)
  case deleted(take: String)
  case restored(take: String)
  /// A take's file, or a journal, that cannot be read.
  case unreadable(FileError)
  /// Recordings that had been cut off.
  case recovered(names: [String])
  /// The take was played on a kit that is not there.
  case otherKit(take: String, kit: String, present: String)
  /// There is nothing to record to, and why.
  case noTrack(FileError)
  case recordingEnded(name: String, hits: Int)
  case nothingRecorded
  case undone(String)
  case redone(String)
  case nothingToUndo
  case nothingToRedo
  case playback(Bool)
  case metronome(Bool, bpm: Double)
  case tempo(Double)
  case loop(from: Double?, to: Double?)
  case punch(from: Double?, to: Double?)
  /// Quitting ends a recording: asked for once more.
  case quitWhileRecording
  /// Quitting discards these: asked for once more.
  case quitWhileUnsaved([UnsavedTake])

  package var isProblem: Bool {
    switch self {
    case .notSaved, .notSavedElsewhere, .unreadable, .noTrack: true
    default: false
    }
  }
}

import SystemBase
import AudioBase
import Dubbing

extension TakeController {
  /// The take that is being recorded.
  var recordedTake: Take? { recorded.flatMap { tracks[TakeGroup($0.track)]?.take } }

  /// The takes that are not saved, sorted by name, with the take whose journal cannot be written.
  package var unsaved: [UnsavedTake] {
    var takes = notSaved
    if let journalFailure, let take = recordedTake {
      takes[take.id] = UnsavedTake(take, journalFailure, isOnDisk: false)
    }
    return takes.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Saves the unsaved takes in another folder, a recording up to now. Takes that cannot be saved later are saved there
  /// too.
  package func saveElsewhere(_ folder: FilePath) {
    if journalFailure != nil, let take = recordedTake { parts.service.save(take) }
    parts.service.saveElsewhere(folder)
  }

  /// Reports what quitting now would end or lose.
  func warnOfQuitting() {
    let unsaved = unsaved
    notify(unsaved.isEmpty ? .quitWhileRecording : .quitWhileUnsaved(unsaved))
  }
}

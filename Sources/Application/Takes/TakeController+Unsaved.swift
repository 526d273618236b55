import SystemBase
import AudioBase
import Dubbing

extension TakeController {
  /// The take that is being recorded.
  var recordedTake: Take? { recorded.flatMap { tracks[TakeGroup($0.track)]?.take } }

  /// The takes that are not saved, by their names; a take whose journal cannot be written is one of them.
  package var unsaved: [UnsavedTake] {
    var takes = notSaved
    if let journalFailure, let take = recordedTake {
      takes[take.id] = UnsavedTake(take, journalFailure, isOnDisk: false)
    }
    return takes.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Saves what is not saved in another folder, a recording as far as it has come; what cannot be saved later goes
  /// there too.
  package func saveElsewhere(_ folder: FilePath) {
    if journalFailure != nil, let take = recordedTake { tools.service.save(take) }
    tools.service.saveElsewhere(folder)
  }

  /// Says what quitting now ends or loses.
  package func warnOfQuitting() {
    let unsaved = unsaved
    tell(unsaved.isEmpty ? .quitWhileRecording : .quitWhileUnsaved(unsaved))
  }
}

import AudioBase
import Configuration
import MusicLibrary
import SystemBase
import TerminalUI

/// The index, for subcommands that read or change files which may be in it. Without an index, or with one that cannot be
/// opened, files count as not in it.
struct IndexedFiles {
  private let store: LibraryStore?

  init() {
    let path = LibraryChoice.path(nil)
    store = path.exists ? try? LibraryStore(path) : nil
  }

  /// Replaces the rating of a file by that of the track.
  func applyRating(to track: inout TrackInfo) {
    let entry = try? store?.track(at: TrackLocation(path: BaseFolders.current.appending(track.path)))
    if let entry { track.rating = entry.rating(ifFileStates: track.rating) }
  }

  /// Stores the edited tags of a file; prints a message if that fails. `rating`: the rating that the user has set;
  /// `.ofFile` if none.
  func store(_ track: TrackInfo, rating: LibraryStore.EditedRating) {
    guard let store else { return }
    var track = track
    track.path = BaseFolders.current.appending(track.path)
    do throws(LibraryError) {
      try store.storeEdited(track, damage: track.damage.map(ErrorText.reason), rating: rating)
    } catch {
      Messages.print(ErrorText.sentence(error))
    }
  }
}

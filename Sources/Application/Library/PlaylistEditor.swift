import AudioBase
import MusicLibrary
import Player
import Synchronization

/// What is added to a playlist.
package enum PlaylistAddition: Hashable, Sendable {
  /// Rows of the library, whose tracks are looked up.
  case items([LibraryListing.Item])
  case entries([PlaylistEntry])
}

/// The edits of playlists that can be undone and redone until the program ends. Any thread.
final class PlaylistHistories: Sendable {
  struct Step: Sendable {
    /// What the edit has done.
    let change: PlaylistChange
    /// Undoes the edit, or does it again.
    let edit: PlaylistEdit
  }

  /// The largest number of steps of a playlist.
  static let limit = 100

  /// By the id of the playlist.
  private let steps = Mutex<[Int64: UndoStack<Step>]>([:])

  func record(_ step: Step, of playlist: Int64) {
    steps.withLock { steps in
      steps[playlist, default: UndoStack()].record(step)
      let count = steps[playlist]?.undoSteps.count ?? 0
      steps[playlist]?.forget(count - PlaylistHistories.limit)
    }
  }

  /// The step that is undone or redone next; nil if there is none.
  func next(_ direction: PlaylistUndo, of playlist: Int64) -> Step? {
    steps.withLock { steps in
      switch direction {
      case .undo: steps[playlist]?.undoSteps.last
      case .redo: steps[playlist]?.redoSteps.last
      }
    }
  }

  /// Moves the next step to the other direction.
  ///
  /// - Parameter inverse: the edit that the step becomes; nil drops it.
  func turn(_ direction: PlaylistUndo, of playlist: Int64, into inverse: PlaylistEdit?) {
    let counterpart = { (step: Step) in inverse.map { Step(change: step.change, edit: $0) } }
    steps.withLock { steps in
      switch direction {
      case .undo: _ = steps[playlist]?.undo(counterpart)
      case .redo: _ = steps[playlist]?.redo(counterpart)
      }
    }
  }
}

/// Changes playlists of the index, and returns what is reported. Blocks on the index; one thread at a time.
struct PlaylistEditor {
  private let store: LibraryStore
  private let histories: PlaylistHistories

  init(_ store: LibraryStore, _ histories: PlaylistHistories) {
    (self.store, self.histories) = (store, histories)
  }

  /// Saves a query as a playlist, unless a playlist of that name exists.
  func save(query: String, as name: String) throws(LibraryError) -> LibraryReport {
    if try store.playlists().contains(where: { $0.name == name }) { return .playlists(.playlistExists(name)) }
    try store.savePlaylist(name, query: query)
    return .playlists(.playlistSaved(name))
  }

  /// Adds to the playlist of a name, which is created if it does not exist.
  func add(_ addition: PlaylistAddition, to name: String) throws(LibraryError) -> LibraryReport {
    let added: [PlaylistEntry]
    switch addition {
    case .entries(let entries): added = entries
    case .items(let items): added = try LibraryGathering(.append, items).playlistEntries(store)
    }
    if added.isEmpty { return .playlists(.nothingToAdd) }
    let old = try store.playlists().first { $0.name == name }
    let id = if let old { old.id } else { try store.savePlaylist(name, []) }
    return try apply(.append(added), to: PlaylistName(id: id, name: name))
  }

  func apply(_ edit: PlaylistEdit, to playlist: PlaylistName) throws(LibraryError) -> LibraryReport {
    guard let inverse = try store.editPlaylist(playlist.id, { edit.apply(to: &$0) }) else {
      return .playlists(.playlistNotChanged(playlist.name))
    }
    if let inverse { histories.record(.init(change: edit.change, edit: inverse), of: playlist.id) }
    switch edit.change {
    case .added(let count): return .playlists(.playlistAppended(playlist.name, count: count))
    case .removed(let count): return .playlists(.playlistShortened(playlist.name, count: count))
    case .moved: return .playlistEdited
    }
  }

  /// Undoes or redoes the next step of a playlist.
  func follow(_ direction: PlaylistUndo, _ playlist: PlaylistName) throws(LibraryError) -> LibraryReport {
    guard let step = histories.next(direction, of: playlist.id) else {
      return .playlists(.playlistNothing(direction, playlist.name))
    }
    let inverse = try store.editPlaylist(playlist.id) { step.edit.apply(to: &$0) } ?? nil
    histories.turn(direction, of: playlist.id, into: inverse)
    guard inverse != nil else { return .playlists(.playlistOvertaken(playlist.name)) }
    return .playlists(.playlistTurned(direction, playlist.name, step.change))
  }
}

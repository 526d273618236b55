/// A list that the command `view` shows; the raw value is its name.
package enum ScreenView: String, Hashable, Sendable, CaseIterable {
  case artists, albums, tracks, playlists, folders, queue, settings

  package static let names = allCases.map(\.rawValue)

  /// The list of the library; nil for the others.
  fileprivate var place: LibraryPlace? {
    switch self {
    case .artists: .artists
    case .albums: .albums
    case .tracks: .allTracks
    case .playlists: .playlists
    case .folders: .folders
    case .queue, .settings: nil
    }
  }
}

extension Application {
  /// Shows a list and gives it the keys.
  func show(_ view: ScreenView) {
    closeLayers()
    switch view {
    case .queue: state.panel = .queue
    case .settings: open(SettingsLayer(self))
    case .artists, .albums, .tracks, .playlists, .folders:
      guard let library else { return }
      library.show()
      state.panel = .library
      view.place.map(library.open)
    }
  }
}

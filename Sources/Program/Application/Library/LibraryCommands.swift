import AudioBase
import Librarian
import MusicLibrary
import Player
import TrackTags

extension Command {
  package enum Library: CommandArea {
    case pick, findAlbum, add, addNext, addList, up, rate, playList, sortColumn, sortDirection, addToPlaylist,
      saveQuery, importPlaylist, joinAlbum, splitAlbum, tagAlbum, scan, scanFolder, editTags, editListTags,
      renamePlaylist, entryUp, entryDown, linkedLists, listLeft, listRight, jumpTo

    package static var group: CommandGroup { .library }
    package static var traits: CommandTraits { .needsOwnPlayer }

    package var row: CommandRow {
      switch self {
      case .pick: row("pick-song", "find and play a song", "o ctrl+o", .opensPrompt)
      case .findAlbum: row("find-album", "find and play an album", "alt+?", .opensPrompt)
      case .add: row("add-to-queue", "add to the queue", "i ¦ alt+a")
      case .addNext: row("play-next", "play next", "I ¦ alt+A")
      // Adds all rows of the list, such as those that a filter has found.
      case .addList: row("add-list", "add the whole list", "alt++")
      case .up: row("library-up", "library: parent list", "h backspace ¦ alt+h")
      case .rate: row("rate", "rate, 0 to 5 stars", "G ¦ alt+g")
      case .playList: row("play-list", "play list from here", "P ¦ alt+P")
      case .sortColumn: row("sort-column", "library: sort by column", "alt+x f4")
      case .sortDirection: row("sort-direction", "library: reverse order", "_ alt+X")
      case .addToPlaylist: row("add-to-playlist", "add to a playlist", "alt+I", .opensPrompt)
      case .saveQuery: row("save-query", "save filter as playlist", "alt+F", .opensPrompt)
      case .importPlaylist: row("import-playlist", "import a playlist file", "alt+{")
      // Asks for the title if the rows have several.
      case .joinAlbum: row("join-album", "join to one album", "alt+}", .opensPrompt)
      case .splitAlbum: row("split-album", "undo a join, or split", "alt+~")
      case .tagAlbum: row("tag-album", "write album to tags", "alt+#")
      case .scan: row("scan", "scan music folders", "f5 alt+s")
      case .scanFolder: row("scan-folder", "scan a folder", "f6 alt+f", .opensPrompt)
      // Opens the form for the tags of the marked tracks, or of the selected one.
      case .editTags: row("edit-tags", "edit the tags", "alt+E", .opensPrompt)
      case .editListTags: row("edit-list-tags", "edit the tags of the list", "alt+T", .opensPrompt)
      case .renamePlaylist:
        row(
          "rename-playlist", "rename the playlist", "", .opensPrompt, on: .library, hint: "rename",
          like: .take(.rename))
      // Moves the selected track of the open playlist.
      case .entryUp:
        row(
          "entry-up", "playlist: track up", "", .repeats, on: .library, hint: "move", like: .queue(.trackUp))
      case .entryDown:
        row("entry-down", "playlist: track down", "", .repeats, on: .library, like: .queue(.trackDown))
      // Shows the linked lists, or the former lists again.
      case .linkedLists: row("linked-lists", "library: linked lists", "alt+B")
      case .listLeft:
        row("list-left", "linked lists: left", "", .repeats, on: .linkedLists, hint: "lists", like: .seek(-5))
      case .listRight:
        row("list-right", "linked lists: right", "", .repeats, on: .linkedLists, like: .seek(5))
      // Selects the first row that begins with typed letters.
      case .jumpTo:
        row(
          "jump-to", "jump to letters", "", .opensPrompt, on: .linkedLists, hint: "letters",
          like: .search(.next))
      }
    }
  }
}

extension Application {
  package func perform(_ command: Command.Library, _ library: LibraryController) -> Outcome {
    switch command {
    case .rate: return rate(model.nowPlaying?.location, .next)
    case .scan:
      library.scan()
      return inLibrary(.row).awaits(.notice)
    // The screen performs the others.
    default: return .done
    }
  }

  /// Rates a track; nil: none is selected.
  package func rate(_ track: TrackLocation?, _ change: RatingChange) -> Outcome {
    guard let track else { return .notice(.library(.noTrackSelected)) }
    library?.rate(track, change)
    return inLibrary(.row).awaits(.notice)
  }

  /// Returns an outcome that concerns tracks of the library; if it has none, the reason instead.
  package func inLibrary(_ outcome: Outcome) -> Outcome {
    switch library?.stage {
    case .ready?: outcome
    case _?: .refused(.libraryIsEmpty)
    case nil: .refused(.noLibrary)
    }
  }
}

// MARK: With an argument

extension Command.Request {
  package static let saveQuery = Argument<String>(
    "save-query", "NAME", "save the filter of the library as a playlist", .library,
    .needsOwnPlayer, run: performOnScreen
  )
  package static let addToPlaylist = Argument<String>(
    "add-to-playlist", "NAME",
    "add the marked tracks, or the selected one, to a playlist, which may be a new one", .library,
    .needsOwnPlayer, run: performOnScreen
  )
  package static let joinAlbum = Argument<String>(
    "join-album", "TITLE", "make the marked rows of the library, or the selected one, one album of a title",
    .library, .needsOwnPlayer, run: performOnScreen
  )
  package static let scanFolder = Argument<String>(
    "scan-folder", "FOLDER", "scan a folder of music", .library, [.takesPath, .needsOwnPlayer]
  ) { application, path, _ in
    .value(after: application.library?.scan([application.program.folder(typed: path)])).awaits(.notice)
  }
  package static let tagsFromNames = Argument<NamePattern>(
    "tags-from-names", "PATTERN",
    "set tags from file names, such as {track} {artist} - {title}, after a preview", .library,
    .needsOwnPlayer, read: { NamePattern($0) }, text: \.text, run: performOnScreen
  )
  package static let renameFiles = Argument<NamePattern>(
    "rename-files", "PATTERN", "rename files by their tags, such as {track} {title}, after a preview",
    .library, .needsOwnPlayer,
    read: { text in NamePattern(text).flatMap { $0.hasFolders ? nil : $0 } }, text: \.text,
    run: performOnScreen
  )
  /// Rates the selected track; nil removes the rating.
  package static let rate = Argument<TrackRating?>(
    "rate", "STARS", "rate the selected track, 0 to 5 stars", .library, .needsOwnPlayer,
    read: { text in text == "0" ? .some(nil) : TrackRating(text).map { $0 } }, text: { "\($0?.stars ?? 0)" }
  ) { application, rating, _ in application.rate(application.model.nowPlaying?.location, .to(rating)) }
  package static let view = Argument<ScreenView>(
    "view", "LIST", "show a list: \(ScreenView.names.joined(separator: ", "))", .library, .needsOwnPlayer,
    read: { ScreenView(rawValue: $0) }, text: \.rawValue, choices: { _, _ in ScreenView.names },
    run: performOnScreen
  )

  package static let jumpTo = Argument<String>(
    "jump-to", "LETTERS", "select the first row of the library's list that begins with letters", .library,
    .needsOwnPlayer, run: performOnScreen
  )

  static let ofLibrary: [any ArgumentCommand] = [
    jumpTo, saveQuery, addToPlaylist, joinAlbum, scanFolder, tagsFromNames, renameFiles, rate, view,
  ]
}

/// A list that the command `view` shows; the raw value is its name.
package enum ScreenView: String, Hashable, Sendable, CaseIterable {
  case artists, albums, tracks, playlists, folders, linked, history, queue, settings

  package static let names = allCases.map(\.rawValue)

  /// The list of the library; nil for the others.
  package var place: LibraryPlace? {
    switch self {
    case .artists: .artists
    case .albums: .albums
    case .tracks: .allTracks
    case .playlists: .playlists
    case .folders: .folders
    // The tracks that were heard last, the latest first.
    case .history: .recentlyPlayed
    case .linked, .queue, .settings: nil
    }
  }
}

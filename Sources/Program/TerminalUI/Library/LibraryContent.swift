import Percussion
import Application
import AudioBase
import Controls
import MusicLibrary
import MusicQuery
import Player
import SystemBase

extension ListContent {
  /// Creates the visible rows of the library panel.
  ///
  /// - Parameters:
  ///   - columnRoom: the cells that the columns use at most.
  ///   - keys: the keys that the first screen names.
  @MainActor
  init(
    _ panel: LibraryPanel, width: Int, columnRoom: Int = .max, rows height: Int,
    playing: TrackLocation?, emptySelection: Int, keys: KeyMap
  ) {
    let controller = panel.controller
    if controller.stage == .empty || controller.stage == .closed {
      self.init(asking: controller, selection: emptySelection, keys)
      return
    }
    let level = panel.browser.level
    self.init(
      level, panel.columns, height: height, playing: playing, known: { controller.entry(of: $0) },
      isMarked: { level.marks.contains($0) })
    fit(
      LibraryColumns.list(level, panel.columns, sort: panel.browser.sort, rows: height),
      width: width, most: columnRoom)
    let path = panel.browser.levels.map { LibraryText.name($0.place) }.joined(separator: " ▸ ")
    heading = [path.fittedAtStart(to: max(width - 8, 8))]
    if level.listing != nil, level.place != .root || !level.filter.isEmpty {
      heading.append(LibraryText.number(level.count))
    }
    if let missing = level.listing?.missing, missing > 0 {
      heading.append("\(LibraryText.number(missing)) missing")
    }
    note = level.filter.isEmpty ? "" : "/\(level.filter)"
    words = QueryWords.words(level.filter)
    if controller.stage == .opening || level.listing == nil || (level.isAwaiting && level.count == 0) {
      (self.rows, count, selection) = ([Row(title: "reading…", kind: .away)], 1, nil)
    } else if level.count == 0 {
      let text = level.listing?.failure.map(ErrorText.listSentence) ?? ListContent.empty(level, keys)
      (self.rows, count, selection) = ([Row(title: text, kind: .away)], 1, nil)
    }
  }

  /// Returns the text of a list without rows.
  private static func empty(_ level: LibraryLevel, _ keys: KeyMap) -> String {
    guard level.filter.isEmpty else { return "nothing found" }
    return switch level.place {
    case .playlists: "no playlists yet: \(keys.key(.queue(.save))) saves the queue as one"
    case .playlist, .playlistFile: "the playlist is empty"
    case .recentlyPlayed, .mostPlayed: "nothing was played yet"
    case .unrated: "no track is without a rating"
    default: "nothing found"
    }
  }

  /// Creates the visible rows of a list.
  ///
  /// - Parameter known: returns what the library has of an entry of a playlist.
  init(
    _ level: LibraryLevel, _ columns: [LibraryColumn], height: Int, playing: TrackLocation?,
    known: (PlaylistEntry) -> LibraryTrack? = { _ in nil }, isMarked: (LibraryListing.Item) -> Bool
  ) {
    let end = min(level.first + max(height, 0), level.count)
    let shown = level.first < end ? level.first..<end : 0..<0
    let items = shown.compactMap { level.listing?.item($0) }
    self.init(
      count: level.count, first: level.first,
      rows: items.map { item in
        var row = Row(item, level, columns, playing: playing, known: known)
        row.isMarked = isMarked(item)
        return row
      }, selection: level.count > 0 ? level.selection : nil)
  }

  /// Creates the rows that offer a first scan.
  @MainActor
  private init(asking controller: LibraryController, selection: Int, _ keys: KeyMap) {
    let choices = EmptyLibraryRow.list(controller)
    let pads = (1...PadBank.size).compactMap { keys.keys(for: .pad($0, .plain)).first?.label }
    var rows = choices.map { Row(title: $0.text) }
    if !pads.isEmpty {
      rows.append(Row(title: "To drum, press \(pads.joined(separator: " "))", kind: .away))
    }
    if let help = keys.label(.program(.help)) {
      rows.append(Row(title: "\(help) shows all keys", kind: .away))
    }
    self.init(
      heading: ["Where is your music?"], count: rows.count, rows: rows,
      selection: min(max(selection, 0), choices.count - 1))
  }
}

extension ListContent.Row {
  init(
    _ item: LibraryListing.Item, _ level: LibraryLevel, _ columns: [LibraryColumn], playing: TrackLocation?,
    known: (PlaylistEntry) -> LibraryTrack?
  ) {
    switch item {
    case .place(let row): self.init(row)
    case .track(let id):
      if let track = level.track(id) {
        self.init(track, isPlaying: track.track.location == playing, in: level.place)
        cells = columns.map { $0 == .title ? title : $0.text(track) }
      } else {
        self.init(title: ListContent.Row.unread, kind: .away)
      }
    case .entry(_, let entry):
      let track = known(entry)
      self.init(entry, track, playing: playing)
      cells = columns.map { $0.text(entry, track) }
    }
  }

  init(_ row: LibraryRow) {
    let count = row.count.map { LibraryText.number($0) }
    let folder = row.folder.map { "\($0)/" } ?? ""
    self.init(title: folder + LibraryText.name(row.place), detail: row.detail, end: row.date ?? count ?? "")
    cells = LibraryColumns.cells(row)
  }

  init(_ entry: LibraryTrack, isPlaying: Bool, in place: LibraryPlace = .allTracks) {
    let track = entry.track
    let title = track.title ?? track.path.lastComponent.shown
    let length = ShownText.clock(track.duration)
    let end = [LibraryText.stars(entry.rating), entry.isAway ? "away" : length].compactMap(\.self)
    var name = title
    if case .album = place {
      if let number = track.numberText { name = "\(number.utf8.count < 2 ? " " : "")\(number)  \(title)" }
    }
    self.init(
      title: name, kind: entry.isAway ? .away : (isPlaying ? .current : .usual),
      detail: [track.artist, track.album].compactMap(\.self).joined(separator: " · "),
      end: end.joined(separator: "  "))
    isDamaged = entry.damage != nil
  }

  private init(_ entry: PlaylistEntry, _ track: LibraryTrack?, playing: TrackLocation?) {
    let isAddress = if case .url = entry.location { entry.track == nil } else { false }
    let made = [LibraryColumn.artist, .album].map { $0.text(entry, track) }.filter { !$0.isEmpty }
    self.init(
      title: LibraryColumn.title.text(entry, track),
      kind: isAddress ? .away : entry.track == playing ? .current : entry.isMissing ? .away : .usual,
      detail: made.joined(separator: " · "), end: LibraryColumn.length.text(entry, track))
  }
}

/// The words of a filter that are highlighted in rows.
enum QueryWords {
  static func words(_ filter: String) -> [String] {
    guard !filter.isEmpty, let condition = SearchQuery(typed: filter).condition else { return [] }
    return words(condition)
  }

  private static func words(_ condition: SearchQuery.Condition) -> [String] {
    switch condition {
    case .word(let word): [word]
    case .text(_, .contains(let text)), .text(_, .equals(let text)): [text]
    case .all(let parts), .any(let parts): parts.flatMap { words($0) }
    default: []
    }
  }
}

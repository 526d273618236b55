import Application
import AudioBase
import Controls
import Librarian
import MusicLibrary
import MusicQuery
import Percussion
import Player
import SystemBase
import TerminalKit

extension ListContent {
  /// Creates the visible rows of the library panel.
  ///
  /// - Parameters:
  ///   - columnRoom: the cells that the columns use at most.
  ///   - keys: the keys that the first screen names.
  ///   - list: the index of a linked list; nil for the list that commands act on.
  ///   - empty: returns the indices of columns that are left out, which it finds by the cells of the rows.
  @MainActor
  init(
    _ panel: LibraryPanel, width: Int, columnRoom: Int = .max, rows height: Int,
    playing: TrackLocation?, emptySelection: Int, keys: KeyMap, list: Int? = nil,
    without empty: ([LibraryColumn], [Row]) -> Set<Int> = { _, _ in [] }
  ) {
    let controller = panel.controller
    if controller.stage == .empty || controller.stage == .closed {
      self.init(asking: controller, selection: emptySelection, keys)
      return
    }
    let level = list.map { panel.browser.levels[$0] } ?? panel.browser.level
    self.init(
      level, panel.columns, height: height, playing: playing, known: { controller.entry(of: $0) },
      isMarked: { level.marks.contains($0) })
    if panel.browser.isLinked {
      heading = [LibraryText.name(level.place)]
    } else {
      fit(
        LibraryColumns.list(level, panel.columns, sort: panel.browser.sort, rows: height),
        width: width, most: columnRoom, without: empty(panel.columns, self.rows))
      let path = panel.browser.levels.map { LibraryText.name($0.place) }.joined(separator: " ▸ ")
      heading = [path.fittedAtStart(to: max(width - 8, 8))]
    }
    if level.listing != nil, level.place != .root || !level.filter.isEmpty {
      heading.append(LibraryText.number(level.count))
    }
    if let missing = level.listing?.missing, missing > 0 {
      heading.append("\(LibraryText.number(missing)) missing")
    }
    if !level.marks.isEmpty { heading.append("\(LibraryText.number(level.marks.count)) marked") }
    note = level.filter.isEmpty ? "" : "/\(level.filter)"
    words = QueryWords.words(level.filter)
    let isRead = level.listing != nil && (level.count > 0 || level.isCurrent && !level.isAwaiting)
    if controller.stage == .opening || !isRead {
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
    // Linked lists are narrow.
    let rating = if case .linked = place { nil as String? } else { LibraryText.stars(entry.rating) }
    let end = [rating, entry.isAway ? "away" : length].compactMap(\.self)
    var name = title
    if place.kind == .album {
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

/// The progress of a scan, for the bottom line.
package struct ScanContent: Hashable, Sendable {
  package var text: String
  /// 0…1; nil while the number of files is unknown.
  package var done: Double?
}

extension ScanContent {
  /// - Parameter stopKey: the key that stops the scan; nil if it cannot be stopped.
  init(_ progress: ScanProgress, stopKey: String?) {
    var parts: [String] = []
    switch progress.stage {
    case .looking:
      parts = [
        progress.total == 0 ? "looking for music" : "\(LibraryText.number(progress.total)) files found"
      ]
    case .naming: parts = ["\(LibraryText.tracks(progress.done)) identified"]
    case .reading:
      parts = ["\(LibraryText.number(progress.done)) of \(LibraryText.number(progress.total)) files"]
      if progress.done > 0, progress.seconds > 0 {
        parts.append("\(LibraryText.number(Int(progress.perSecond)))/s")
      }
      if let rest = progress.remaining { parts.append("\(ShownText.clock(rest.rounded(.up))) left") }
    }
    if let stopKey { parts.append("\(stopKey) stops") }
    self.init(
      text: parts.joined(separator: " · "),
      done: progress.stage == .reading && progress.total > 0
        ? min(Double(progress.done) / Double(progress.total), 1) : nil)
  }
}

@MainActor extension ScreenContent {
  /// Adds the library panel and the progress of a scan.
  mutating func addLibrary(_ screen: PlayerScreen) {
    guard let panel = screen.libraryPanel else { return }
    let controller = panel.controller
    if let progress = controller.progress {
      scan = ScanContent(
        progress,
        stopKey: controller.scans.isRunning ? screen.keys.keys(for: .program(.cancel)).first?.label : nil
      )
    }
    guard controller.isShown else { return }
    let playing = screen.model.nowPlaying.map(\.location)
    var list = ListContent(
      panel, width: screen.layout[.library].width, columnRoom: columnRoom(beside: screen.layout),
      rows: screen.libraryRows, playing: playing, emptySelection: screen.state.emptyLibrarySelection,
      keys: screen.keys, without: { screen.emptyLibraryColumns($0, $1) })
    list.hasFocus = screen.session.hasLibraryFocus
    queue.hasFocus = !screen.session.hasLibraryFocus
    library = list
    linkedLists = screen.shownLinkedLists.map { index in
      var list = ListContent(
        panel, width: 0, rows: screen.libraryRows, playing: playing, emptySelection: 0, keys: screen.keys,
        list: index)
      list.hasFocus = screen.session.hasLibraryFocus && index == panel.browser.focus
      return list
    }
  }

  /// Returns the cells that the columns of the library use at most: with a queue of the same width those of its columns, so
  /// that both lists show the same ones in the same places.
  private func columnRoom(beside layout: MainLayout) -> Int {
    let isAlike = abs(layout[.library].width - layout[.queue].width) <= 1
    return isAlike && !queue.columns.isEmpty ? queue.columnRoom : .max
  }
}

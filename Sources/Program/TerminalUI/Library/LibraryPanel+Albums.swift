import Application
import MusicLibrary

/// Joining and splitting the albums of rows.
extension LibraryPanel {
  /// The titles of the albums of the marked rows, or of the selected one, each once; without those of rows that are neither
  /// albums nor known tracks.
  private var chosenTitles: [String] {
    browser.chosen.reduce(into: []) { titles, item in
      if let title = title(of: item), !titles.contains(title) { titles.append(title) }
    }
  }

  private func title(of item: LibraryListing.Item) -> String? {
    switch item {
    case .place(let row): row.album
    case .track(let id): browser.level.track(id)?.track.album
    case .entry: nil
    }
  }

  /// The title that is proposed for a join; nil if the rows are albums and tracks of the same title.
  package var titleToAsk: String? {
    let (titles, items) = (chosenTitles, browser.chosen)
    if titles.count == 1, items.count > 1, items.allSatisfy({ title(of: $0) != nil }) { return nil }
    return titles.first ?? ""
  }

  /// Makes the marked rows, or the selected one, one album.
  ///
  /// - Parameter title: nil for the title that they have.
  package func joinAlbums(_ title: String?) {
    let items = browser.chosen
    guard !items.isEmpty else { return notify(.album(.nothingToJoin)) }
    controller.service.editAlbums(.join(items, title: title))
    change { $0.clearMarks() }
  }

  /// Undoes the joins of the marked rows, or of the selected one, or splits them.
  package func splitAlbums() {
    let items = browser.chosen
    guard !items.isEmpty else { return notify(.album(.noAlbum)) }
    controller.service.editAlbums(.split(items))
    change { $0.clearMarks() }
  }

  /// The selected album, or the one whose tracks are listed, with its title; nil if there is none.
  package var selectedAlbum: (item: LibraryListing.Item, title: String)? {
    if case .place(let row)? = browser.level.selected, let title = row.album { return (.place(row), title) }
    let open = LibraryRow(browser.level.place)
    return open.album.map { (.place(open), $0) }
  }
}

extension LibraryRow {
  /// The title of the album that the row is; nil for another row, and for the tracks without album.
  fileprivate var album: String? {
    if case .album(let id, let title) = place, id != LibraryEntry.unknown { title } else { nil }
  }
}

extension ScreenSession {
  /// Makes the rows of the library one album. Asks for the title if they have several.
  func joinAlbums() -> Outcome {
    guard hasLibraryFocus, let library = libraryPanel else {
      return .notice(.hint(.libraryHasNoFocus(.joinAlbum)))
    }
    if let title = library.titleToAsk {
      if library.browser.chosen.isEmpty { return .notice(.library(.album(.nothingToJoin))) }
      open(JoinAlbumPrompt(self, text: title))
      return .row
    }
    return joinAlbums(nil)
  }

  func joinAlbums(_ title: String?) -> Outcome {
    guard hasLibraryFocus, let library = libraryPanel else {
      return .notice(.hint(.libraryHasNoFocus(.joinAlbum)))
    }
    library.joinAlbums(title)
    return application.inLibrary(.row).awaits(.notice)
  }

  /// Writes the title and the artist of the selected album to the tags of its files.
  func tagAlbum() -> Outcome {
    guard let tags = application.tags else { return .refused(.noTags) }
    if tags.isWriting { return .notice(.tags(.busy)) }
    guard hasLibraryFocus, let library = libraryPanel else {
      return .notice(.hint(.libraryHasNoFocus(.tagAlbum)))
    }
    guard let album = library.selectedAlbum else { return .notice(.library(.album(.noAlbum))) }
    tags.writeAlbum(album.title, of: album.item)
    return application.inLibrary(.row).awaits(.notice)
  }
}

/// Asks for the title of the album that several become.
package final class JoinAlbumPrompt: PromptLayer {
  package override var name: String { "title of the album" }
  override var enterText: String { "join" }

  override func apply(_ text: String) {
    let title = String(text.trimmingPrefix(while: { $0 == " " }))
    if !title.isEmpty { _ = session.joinAlbums(title) }
  }
}

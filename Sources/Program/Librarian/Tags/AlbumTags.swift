import MusicLibrary
import TrackTags

/// The tags that make files one album in other programs too.
package enum AlbumTags {
  /// The album artist of an album of several artists.
  package static let variousArtists = "Various Artists"

  /// Returns the album artist for the files of an album: that of most files that have one, else the artist of most files,
  /// else `variousArtists`, as `LibraryAlbum.artist`.
  static func artist(_ files: [TagReading.File]) -> String {
    let albumArtists = files.map { $0.texts[.albumArtist] }.filter { !$0.isEmpty }
    return most(albumArtists) ?? most(files.map { $0.texts[.artist] }) ?? variousArtists
  }

  /// Returns the text that more than half of the files have; nil if there is none.
  private static func most(_ texts: [String]) -> String? {
    let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.first { !$0.key.isEmpty && $0.value * 2 > texts.count }?.key
  }
}

extension TagController {
  /// Writes the title of an album of the library, and its artist as album artist, to the files that have others. The change is
  /// undone as one step.
  package func writeAlbum(_ title: String, of album: LibraryListing.Item) {
    service.read(.rows([album])) { [weak self] in self?.writeAlbum(title, $0) }
  }

  func writeAlbum(_ title: String, _ reading: TagReading) {
    if isWriting { return onNotice(.busy, true) }
    reading.failures.prefix(100).forEach { onNotice(.failed($0), true) }
    let artist = AlbumTags.artist(reading.files)
    let changed = reading.files.filter { $0.texts[.album] != title || $0.texts[.albumArtist] != artist }
    if changed.isEmpty { return onNotice(.nothingToChange, true) }
    write(TagBatch([.album: title, .albumArtist: artist], of: changed.map(\.path)))
  }
}

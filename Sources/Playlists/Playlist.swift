import AudioBase
import TextEncodings

/// A list of music as it was read; nothing is dropped because it is missing.
package struct Playlist: Hashable, Sendable {
  package var format: PlaylistFormat
  package var encoding: TextEncoding
  package var title: String?
  package var entries: [PlaylistEntry] = []
  package var warnings: [PlaylistWarning] = []

  package init(format: PlaylistFormat, encoding: TextEncoding) {
    self.format = format
    self.encoding = encoding
  }
}

import AudioBase

/// The kinds of playlist that are read. A kind is one file `PlaylistReader+….swift` and one case here.
package enum PlaylistFormat: String, Hashable, Sendable, CaseIterable {
  case m3u

  /// By a name's extension.
  package init?(name: FilePath) {
    switch name.fileExtension {
    case "m3u", "m3u8": self = .m3u
    default: return nil
    }
  }

  /// By the first bytes.
  init?(content: [UInt8]) {
    let text = PlaylistText(Array(content.prefix(64)))
    guard text.bytes.starts(with: "#EXTM3U".utf8) else { return nil }
    self = .m3u
  }
}

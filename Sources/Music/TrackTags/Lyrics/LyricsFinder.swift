import AudioBase
import Documents
import SystemBase

/// Finds the lyrics of a track: in a file `.lrc` of the same name, or else in the tags. Any thread; blocks on file
/// access.
package struct LyricsFinder: Sendable {
  /// The limit of a `.lrc` file in bytes.
  private static let mostBytes = 1 << 20

  /// Returns the lyrics in the tags of a file; nil if there are none.
  package typealias Embedded = @Sendable (FilePath) throws(FileError) -> String?

  private let embedded: Embedded

  package init(embedded: @escaping Embedded) { self.embedded = embedded }

  /// Returns the lyrics of a track; nil if there are none. A stream has none, nor a part of a file, since their times belong to
  /// the whole file.
  ///
  /// - Throws: if a `.lrc` file exists but cannot be read, or the tags cannot be read.
  package func find(for track: TrackLocation) throws(FileError) -> Lyrics? {
    guard track.section == nil, track.address == nil else { return nil }
    if let file = LyricsFinder.file(beside: track.path), let lyrics = try LyricsFinder.read(file) {
      return lyrics
    }
    return try embedded(track.path).flatMap(Lyrics.init)
  }

  /// Returns the `.lrc` file of an audio file; nil if there is none.
  private static func file(beside path: FilePath) -> FilePath? {
    let name = path.lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let stem = path.bytes.dropLast(name.count - dot)
    return [".lrc", ".LRC"].lazy.map { FilePath(bytes: Array(stem) + Array($0.utf8)) }.first { $0.exists }
  }

  private static func read(_ file: FilePath) throws(FileError) -> Lyrics? {
    let bytes = try FileBytes.read(file, limit: mostBytes)
    return Lyrics(EncodedText(bytes).string)
  }
}

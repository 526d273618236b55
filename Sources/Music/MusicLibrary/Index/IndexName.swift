import AudioBase
import SystemBase

/// The name of a track in the index: the path of its file and, for a part of a file, a zero byte and the disc
/// frame at which the part begins.
///
/// Paths contain no zero bytes, so names are unique, and parts are sorted after their file.
struct IndexName: Hashable, Sendable {
  let bytes: [UInt8]

  /// Reads a name back from the index.
  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ file: FilePath) { self.init(bytes: file.bytes) }

  /// Creates the name of a file, or of the part of it that begins where a section does.
  init(_ location: TrackLocation) {
    let start = location.section.map { [0] + Array(String($0.start.frames).utf8) }
    bytes = location.path.bytes + (start ?? [])
  }

  /// The file that holds the track.
  var file: FilePath { FilePath(bytes: partStart.map { bytes[..<$0] } ?? bytes[...]) }

  /// The disc frame at which the part begins; nil for a file.
  var startOfPart: Int? {
    partStart.flatMap { Int(String(decoding: bytes[($0 + 1)...], as: UTF8.self)) }
  }

  /// Returns the section of a part; nil for a file.
  ///
  /// - Parameter end: the end of the section in disc frames, which the index stores in another column.
  func section(end: Int? = nil) -> TrackSection? {
    startOfPart.flatMap { start in
      TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) })
    }
  }

  /// Returns the location of the track.
  ///
  /// - Parameter end: the end of the section in disc frames, which the index stores in another column.
  func location(end: Int? = nil) -> TrackLocation { TrackLocation(path: file, section: section(end: end)) }

  /// Returns the name of the same part of another file.
  func moved(to file: FilePath) -> IndexName {
    IndexName(bytes: file.bytes + (partStart.map { bytes[$0...] } ?? []))
  }

  /// Returns the names of a file's parts, as an interval of bytes: `from` < name < `to`.
  static func parts(of file: FilePath) -> (from: [UInt8], to: [UInt8]) {
    (file.bytes + [0], file.bytes + [1])
  }

  private var partStart: Int? { bytes.firstIndex(of: 0) }
}

/// The paths below a folder, as an interval of bytes: `from` ≤ path < `to`.
struct PathRange {
  let from: [UInt8]
  let to: [UInt8]

  init(below folder: FilePath) {
    var name = folder.bytes
    while name.last == UInt8(ascii: "/") { name.removeLast() }
    from = name + [UInt8(ascii: "/")]
    // The byte after the slash.
    to = name + [UInt8(ascii: "0")]
  }
}

import AudioBase
import Containers
import SystemBase

/// How the index names a track that is a part of a file: the file's path, a zero byte, which no path holds, and the
/// disc frame where the part begins. So parts stand behind their file, and each has a path of its own.
extension FilePath {
  /// The name of a part; of all of a file its path.
  package func part(_ section: TrackSection?) -> FilePath {
    guard let section else { return self }
    return FilePath(bytes: bytes + [0] + Array(String(section.start.frames).utf8))
  }

  /// The file in which a part stands; itself for a file.
  package var wholeFile: FilePath {
    partStart.map { FilePath(bytes: bytes[..<$0]) } ?? self
  }

  /// Where the part begins, in disc frames; nil for a file.
  var startOfPart: Int? {
    partStart.flatMap { Int(String(decoding: bytes[($0 + 1)...], as: UTF8.self)) }
  }

  /// - Parameter end: in disc frames, as the index keeps it beside the name.
  func section(end: Int? = nil) -> TrackSection? {
    startOfPart.flatMap { start in
      TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) })
    }
  }

  /// The names of a file's parts, as an interval of bytes.
  var rangeOfParts: (from: [UInt8], to: [UInt8]) { (bytes + [0], bytes + [1]) }

  private var partStart: Int? { bytes.firstIndex(of: 0) }
}

extension TrackKeyReader {
  /// Returns the key of a track in the index.
  ///
  /// - Parameter name: the track's name in the index, which may be a part of a file.
  static func key(ofTrack name: FilePath) throws(FileError) -> TrackKey {
    try key(of: name.wholeFile).of(name.section())
  }
}

import AudioBase
import SystemBase

/// Finds the name of a recording by its sound: see `TrackKey`.
///
/// Any thread; it reads some 100 KiB of a file at most, but for large comments in front of Ogg.
package enum TrackKeyReader {
  package static let part = 16 << 10

  /// - Throws: where the file cannot be read or is no music.
  package static func key(of path: FilePath) throws(FileError) -> TrackKey {
    let file = try RegularFile(withContent: path)
    let content = try FileContent(of: file)
    if content.kind.isOgg, let sound = try OggSound(file) {
      return key(size: sound.lastGranule, sound.head + sound.tail)
    }
    return try key(of: file, content.sound(of: file))
  }

  private static func key(of file: borrowing RegularFile, _ payload: Range<Int>) throws(FileError)
    -> TrackKey
  {
    guard payload.count > 3 * part else {
      return key(size: UInt64(payload.count), try file.read(at: payload.lowerBound, count: payload.count))
    }
    let middle = payload.lowerBound + (payload.count - part) / 2
    var bytes = try file.read(at: payload.lowerBound, count: part)
    bytes += try file.read(at: middle, count: part)
    bytes += try file.read(at: payload.upperBound - part, count: part)
    return key(size: UInt64(payload.count), bytes)
  }

  private static func key(size: UInt64, _ bytes: [UInt8]) -> TrackKey {
    let all = (0..<8).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } + bytes
    return TrackKey(ContentHash(all))
  }
}

extension FileKind {
  fileprivate var isOgg: Bool {
    switch self {
    case .oggVorbis, .oggFLAC, .oggSpeex, .oggOpus: true
    default: false
    }
  }
}

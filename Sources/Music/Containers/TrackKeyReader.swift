import AudioBase
import SystemBase

/// Computes the key of a recording from its sound: see `TrackKey`.
///
/// Any thread; reads about 100 KiB of a file at most, more if an Ogg file has large comments.
package enum TrackKeyReader {
  /// The number of bytes that are read at each of three positions.
  package static let part = 16 << 10

  /// Returns the key of a file.
  ///
  /// - Throws: if the file cannot be read or is not music.
  package static func key(of path: FilePath) throws(FileError) -> TrackKey {
    let file = try RegularFile(withContent: path, keepsBlocks: true)
    let content = try FileContent(of: file)
    let isOgg = [.oggVorbis, .oggFLAC, .oggSpeex, .oggOpus].contains(content.kind)
    if isOgg, let sound = try OggSound(file, part: part) {
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

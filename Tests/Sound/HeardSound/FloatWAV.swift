import AudioBase
import Glibc
import SystemBase

/// What the program has rendered to a file: float32 stereo. A file that is still growing is read as far as it goes.
package struct FloatWAV {
  package struct Failure: Error { package let path: String }

  package let frames: [Frame]

  package init(_ path: FilePath) throws {
    let bytes = try FileBytes.read(path, limit: 1 << 28)
    guard let start = FloatWAV.dataStart(bytes) else { throw Failure(path: path.shown) }
    frames = FloatWAV.frames(bytes[start...])
  }

  /// Interleaved float32 as frames; an incomplete last frame is dropped.
  package static func frames(_ bytes: ArraySlice<UInt8>) -> [Frame] {
    let count = bytes.count / MemoryLayout<Frame>.stride
    return [Frame](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { raw in
        if let from = raw.baseAddress, let to = buffer.baseAddress {
          memcpy(to, from, count * MemoryLayout<Frame>.stride)
        }
      }
      filled = count
    }
  }

  private static func dataStart(_ bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: "RIFF".utf8) else { return nil }
    var place = 12
    while place + 8 <= bytes.count {
      if bytes[place...].starts(with: "data".utf8) { return place + 8 }
      let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      place += 8 + size + size % 2
    }
    return nil
  }
}

extension [Frame] {
  /// The largest sample.
  package var peak: Float { reduce(0) { Swift.max($0, $1.x.magnitude, $1.y.magnitude) } }

  /// The first frame from `start` on that is louder.
  package func first(above level: Float, from start: Int = 0) -> Int? {
    self[Swift.min(start, count)...].firstIndex { $0.x.magnitude > level || $0.y.magnitude > level }
  }
}

import AudioBase
import SystemBase
import TestSupport

/// Tracks in memory: long, short, of another rate, without frames, broken off, and one that is not there.
struct FuzzTracks: DecoderOpening {
  static let paths = ["long", "short", "other", "empty", "broken", "away", "one", "others"].map {
    FilePath($0)
  }

  private static let frames = (0..<8_000).map { index in
    Frame(Float(index % 200) / 100 - 1, Float(index % 300) / 150 - 1)
  }

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    switch path.shown {
    case "long": return MemoryDecoder(frames: FuzzTracks.frames)
    case "short": return MemoryDecoder(frames: Array(FuzzTracks.frames.prefix(700)))
    case "one": return MemoryDecoder(frames: [Frame(0.5, -0.5)])
    case "other", "others":
      let count = path.shown == "other" ? 7000 : 30
      return MemoryDecoder(frames: Array(FuzzTracks.frames.prefix(count)), sampleRate: SampleRate(44_100))
    case "empty": return MemoryDecoder(frames: [])
    case "broken": return MemoryDecoder(frames: Array(FuzzTracks.frames.prefix(3000)), endedEarly: true)
    default: throw FileError(.notFound, path.shown)
    }
  }
}

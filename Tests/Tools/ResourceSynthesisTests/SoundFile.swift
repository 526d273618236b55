import CSndfile
import Glibc
import SystemBase

/// A whole sound file as libsndfile reads it.
struct SoundFile {
  struct Failure: Error {
    let path: String
    let reason: String
  }

  let sampleRate: Int
  let channels: Int
  let format: Int
  let samples: [Double]

  init(_ path: FilePath) throws {
    var info = SF_INFO()
    guard let file = path.withCString({ sf_open($0, Int32(SFM_READ), &info) }) else {
      throw Failure(path: path.shown, reason: String(cString: sf_strerror(nil)))
    }
    defer { sf_close(file) }
    sampleRate = Int(info.samplerate)
    channels = Int(info.channels)
    format = Int(info.format)
    var samples = [Double](repeating: 0, count: Int(info.frames) * channels)
    guard sf_readf_double(file, &samples, info.frames) == info.frames else {
      throw Failure(path: path.shown, reason: "shorter than it says")
    }
    self.samples = samples
  }

  var frames: Int { samples.count / channels }
  var seconds: Double { Double(frames) / Double(sampleRate) }
  var peak: Double { peak(0..<frames) }

  func peak(_ range: Range<Int>) -> Double {
    samples[range.lowerBound * channels..<range.upperBound * channels].reduce(0) { max($0, abs($1)) }
  }

  func mean(_ channel: Int) -> Double {
    stride(from: channel, to: samples.count, by: channels).reduce(0) { $0 + samples[$1] } / Double(frames)
  }

  /// The level of a part, the root of its mean square, in dBFS.
  func level(_ range: Range<Int>) -> Double {
    let part = samples[range.lowerBound * channels..<range.upperBound * channels]
    return 10 * log10(part.reduce(0) { $0 + $1 * $1 } / Double(part.count) + 1e-20)
  }
}

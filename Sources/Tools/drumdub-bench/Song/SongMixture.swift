import AudioBase
import AudioFiles
import SystemBase

/// Music with drums whose hits are known. Mono.
struct SongMixture {
  struct Hit {
    var frame: Int
    var velocity: Int
    var drum: SongDrum
    /// The pad of the kit that plays it.
    var pad: Int
  }

  static let rate = SampleRate(44_100)
  /// The frames of a mixture at most.
  static let length = 30 * rate.hertz

  let samples: [Float]
  /// In the order of their frames.
  let hits: [Hit]

  /// Mixes music with what a kit plays.
  ///
  /// - Parameter level: that of the drums beside the music, both as the root of the mean square.
  init(_ music: [Float], _ strokes: [Stroke], _ kit: MixtureKit, level: Decibels) {
    hits = kit.hits(strokes)
    let drums = kit.sound(of: hits, frames: music.count)
    let (own, other) = (SongMixture.level(of: drums), SongMixture.level(of: music))
    let gain = own > 0 && other > 0 ? other / own * level.factor : 1
    samples = zip(music, drums).map { $0 + gain * $1 }
  }

  private static func level(of samples: [Float]) -> Float {
    let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(samples.count, 1))
    return Float(power.squareRoot())
  }

  /// Decodes the beginning of a file in mono.
  static func music(_ path: FilePath) throws -> [Float] {
    let decoder = try DecoderRegistry().open(path)
    let channels = decoder.format.channels
    let converter = try SampleRateConverterMaker().makeConverter(from: decoder.format.sampleRate, to: rate)
    let read = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096 * channels)
    let made = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 16_384)
    defer {
      read.deallocate()
      made.deallocate()
    }
    var samples: [Float] = []
    while samples.count < length, case let count = try decoder.read(into: read), count > 0 {
      var input = (0..<count).map { frame in
        Frame(
          repeating: (0..<channels).reduce(Float(0)) { $0 + read[frame * channels + $1] } / Float(channels))
      }[...]
      while !input.isEmpty {
        let (taken, written) = input.withUnsafeBufferPointer { converter.convert($0, into: made) }
        samples += made[..<written].map(\.x)
        input = input.dropFirst(taken)
        if taken == 0, written == 0 { break }
      }
    }
    return Array(samples.prefix(length))
  }
}

/// A piece of music in memory.
struct MixtureDecoders: DecoderOpening {
  let samples: [Float]

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { Decoder(samples) }

  private final class Decoder: AudioDecoder {
    let format: StreamFormat
    let endedEarly = false
    private let samples: [Float]
    private var position = 0

    init(_ samples: [Float]) {
      self.samples = samples
      format = StreamFormat(sampleRate: SongMixture.rate, channels: 1, length: FrameCount(samples.count))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
      let count = min(buffer.count, samples.count - position)
      for index in 0..<count { buffer[index] = samples[position + index] }
      position += count
      return count
    }

    func seek(to frame: FrameCount) throws(FileError) { position = min(frame.value, samples.count) }
  }
}

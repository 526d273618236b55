import AudioBase
import AudioFiles

/// A sound file of any kind: opened, read, sought about in. The last bytes say where.
enum DecoderFuzz {
  private static let file = FuzzFile()
  private static let frames = 1024
  /// A header may promise hours of silence.
  private static let longest = 200_000

  static func take(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    guard let decoder = try? DecoderRegistry().open(file.path) else { return }
    let format = decoder.format
    precondition(format.channels > 0 && format.channels <= 1024, "\(format.channels) channels")
    precondition(SampleRate.playable.contains(format.sampleRate.hertz), "\(format.sampleRate)")
    precondition((format.length ?? .zero) >= .zero, "a length below 0")
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * format.channels)
    samples.initialize(repeating: 0)
    defer { samples.deallocate() }
    read(decoder, into: samples, limit: longest)
    _ = decoder.endedEarly
    var script = FuzzScript(bytes.suffix(12))
    while !script.isEmpty {
      let frame = script.byte() < 8 ? Int.max / 2 : script.number() * 8
      if (try? decoder.seek(to: FrameCount(frame))) == nil { return }
      read(decoder, into: samples, limit: 4096)
    }
  }

  private static func read(
    _ decoder: any AudioDecoder, into samples: UnsafeMutableBufferPointer<Float>, limit: Int
  ) {
    var done = 0
    while done < limit {
      guard let count = try? decoder.read(into: samples), count > 0 else { return }
      precondition(count <= frames, "more than there is room for")
      done += count
    }
  }
}

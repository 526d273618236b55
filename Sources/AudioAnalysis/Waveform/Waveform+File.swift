import AudioBase
import SystemBase

extension Waveform {
  private static let mark = Array("DrumDub waveform 2\n".utf8)
  /// The size of one part in bytes.
  private static let partLength = 6

  /// The content of a file: a signature, the duration in milliseconds (8 bytes, little-endian), six bytes for each part.
  package var bytes: [UInt8] {
    let milliseconds = UInt64(max(duration, 0) * 1000)
    let head = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (8 * UInt64($0))) }
    return Waveform.mark + head
      + parts.flatMap { part in
        let bands = (0..<3).map { part.bands[$0] }
        return [UInt8(bitPattern: part.low), UInt8(bitPattern: part.high), part.rms] + bands
      }
  }

  /// Fails if the bytes are not a waveform.
  package init?(bytes: [UInt8]) {
    let head = Waveform.mark.count
    guard bytes.starts(with: Waveform.mark), bytes.count >= head + 8,
      (bytes.count - head - 8) % Waveform.partLength == 0
    else { return nil }
    let milliseconds = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[head + $1]) << (8 * UInt64($1)) }
    guard milliseconds < 1 << 40 else { return nil }
    let parts = stride(from: head + 8, to: bytes.count, by: Waveform.partLength).map { index in
      Part(
        low: Int8(bitPattern: bytes[index]), high: Int8(bitPattern: bytes[index + 1]), rms: bytes[index + 2],
        bands: SIMD3(bytes[index + 3], bytes[index + 4], bytes[index + 5]))
    }
    self.init(parts: parts, duration: Double(milliseconds) / 1000)
  }

  /// Decodes a whole file, on any thread, and computes its waveform.
  ///
  /// - Parameter isCancelled: called often; true ends the work.
  /// - Returns: nil if cancelled. The waveform of a damaged file ends where decoding fails.
  package static func of(
    _ path: FilePath, decoders: any DecoderOpening, isCancelled: () -> Bool
  ) throws(FileError) -> Waveform? {
    let decoder = try decoders.open(path)
    let channels = decoder.format.channels
    var builder = WaveformBuilder(sampleRate: decoder.format.sampleRate, channels: channels)
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192 * channels)
    defer { samples.deallocate() }
    while !isCancelled() {
      guard let count = try? decoder.read(into: samples), count > 0 else { return builder.waveform }
      let read = UnsafeMutableBufferPointer(rebasing: samples[..<(count * channels)])
      SampleGuard.silence(read)
      builder.add(UnsafeBufferPointer(read))
    }
    return nil
  }
}

import AudioBase
import SystemBase

extension Waveform {
  private static let mark = Array("DrumDub waveform 2\n".utf8)
  /// The content of a file: a signature, the duration in milliseconds (8 bytes, little-endian), six bytes for each part.
  package var bytes: [UInt8] {
    let milliseconds = UInt64(max(duration, 0) * 1000)
    let head = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (8 * UInt64($0))) }
    var bytes = Waveform.mark + head
    for part in parts { part.append(to: &bytes) }
    return bytes
  }

  /// Fails if the bytes are not a waveform.
  package init?(bytes: [UInt8]) {
    let head = Waveform.mark.count
    guard bytes.starts(with: Waveform.mark), bytes.count >= head + 8,
      (bytes.count - head - 8) % Waveform.Part.length == 0
    else { return nil }
    let milliseconds = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[head + $1]) << (8 * UInt64($1)) }
    guard milliseconds < 1 << 40 else { return nil }
    let parts = bytes.withUnsafeBytes { bytes in
      stride(from: head + 8, to: bytes.count, by: Part.length).map {
        Part(bytes: bytes[$0..<$0 + Part.length])
      }
    }
    self.init(parts: parts, duration: Double(milliseconds) / 1000)
  }

  /// Decodes a whole file, on any thread, and computes its waveform and its pyramid.
  ///
  /// - Parameter isCancelled: called often; true ends the work.
  /// - Returns: nil if cancelled; without the content of the pyramid's file if there are no frames. Those of a damaged file
  ///   end where decoding fails.
  package static func of(
    _ path: FilePath, decoders: any DecoderOpening, isCancelled: () -> Bool
  ) throws(FileError) -> (waveform: Waveform, pyramid: [UInt8]?)? {
    let samples = try TrackSamples(TrackLocation(path: path), decoders: decoders)
    var builder = WaveformBuilder(
      sampleRate: samples.format.sampleRate, channels: samples.format.channels)
    let isDone = try? samples.read(isCancelled: isCancelled) { builder.add($0) }
    return isDone == false ? nil : builder.finish()
  }
}

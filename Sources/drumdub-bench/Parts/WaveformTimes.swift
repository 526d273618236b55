import AudioAnalysis
import AudioFiles
import SystemBase

/// Measures the computation of a waveform against only decoding the same track.
enum WaveformTimes {
  private static let rounds = 5

  /// Returns the median quotient of the times.
  static func ratio(_ track: String) throws(Failure) -> Double {
    let path = FilePath(track)
    do throws(FileError) {
      var ratios: [Double] = []
      for _ in 0..<rounds {
        let start = HostTime.now
        try decode(path)
        let middle = HostTime.now
        _ = try Waveform.of(path, decoders: DecoderRegistry()) { false }
        ratios.append(HostTime.now.seconds(since: middle) / middle.seconds(since: start))
      }
      return ratios.median
    } catch {
      throw Failure(error)
    }
  }

  private static func decode(_ path: FilePath) throws(FileError) {
    let decoder = try DecoderRegistry().open(path)
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192 * decoder.format.channels)
    defer { samples.deallocate() }
    while try decoder.read(into: samples) > 0 {}
  }
}

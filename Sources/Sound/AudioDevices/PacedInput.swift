import AudioBase
import SystemBase

/// An input that plays a file as if it were captured, driven by a clock; after its end, silence.
package final class PacedInput: ThreadedInput, @unchecked Sendable {
  package let name: String
  package let format: InputFormat
  private let decoder: any AudioDecoder
  private let clock: any PaceClock
  /// Seconds of the clock for each second of the input, at its stated rate.
  private let stretch: Double
  package let thread = DeviceThread()

  /// Creates an input that plays a file in real time.
  ///
  /// - Parameters:
  ///   - decoder: of one or two channels.
  ///   - drift: by how much the input's clock is faster than `clock`, in parts per million.
  package init(
    name: String, decoder: sending any AudioDecoder, period: FrameCount = FrameCount(256),
    clock: any PaceClock = SystemClock(), drift: Double = 0
  ) {
    (self.name, self.decoder, self.clock) = (name, decoder, clock)
    stretch = 1 / (1 + drift / 1e6)
    format = InputFormat(
      sampleRate: decoder.format.sampleRate, channels: min(decoder.format.channels, 2), period: period)
  }

  package func run(_ sink: CaptureSink, _ report: DeviceReport) throws(DeviceError) {
    try DeviceError.wrapping { () throws(FileError) in try run(sink) }
  }

  private func run(_ sink: CaptureSink) throws(FileError) {
    let channels = decoder.format.channels
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: format.period.value * channels)
    samples.initialize(repeating: 0)
    defer { samples.deallocate() }
    let start = clock.now
    var done = 0
    func time(of frame: Int) -> HostTime {
      start.advanced(bySeconds: FrameCount(frame).seconds(at: format.sampleRate) * stretch)
    }
    while !thread.isStopping {
      clock.sleep(until: time(of: done + format.period.value))
      let count = try decoder.read(into: samples)
      let block = (0..<format.period.value).map { index in
        index < count
          ? Frame(samples[index * channels], samples[index * channels + min(1, channels - 1)]) : Frame.zero
      }
      block.withUnsafeBufferPointer {
        sink($0, CaptureTime(time(of: done), isRestart: done == 0))
      }
      done += block.count
    }
  }
}

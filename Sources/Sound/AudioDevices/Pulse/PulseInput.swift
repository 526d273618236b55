import AudioBase
import SystemBase

/// A source of a sound server: a microphone, a line in, or the monitor of a sink.
///
/// If the server ends or removes the source, the device is lost.
package final class PulseInput: ThreadedInput, @unchecked Sendable {
  private static let period = FrameCount(256)

  package let name: String
  package let format: InputFormat
  package let thread = DeviceThread()
  // Used by the opening thread, then by the device's thread.
  private let connection: PulseConnection
  private let stream: PulseCaptureStream

  /// Connects to the server and creates a stream.
  ///
  /// - Parameters:
  ///   - source: the source's name; nil for the server's default source.
  ///   - rate: nil selects the rate of the source.
  ///   - channels: the wanted number, 1 or 2.
  package init(source: String?, rate: SampleRate?, channels: Int = 2) throws(DeviceError) {
    name = source.map { "pulse:\($0)" } ?? "pulse"
    connection = try PulseConnection(until: thread.stopSignal.descriptor)
    let found = try connection.format(ofSource: source)
    format = InputFormat(
      sampleRate: rate ?? found.rate, channels: min(channels, found.channels, 2), period: PulseInput.period)
    stream = try PulseCaptureStream(connection, source: source, format)
  }

  package func run(_ sink: CaptureSink, _ report: DeviceReport) throws(DeviceError) {
    var interruption = StallDetector(since: .now)
    while !thread.isStopping {
      connection.serve(seconds: StallDetector.timeout)
      guard connection.isAlive, stream.isAlive else {
        throw DeviceError(.lost, name, detail: "the sound server or its source has ended")
      }
      var hasCaptured = false
      while stream.read(sink) { hasCaptured = true }
      if hasCaptured {
        if interruption.progressed(at: .now) == .ends { report(.resumed) }
      } else if interruption.waited(at: .now) == .begins {
        report(.interrupted(.stalled))
      }
    }
  }
}

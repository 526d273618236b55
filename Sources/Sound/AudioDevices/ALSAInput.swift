import AudioBase
import CALSA
import SystemBase

/// A microphone, a line in or the monitor of an output, through alsa-lib.
package final class ALSAInput: ThreadedInput, @unchecked Sendable {
  private static let period = FrameCount(256)
  /// The size of the buffer in periods: 85 ms at 48 kHz. It does not delay the input.
  private static let periods = 16

  package let name: String
  package let format: InputFormat
  private let pcm: PCMHandle
  package let thread = DeviceThread()

  /// Opens a PCM for capture and configures it.
  ///
  /// - Parameters:
  ///   - pcm: ALSA's name for it: `default`, `hw:1`, `pulse`.
  ///   - rate: nil selects 48 kHz, or the nearest rate that the device has.
  ///   - channels: the wanted number.
  package init(pcm name: String, rate: SampleRate?, channels: Int = 2) throws(DeviceError) {
    self.name = name == "default" ? "alsa" : "alsa:\(name)"
    pcm = try PCMHandle(name: name, direction: SND_PCM_STREAM_CAPTURE)
    format = try pcm.configureCapture(
      rate: rate ?? .standard, channels: channels, period: ALSAInput.period, periods: ALSAInput.periods)
  }

  package func run(_ sink: CaptureSink, _ report: DeviceReport) throws(DeviceError) {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: format.period.value)
    block.initialize(repeating: .zero)
    defer { block.deallocate() }
    var interruption = StallDetector(since: .now)
    var isRestart = true
    while !thread.isStopping {
      do throws(PCMFailure) {
        if let time = try pcm.waitForFrames(format) {
          let count = try pcm.read(into: block)
          if count == 0 { continue }
          if interruption.progressed(at: .now) == .ends { report(.resumed) }
          let captured = CaptureTime(time.captured, isRestart: time.isRestart || isRestart)
          isRestart = false
          sink(UnsafeBufferPointer(rebasing: block[..<count]), captured)
        } else if interruption.waited(at: .now) == .begins {
          report(.interrupted(.stalled))
        }
      } catch {
        isRestart = true
        switch error {
        case .deviceLost(let detail): throw DeviceError(.lost, name, detail: detail)
        case .xrun: break
        case .suspended: if interruption.begin() == .begins { report(.interrupted(.stalled)) }
        }
      }
    }
  }
}

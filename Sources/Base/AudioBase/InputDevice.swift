import SystemBase

/// The format that an input has accepted.
package struct InputFormat: Hashable, Sendable {
  package var sampleRate: SampleRate
  /// 1 if both sides of its frames are equal.
  package var channels: Int
  /// The usual length of a block.
  package var period: FrameCount

  package init(sampleRate: SampleRate, channels: Int, period: FrameCount) {
    (self.sampleRate, self.channels, self.period) = (sampleRate, channels, period)
  }
}

/// The time at which the first frame of a captured block was at the input.
package struct CaptureTime: Hashable, Sendable, BitwiseCopyable {
  package let captured: HostTime
  /// Whether frames are missing before the block, or the device keeps another time than before.
  package let isRestart: Bool

  package init(_ captured: HostTime, isRestart: Bool = false) {
    (self.captured, self.isRestart) = (captured, isRestart)
  }
}

/// A source of sound: a microphone, a line in, the monitor of an output, or a file. It is started once and stopped once.
package protocol InputDevice: AnyObject, Sendable {
  /// The device as the user would write it: `alsa:hw:1`.
  var name: String { get }
  var format: InputFormat { get }

  /// Starts the thread that captures.
  func start(_ sink: @escaping CaptureSink, events report: @escaping DeviceReport)

  /// Ends the thread and waits for it; the sink is not called after it. Does nothing if the device is not running.
  func stop()
}

/// An input that is open and was not started. A start consumes it, so that no device is started again: the thread of a
/// device ends for good when it is stopped.
package struct OpenedInput: ~Copyable, Sendable {
  private let device: any InputDevice

  package init(_ device: any InputDevice) { self.device = device }

  package var name: String { device.name }
  package var format: InputFormat { device.format }

  package consuming func start(
    _ sink: @escaping CaptureSink, events report: @escaping DeviceReport
  ) -> any InputDevice {
    device.start(sink, events: report)
    return device
  }
}

/// Receives what an input captures. Called on the device's thread; must return at once.
package typealias CaptureSink = @Sendable (UnsafeBufferPointer<Frame>, CaptureTime) -> Void

/// Opens the input that the user chose. Any thread.
package protocol InputOpening: Sendable {
  /// Opens the device.
  ///
  /// - Parameters:
  ///   - rate: the wanted rate; the device may have another one. Nil selects 48 kHz.
  ///   - channels: the wanted number, 1 or 2.
  func open(rate: SampleRate?, channels: Int) throws(DeviceError) -> OpenedInput
}

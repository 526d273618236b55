/// The format that a device has accepted.
package struct OutputFormat: Hashable, Sendable {
  package var sampleRate: SampleRate
  /// The length of a block.
  package var period: FrameCount
  /// The largest delay from rendering to hearing.
  package var buffer: FrameCount

  package init(sampleRate: SampleRate, period: FrameCount, buffer: FrameCount) {
    (self.sampleRate, self.period, self.buffer) = (sampleRate, period, buffer)
  }
}

/// How much sound a device buffers.
package enum BufferLength: Hashable, Sendable {
  /// As much as the user has configured, so that a hit is heard at once.
  case short
  /// 100 ms, so that the processor wakes less often. A hit makes the buffer short again.
  case long

  /// The seconds of sound in a long buffer.
  package static let longSeconds = 0.1
}

/// A destination of sound: a card, a file, a pipe, or nothing. It is started once and stopped once.
///
/// Its thread calls the engine for each period and states its delay with each block.
package protocol OutputDevice: AnyObject, Sendable {
  /// The device as the user would write it: `alsa:default`, `file:take.wav`.
  var name: String { get }
  var format: OutputFormat { get }
  /// The number of times that the kernel woke the device's thread more than a period late; 0 if the device keeps time
  /// itself.
  var lateWakeUps: Int { get }
  /// The number of the sound card that the device plays on, in ALSA; nil if it is not known or there is none.
  var card: Int? { get }
  /// Whether the device reports itself that its sound goes another way.
  var reportsRoutes: Bool { get }
  /// The receiver of the sound now. Any thread.
  var receiver: OutputReceiver { get }

  /// Starts the thread that requests blocks. If it throws, `stop` must be called nevertheless.
  func start(_ source: RenderSource, events report: @escaping DeviceReport) throws(DeviceError)

  /// Changes how much sound the device buffers from now on. What is buffered is played. A device whose buffer has one
  /// length ignores it. Any thread.
  func use(_ length: BufferLength)

  /// Ends the thread and waits for it; the source is not called after it. Does nothing if the device is not running.
  func stop()
}

extension OutputDevice {
  package var lateWakeUps: Int { 0 }
  package func use(_ length: BufferLength) {}
  package var card: Int? { nil }
  package var reportsRoutes: Bool { false }
  package var receiver: OutputReceiver { .device }
}

/// An output that is open and was not started. A start consumes it, so that no device is started again: the thread of a
/// device ends for good when it is stopped.
package struct OpenedOutput: ~Copyable {
  private let device: any OutputDevice

  package init(_ device: any OutputDevice) { self.device = device }

  package var name: String { device.name }
  package var format: OutputFormat { device.format }
  package var receiver: OutputReceiver { device.receiver }

  /// Starts the thread that requests blocks. If it throws, the device is stopped.
  package consuming func start(
    _ source: RenderSource, events report: @escaping DeviceReport
  ) throws(DeviceError) -> any OutputDevice {
    do throws(DeviceError) {
      try device.start(source, events: report)
    } catch {
      // It may have begun to call the engine.
      device.stop()
      throw error
    }
    return device
  }
}

/// Who receives the sound of a device.
package enum OutputReceiver: Hashable, Sendable {
  case device
  /// The sink of a sound server, as its users know it.
  case sink(String)
  /// No program reads the pipe.
  case noReader
}

/// Receives the events of an output or an input, on the device's thread, outside of the render call.
package typealias DeviceReport = @Sendable (DeviceEvent) -> Void

/// What happens to an output or an input.
package enum DeviceEvent: Sendable {
  /// Blocks came too late.
  case xrun
  /// The device accepts or captures no sound for a while. It is waited for.
  case interrupted(InterruptionReason)
  /// The device accepts or captures sound again.
  case resumed
  /// The device is lost; its thread ends.
  case failed(DeviceError)
  /// The sound goes to another output than before.
  case routeChanged(RouteChange)
  /// The receiver or the format has changed: a program begins or ceases to read the sound, or the device buffers more or
  /// less than before.
  case stateChanged(OutputReceiver, OutputFormat)
}

/// The reason why a device accepts no sound for a while.
package enum InterruptionReason: Hashable, Sendable {
  /// It does not respond, for a reason that it does not state.
  case stalled
  /// The machine is, or was, suspended.
  case suspended
  /// The sound server silences music while another program is heard, for instance a call.
  case corked
  case serverGone
  /// The device that is named was removed, and there is no other one.
  case deviceGone(String)
  /// The device that is named is used by another program alone.
  case busy(String)
}

/// A change of the way from the program to the ear. Devices are named as their users know them.
package enum RouteChange: Hashable, Sendable {
  /// The user or the sound server has moved the sound to another device; the former one is still there.
  case moved(to: String)
  /// The device was removed, and the sound goes to the next one.
  case removed(String, next: String)
  /// The headphones were unplugged that were heard.
  case headphonesUnplugged
  /// The chosen device is not there, and another one plays until it is.
  case missing(String, next: String)

  /// Whether what was heard before can no longer be heard there.
  package var endsRoute: Bool {
    switch self {
    case .moved, .missing: false
    case .removed, .headphonesUnplugged: true
    }
  }
}

import SystemBase

/// What a device was granted.
package struct OutputFormat: Hashable, Sendable {
  package var sampleRate: SampleRate
  /// Frames asked of the engine at a time.
  package var period: FrameCount
  /// Frames between what is rendered and what is heard, at most.
  package var buffer: FrameCount

  package init(sampleRate: SampleRate, period: FrameCount, buffer: FrameCount) {
    self.sampleRate = sampleRate
    self.period = period
    self.buffer = buffer
  }
}

/// Where sound goes: a card, a file, a pipe, nowhere. Started once, stopped once.
///
/// Its thread calls the engine for each period. What a device costs in latency is told block by block.
package protocol OutputDevice: AnyObject, Sendable {
  /// The device as the user would write it: `alsa:default`, `file:take.wav`.
  var name: String { get }
  var format: OutputFormat { get }
  /// How often the kernel woke the device's thread more than a period late; 0 where the device keeps time itself.
  var lateWakeUps: Int { get }

  /// Starts the thread that asks for sound.
  func start(_ source: RenderSource, events: any DeviceEvents) throws(DeviceError)

  /// Ends the thread and waits for it; afterwards the source is not called any more.
  func stop()
}

extension OutputDevice {
  package var lateWakeUps: Int { 0 }
}

/// What a device tells besides asking for sound; called on the device's thread, outside the render call.
package protocol DeviceEvents: AnyObject, Sendable {
  /// Sound was missing, for whatever reason.
  func deviceHadXrun(_ device: any OutputDevice)
  /// The device takes no sound for a while, and is waited for: others have it, or the machine has slept.
  func deviceWasInterrupted(_ device: any OutputDevice)
  /// It takes sound again after an interruption.
  func deviceGoesOn(_ device: any OutputDevice)
  /// The device is gone; its thread ends with this call.
  func deviceDidFail(_ device: any OutputDevice, _ error: DeviceError)
}

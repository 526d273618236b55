import AudioBase
import Glibc
import Player
import Synchronization
import SystemBase

/// Opens devices that render when the test says so; one at a time, as a card does.
final class TestOpener: OutputOpening, @unchecked Sendable {
  let name: String
  let isDevice = true
  let awaitsServer: Bool
  let hasBuffer = true
  var rate: SampleRate?
  let period = FrameCount(256)
  var periods = 2
  private let ownRate: SampleRate
  private let receiver: OutputReceiver
  private let state = Mutex<(device: TestDevice?, failure: DeviceError?, startFailure: DeviceError?)>(
    (nil, nil, nil))

  init(
    _ name: String = "test", awaitsServer: Bool = false, rate: SampleRate = SampleRate(44_100),
    receiver: OutputReceiver = .device
  ) {
    (self.name, self.awaitsServer, ownRate, self.receiver) = (name, awaitsServer, rate, receiver)
  }

  var device: TestDevice? { state.withLock { $0.device } }

  func fail(_ error: DeviceError?) { state.withLock { $0.failure = error } }
  func failStart(_ error: DeviceError?) { state.withLock { $0.startFailure = error } }

  func open() throws(DeviceError) -> OpenedOutput {
    let device = state.withLock { state -> Result<TestDevice, DeviceError> in
      if let failure = state.failure { return .failure(failure) }
      if state.device?.isStopped == false { return .failure(DeviceError(.busy, name)) }
      let device = TestDevice(
        name, rate: ownRate, periods: periods, receiver: receiver, startFailure: state.startFailure)
      state.device = device
      return .success(device)
    }
    return OpenedOutput(try device.get())
  }

  func silent(rate: SampleRate) -> OpenedOutput {
    OpenedOutput(TestDevice("null", rate: rate, startFailure: nil))
  }
}

final class TestDevice: OutputDevice, @unchecked Sendable {
  let name: String
  let format: OutputFormat
  let receiver: OutputReceiver
  var delay = 256
  private let state = Mutex<(source: RenderSource?, report: DeviceReport?, isStopped: Bool)>(
    (nil, nil, false))
  private let usedLength = Mutex(BufferLength.short)
  private let startFailure: DeviceError?
  /// When its next block is due; nil before the first one.
  private var next: HostTime?

  init(
    _ name: String, rate: SampleRate, periods: Int = 2, receiver: OutputReceiver = .device,
    startFailure: DeviceError?
  ) {
    format = OutputFormat(sampleRate: rate, period: FrameCount(256), buffer: FrameCount(256 * periods))
    (self.name, self.receiver, self.startFailure) = (name, receiver, startFailure)
  }

  func use(_ length: BufferLength) { usedLength.withLock { $0 = length } }
  var bufferLength: BufferLength { usedLength.withLock { $0 } }

  var isStopped: Bool { state.withLock { $0.isStopped } }
  /// Whether it plays an engine.
  var isPlaying: Bool { state.withLock { $0.source != nil } }

  /// - Precondition: it is started once, as the thread of a device is.
  func start(_ source: RenderSource, events report: @escaping DeviceReport) throws(DeviceError) {
    if let startFailure { throw startFailure }
    state.withLock { state in
      precondition(!state.isStopped)
      (state.source, state.report) = (source, report)
    }
  }

  func stop() {
    // As long as a card needs to play its buffer.
    usleep(5_000)
    state.withLock { ($0.source, $0.isStopped) = (nil, true) }
  }

  private var report: DeviceReport? { state.withLock { $0.report } }

  func fail(_ error: DeviceError) { report?(.failed(error)) }
  func dropOut() { report?(.xrun) }
  func interrupt(_ reason: InterruptionReason) { report?(.interrupted(reason)) }

  /// Renders the blocks that are due at a time. Returns whether one has a sound.
  func render(at now: HostTime) -> Bool {
    var hasSound = false
    var due = next ?? now
    while due <= now {
      var block = [Frame](repeating: .zero, count: 256)
      let time = BlockTime(asked: due, delay: delay)
      state.withLock { state in
        block.withUnsafeMutableBufferPointer { state.source?.render(into: $0, at: time) }
        state.source?.blockWasDelivered()
      }
      if block.contains(where: { $0 != .zero }) { hasSound = true }
      due = due.advanced(bySeconds: 256 / 44_100)
    }
    next = due
    return hasSound
  }
}

import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Captures an input until it is stopped, on threads of its own. A lost device is opened again when it is back.
package final class InputSession: Sendable {
  package enum Event: Sendable {
    /// The device captures.
    case began(name: String, InputFormat)
    /// The device cannot be opened; the session has ended.
    case failed(DeviceError)
    /// The device is lost, or captures nothing for a while. It is waited for.
    case interrupted(DeviceError?)
    /// The device captures again.
    case resumed
  }

  /// What is captured.
  package let buffer: CaptureBuffer
  /// The captured frames for the mix.
  package let monitor = InputMonitor()
  private let opening: any InputOpening
  private let rate: SampleRate?
  private let sink: CaptureSink
  private let report: @Sendable (Event) -> Void
  private let queue = DeviceEventQueue()
  private let stopping = Atomic<Bool>(false)
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts to capture an input. `rate` is the wanted one; `report` is called on the session's thread.
  package init(
    _ opening: any InputOpening, rate: SampleRate?, report: @escaping @Sendable (Event) -> Void
  ) {
    (self.opening, self.rate, self.report) = (opening, rate, report)
    let buffer = CaptureBuffer(capacity: FrameCount(1 << 17))
    self.buffer = buffer
    sink = { [buffer, monitor] block, time in
      buffer.receive(block, at: time)
      monitor.receive(block, at: time)
    }
    let worker = WorkerThread(name: "input") { [self] in run() }
    thread.withLock { $0 = worker }
  }

  /// Ends the capture. The returned function waits until the device is closed.
  @discardableResult
  package func stop() -> @Sendable () -> Void {
    stopping.store(true, ordering: .releasing)
    queue.signal.wake()
    let worker = thread.withLock { $0.take() }
    return { worker?.join() }
  }

  private func run() {
    var loop = DeviceLoop<any InputDevice>(queue) { $0.stop() }
    do throws(DeviceError) {
      try begin(&loop)
    } catch {
      return report(.failed(error))
    }
    while !stopping.load(ordering: .acquiring) {
      switch loop.next() {
      case .device(.interrupted): report(.interrupted(nil))
      case .device(.resumed): report(.resumed)
      case .device(.failed(let error)):
        loop.tryLater()
        report(.interrupted(error))
      case .isDue: do throws(DeviceError) { try begin(&loop) } catch { loop.tryLater() }
      case .device, nil: break
      }
    }
    loop.end()
  }

  private func begin(_ loop: inout DeviceLoop<any InputDevice>) throws(DeviceError) {
    let opened = try opening.open(rate: rate, channels: 2)
    report(.began(name: opened.name, opened.format))
    loop.device = opened.start(sink, events: loop.makeReceiver())
  }
}

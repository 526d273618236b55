import AudioBase
import Glibc
import Synchronization
import SystemBase

/// The thread of a device, with the signal that ends it. It is started once and stopped once. Any thread.
package final class DeviceThread: Sendable {
  /// Woken when the thread is to end.
  let stopSignal = WakeSignal()
  private let stops = Atomic<Bool>(false)
  private let worker = Mutex<WorkerThread?>(nil)

  /// Whether the thread is to end. Set before `stopSignal` is woken.
  var isStopping: Bool { stops.load(ordering: .relaxed) }

  /// Starts the thread, which may request real-time priority.
  func start(_ name: String, isRealtime: Bool = true, _ body: @escaping @Sendable () -> Void) {
    worker.withLock {
      $0 = WorkerThread(name: name) {
        if isRealtime { AudioThread.prepare() }
        body()
      }
    }
  }

  /// Waits until a descriptor can be read; returns its events, or 0 if the thread is to end.
  func wait(for descriptor: Int32) -> Int16 {
    var watched = [descriptor, stopSignal.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while !isStopping {
      if poll(&watched, 2, -1) < 0 && errno != EINTR { return 0 }
      if watched[0].revents != 0 { return watched[0].revents }
    }
    return 0
  }

  /// Ends the thread and waits for its end; does nothing if it was not started.
  func stop() { stop(waking: stopSignal) }

  /// Ends a thread that waits for another signal.
  func stop(waking signal: borrowing WakeSignal) {
    stops.store(true, ordering: .relaxed)
    signal.wake()
    worker.withLock { $0.take() }?.join()
  }
}

/// A device whose work a thread does, until it is stopped.
package protocol ThreadedDevice: AnyObject, Sendable {
  var thread: DeviceThread { get }
}

extension ThreadedDevice {
  package func stop() { thread.stop() }
}

/// An output whose thread requests blocks.
package protocol ThreadedOutput: OutputDevice, ThreadedDevice {
  /// Requests blocks until the thread is stopped, with memory for a period. An error is reported as the failure of the device.
  func run(
    _ source: RenderSource, _ report: DeviceReport, _ block: UnsafeMutableBufferPointer<Frame>
  ) throws(DeviceError)
}

extension ThreadedOutput {
  package func start(_ source: RenderSource, events report: @escaping DeviceReport) throws(DeviceError) {
    thread.start("audio") { [self] in
      let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: format.period.value)
      block.initialize(repeating: .zero)
      defer { block.deallocate() }
      do throws(DeviceError) { try run(source, report, block) } catch { report(.failed(error)) }
    }
  }
}

/// An input whose thread captures.
package protocol ThreadedInput: InputDevice, ThreadedDevice {
  /// Captures until the thread is stopped. An error is reported as the failure of the device.
  func run(_ sink: CaptureSink, _ report: DeviceReport) throws(DeviceError)
}

extension ThreadedInput {
  package func start(_ sink: @escaping CaptureSink, events report: @escaping DeviceReport) {
    thread.start("audio") { [self] in
      do throws(DeviceError) { try run(sink, report) } catch { report(.failed(error)) }
    }
  }
}

/// A MIDI input whose thread reads messages.
package protocol ThreadedMIDIInput: MIDIInput, ThreadedDevice {
  /// Reads messages until the thread is stopped.
  func run(_ receive: MIDIMessageHandler, _ report: MIDIInputReport)
}

extension ThreadedMIDIInput {
  package func start(receive: @escaping MIDIMessageHandler, report: @escaping MIDIInputReport) {
    thread.start("midi") { [self] in run(receive, report) }
  }

  /// Pauses for a millisecond, after more input at once than a device sends in that time. A program that sends as fast as it
  /// can would keep the processors busy, and the main thread waiting.
  func pauseFlood() { usleep(1_000) }
}

import AudioBase
import MixEngine
import Synchronization
import TrackFeed

/// Owns everything that uses the memory of an engine: the output device, the feeder and the time-stretcher.
///
/// The device's thread calls the engine through plain pointers. When the session is stopped or released, it
/// first stops the device, then ends the threads of feeder and stretcher, then releases the memory of the
/// engine. Any thread; devices are started by one thread at a time.
package final class AudioSession: Sendable {
  package let control: EngineControl
  package let feeder: StreamFeeder
  package let stretcher: StretchService
  /// Valid as long as `control` exists.
  private let source: RenderSource
  private let device = Mutex<(any OutputDevice)?>(nil)

  /// Creates a session without a device. The feeder and the stretcher fill the rings of the engine.
  package init(_ engine: AudioEngine, feeder: StreamFeeder, stretcher: StretchService) {
    (control, source) = (engine.control, engine.source)
    (self.feeder, self.stretcher) = (feeder, stretcher)
  }

  deinit { stop() }

  /// Starts a device, after the one in use was stopped: one thread renders at a time.
  ///
  /// - Throws: if the device cannot be started; no device is in use then.
  @discardableResult
  package func start(
    _ new: consuming OpenedOutput, events report: @escaping DeviceReport
  ) throws(DeviceError) -> any OutputDevice {
    stopDevice()
    let started = try new.start(source, events: report)
    device.withLock { $0 = started }
    return started
  }

  /// Stops the device in use and waits until it no longer calls the engine; does nothing if there is none.
  package func stopDevice() { device.withLock { $0.take() }?.stop() }

  /// Stops the device, then the feeder and the stretcher, and waits for their threads. May be called again.
  package func stop() {
    stopDevice()
    feeder.stop()
    stretcher.stop()
  }
}

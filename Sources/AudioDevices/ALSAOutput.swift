import AudioBase
import CALSA
import Synchronization
import SystemBase

/// A sound card or a sound server through alsa-lib.
package final class ALSAOutput: OutputDevice, @unchecked Sendable {
  package let name: String
  package let format: OutputFormat
  private let pcm: PCMHandle
  private let stopSignal = StopSignal()
  private let thread = Mutex<DeviceThread?>(nil)

  /// Opens a PCM and configures it; no block is requested before `start`.
  ///
  /// - Parameters:
  ///   - pcm: ALSA's name for it: `default`, `hw:1`, `pulse`.
  ///   - rate: nil selects 48 kHz, or the nearest rate that the device has.
  ///   - periods: the periods in the buffer.
  package init(pcm name: String, rate: SampleRate?, period: FrameCount, periods: Int = 2) throws(DeviceError)
  {
    self.name = name == "default" ? "alsa" : "alsa:\(name)"
    drumdub_alsa_be_quiet()
    pcm = try PCMHandle(name: name)
    format = try pcm.configure(rate: rate ?? .standard, period: period, periods: periods)
  }

  package func start(_ source: RenderSource, events: any DeviceEvents) throws(DeviceError) {
    thread.withLock {
      $0 = DeviceThread(self, events) { [self] () throws(DeviceError) in try run(source, events) }
    }
  }

  package func stop() { thread.stop(stopSignal) }

  package var card: Int? { pcm.card }

  private func run(_ source: RenderSource, _ events: any DeviceEvents) throws(DeviceError) {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: format.period.value)
    block.initialize(repeating: .zero)
    defer { block.deallocate() }
    var interruption = StallDetector(since: .now)
    while !stopSignal.isSet.load(ordering: .relaxed) {
      do throws(PCMFailure) {
        if let time = try pcm.waitForRoom(block.count, format) {
          if interruption.progressed(at: .now) == .ends { events.deviceDidResume(self) }
          source.render(into: block, at: time)
          try pcm.write(block, unless: stopSignal.isSet)
          source.blockWasDelivered()
          if source.beginRest() {
            try rest(source)
            interruption = StallDetector(since: .now)
          }
        } else if interruption.waited(at: .now) == .begins {
          events.deviceWasInterrupted(self, .stalled)
        }
      } catch {
        switch error {
        case .deviceLost(let detail): throw DeviceError(.lost, name, detail: detail)
        case .xrun: events.deviceHadXrun(self)
        case .suspended: if interruption.begin() == .begins { events.deviceWasInterrupted(self, .suspended) }
        }
      }
    }
  }

  /// Halts the PCM while nothing sounds, so that a sound server need not mix it and a card need not run.
  private func rest(_ source: RenderSource) throws(PCMFailure) {
    try pcm.halt()
    source.rest(until: stopSignal.wake)
    // A server treats a prepared PCM as one that plays, so it is prepared after the rest.
    if !stopSignal.isSet.load(ordering: .relaxed) { try pcm.makeReady() }
  }
}

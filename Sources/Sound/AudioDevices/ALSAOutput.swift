import AudioBase
import Synchronization
import SystemBase

/// A sound card or a sound server through alsa-lib. The buffer of a card can be long.
package final class ALSAOutput: ThreadedOutput, @unchecked Sendable {
  package let name: String
  private let pcm: PCMHandle
  package let thread = DeviceThread()
  private let acceptedFormat: Mutex<OutputFormat>
  /// Whether a long buffer is requested, which no hit has ended.
  private let wantsLongBuffer = Atomic<Bool>(false)
  // Used by the opening thread, then by the device's thread.
  private let player: PCMPlayer

  /// Opens a PCM and configures it; no block is requested before `start`.
  ///
  /// - Parameters:
  ///   - pcm: ALSA's name for it: `default`, `hw:1`, `pulse`.
  ///   - rate: nil selects 48 kHz, or the nearest rate that the device has.
  ///   - periods: the periods in the buffer.
  ///   - isCard: whether the PCM belongs to a sound card, and not to a server, whose latency is that of the whole buffer.
  ///     Nil asks the PCM.
  package init(
    pcm name: String, rate: SampleRate?, period: FrameCount, periods: Int = 2, isCard: Bool? = nil
  ) throws(DeviceError) {
    self.name = name == "default" ? "alsa" : "alsa:\(name)"
    pcm = try PCMHandle(name: name)
    let (accepted, fill) = try pcm.configure(
      rate: rate ?? .standard, period: period, periods: periods, hasLongBuffer: isCard ?? (pcm.card != nil))
    player = PCMPlayer(pcm, fill, rate: accepted)
    acceptedFormat = Mutex(player.format)
  }

  package var format: OutputFormat { acceptedFormat.withLock { $0 } }

  package func use(_ length: BufferLength) {
    wantsLongBuffer.store(length == .long, ordering: .relaxed)
  }

  package var card: Int? { pcm.card }

  package func run(
    _ source: RenderSource, _ report: DeviceReport, _ block: UnsafeMutableBufferPointer<Frame>
  ) throws(DeviceError) {
    var interruption = StallDetector(since: .now)
    while !thread.isStopping {
      do throws(PCMFailure) {
        try changeBuffer(source, report)
        if player.awaitHit(source) {
          wantsLongBuffer.store(false, ordering: .relaxed)
        } else if let time = try player.nextBlock() {
          if interruption.progressed(at: .now) == .ends { report(.resumed) }
          source.render(into: block, at: time)
          try pcm.write(block, on: thread)
          source.blockWasDelivered()
          if source.beginRest() {
            try player.rest(source, until: thread)
            interruption = StallDetector(since: .now)
          }
        } else if interruption.waited(at: .now) == .begins {
          report(.interrupted(.stalled))
        }
      } catch {
        player.restart()
        switch error {
        case .deviceLost(let detail): throw DeviceError(.lost, name, detail: detail)
        case .xrun: report(.xrun)
        case .suspended: if interruption.begin() == .begins { report(.interrupted(.suspended)) }
        }
      }
    }
  }

  /// Changes the length of the buffer to the requested one.
  private func changeBuffer(_ source: RenderSource, _ report: DeviceReport) throws(PCMFailure) {
    let length: BufferLength = wantsLongBuffer.load(ordering: .relaxed) ? .long : .short
    guard try player.use(length, source) else { return }
    acceptedFormat.withLock { $0 = player.format }
    report(.stateChanged(receiver, format))
  }
}

import AudioBase
import SystemBase

@testable import MixEngine

/// Takes that are played, and the device's rest.
extension RendererSession {
  func setSequences(_ script: inout FuzzScript) {
    let count = script.byte() % 4
    engine.control.setSequences(
      (0..<count).map { _ in (StreamID(UInt64(script.byte() % 8)), sequence(&script)) })
  }

  func startFree(_ script: inout FuzzScript) {
    let flags = script.byte()
    let musicAfter = flags & 1 == 0 ? nil : FrameCount(script.number())
    engine.control.startFree(sequence(&script), musicAfter: musicAfter, isOpen: flags & 2 != 0)
  }

  private func sequence(_ script: inout FuzzScript) -> HitSequence {
    let count = script.byte() % 64
    let (step, length) = (script.number() % 4096, script.number())
    let first = script.byte() & 15 == 15 ? RendererSession.lastFrame - 100_000 : script.number()
    let kinds: [PlannedHit.Kind] = [.pad, .pad, .beat, .accent]
    return HitSequence(
      (0..<count).map { index in
        let byte = script.byte()
        return PlannedHit(
          frame: first + index * step, kind: kinds[byte & 3], pad: byte >> 2 & 15, velocity: byte & 127 + 1,
          sample: byte >> 6 - 1, gain: Float(byte) / 100,
          length: byte & 4 == 0 ? 0 : byte & 8 == 0 ? length : RendererSession.lastFrame)
      })
  }

  /// A device that may rest has nothing to play; what comes meanwhile wakes it.
  mutating func rest(_ script: inout FuzzScript) {
    if !beginRest(after: script.byte() & 1 == 0 ? 150 : 0) { return }
    if script.byte() & 1 == 0 {
      step(script.byte() & 1 == 0 ? 4 : 6, &script)
      engine.source.rest(until: WakeSignal())
      isNewDevice = true
    } else {
      let interruption = WakeSignal()
      interruption.wake()
      engine.source.rest(until: interruption)
      isNewDevice = true
      precondition(renderBlock(512).allSatisfy { $0 == .zero }, "it rested, and something sounds")
    }
  }

  /// 6 s of silence take 141 blocks, and most of a session: once in each.
  private mutating func beginRest(after blocks: Int) -> Bool {
    if blocks > 0 { rests += 1 }
    if rests > 1 { return false }
    for _ in 0..<blocks {
      if engine.source.beginRest() { return true }
      render(count: 2048)
    }
    return engine.source.beginRest()
  }

  /// As a take may have.
  private static let lastFrame = 1 << 52
}

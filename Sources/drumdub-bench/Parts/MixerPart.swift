import AudioBase
import Effects
import Instruments
import MixEngine
import SystemBase

/// Measures each effect on noise, and each instrument with six notes that are struck each half second: stereo, in blocks
/// of 256 frames, on one core.
struct MixerPart {
  private static let rounds = 9
  private static let seconds = 2

  func measure() -> PartResult {
    var result = PartResult()
    for kind in EffectKind.allCases {
      result.figures.append(figure("steady", kind, moves: false))
      result.figures.append(figure("all parameters moving", kind, moves: true))
    }
    for kind in InstrumentKind.allCases {
      result.figures.append(
        figure("\(kind.rawValue), six notes") { time(kind.makeUnit(UnitSetup(rate: .standard, values: []))) })
    }
    return result
  }

  private func figure(_ what: String, _ time: () -> Double) -> Figure {
    let times = (0..<MixerPart.rounds).map { _ in time() }
    return Figure(
      part: .mixer, what: what, unit: "× real time", value: Double(MixerPart.seconds) / times.median)
  }

  /// The seconds that an instrument needs.
  private func time(_ unit: any InstrumentUnit) -> Double {
    let (size, blocks) = (256, MixerPart.seconds * SampleRate.standard.hertz / 256)
    let (frames, render) = (UnsafeMutablePointer<Frame>.allocate(capacity: size), unit.unit)
    defer { frames.deallocate() }
    frames.initialize(repeating: .zero, count: size)
    let start = HostTime.now
    for block in 0..<blocks {
      if block % 94 == 0 {
        for key in [40, 47, 52, 56, 59, 64] {
          unit.inbox.pointee.add(DueNote(NoteEvent(.on, key: key, value: 100, time: start)))
        }
      }
      _ = render.run(frames, size, isSilent: true)
    }
    return HostTime.now.seconds(since: start)
  }

  private func figure(_ state: String, _ kind: EffectKind, moves: Bool) -> Figure {
    let unit = kind.makeUnit(UnitSetup(rate: .standard, values: []))
    return figure("\(kind.rawValue), \(state)") { time(unit, moves: moves) }
  }

  /// The seconds that a unit needs.
  private func time(_ unit: any EffectUnit, moves: Bool) -> Double {
    var random = SeededGenerator(seed: 1)
    let (size, blocks) = (256, MixerPart.seconds * SampleRate.standard.hertz / 256)
    let noise = (0..<size).map { _ in
      Frame(.random(in: -0.5...0.5, using: &random), .random(in: -0.5...0.5, using: &random))
    }
    let (frames, render) = (UnsafeMutablePointer<Frame>.allocate(capacity: size), unit.unit)
    defer { frames.deallocate() }
    let start = HostTime.now
    for block in 0..<blocks {
      if moves { move(unit, to: block % 2 == 0 ? 0.25 : 0.75) }
      frames.initialize(from: noise, count: size)
      _ = render.run(frames, size, isSilent: false)
    }
    return HostTime.now.seconds(since: start)
  }

  private func move(_ unit: any EffectUnit, to position: Double) {
    for (index, parameter) in unit.parameters.enumerated() {
      unit.set(index, to: parameter.value(at: position))
    }
  }
}

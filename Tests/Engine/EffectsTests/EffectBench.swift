import AudioBase
import Effects
import Glibc
import MixEngine

/// Runs the unit of an effect as a bus does.
final class EffectBench {
  let unit: any EffectUnit
  let rate: SampleRate
  /// What the unit has reported for the last block.
  private(set) var reportsSilence = false

  /// - Parameter values: by name; all others are initial ones.
  init(
    _ kind: EffectKind, _ values: [String: Double] = [:], rate: SampleRate = .standard,
    isBypassed: Bool = false, sidechain: LevelCell? = nil
  ) {
    self.rate = rate
    unit = kind.makeUnit(
      UnitSetup(
        rate: rate, values: kind.parameters.map { values[$0.name] ?? $0.initial }, isBypassed: isBypassed,
        sidechain: sidechain))
    precondition(values.keys.allSatisfy { name in kind.parameters.contains { $0.name == name } })
  }

  func set(_ name: String, to value: Double) {
    guard let index = unit.parameters.firstIndex(where: { $0.name == name }) else {
      preconditionFailure(name)
    }
    unit.set(index, to: value)
  }

  func render(_ input: [Frame], block size: Int = 256) -> [Frame] {
    stride(from: 0, to: input.count, by: size).flatMap { start in
      renderBlock(Array(input[start..<min(start + size, input.count)]), isSilent: false)
    }
  }

  func renderSilence(_ frames: Int, block size: Int = 256) -> [Frame] {
    stride(from: 0, to: frames, by: size).flatMap { start in
      // The memory of a silent block may hold anything.
      renderBlock([Frame](repeating: Frame(0.5, .nan), count: min(size, frames - start)), isSilent: true)
    }
  }

  private func renderBlock(_ input: [Frame], isSilent: Bool) -> [Frame] {
    var frames = input
    let count = frames.count
    reportsSilence = frames.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return true }
      return unit.unit.run(start, count, isSilent: isSilent)
    }
    return reportsSilence ? [Frame](repeating: .zero, count: count) : frames
  }

  /// Has the effect fully on before the first sound.
  func settle() { _ = renderSilence(256) }

  /// The response to an impulse that has come after silence.
  func impulseResponse(_ frames: Int, impulse: Frame = Frame(repeating: 0.5)) -> [Frame] {
    settle()
    return render([impulse] + [Frame](repeating: .zero, count: frames - 1))
  }
}

/// A stereo sine of the same phase on both sides.
func sine(
  _ frequency: Double, level: Double = 0.25, frames: Int, from start: Int = 0, rate: SampleRate = .standard
) -> [Frame] {
  (start..<(start + frames)).map { index in
    Frame(repeating: Float(level * sin(2 * Double.pi * frequency * Double(index) / Double(rate.hertz))))
  }
}

extension RandomAccessCollection<Frame> where Index == Int {
  /// The magnitude of the spectrum of the left side at a frequency.
  func magnitude(at frequency: Double, rate: SampleRate) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, frame) in enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / Double(rate.hertz)
      real += Double(frame.x) * cos(angle)
      imaginary += Double(frame.x) * sin(angle)
    }
    return (real * real + imaginary * imaginary).squareRoot()
  }

  /// The largest change of the slope from one frame to the next.
  var largestBend: Float {
    var largest: Float = 0
    for index in indices.dropFirst(2) {
      let bend = self[index] - self[index - 1] * 2 + self[index - 2]
      largest = Swift.max(largest, bend.x.magnitude, bend.y.magnitude)
    }
    return largest
  }

  var peak: Float { reduce(0) { Swift.max($0, $1.x.magnitude, $1.y.magnitude) } }
}

func decibels(_ gain: Double) -> Double { 20 * log10(gain) }

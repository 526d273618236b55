import AudioBase
import Effects
import Glibc
import Instruments
import MixEngine
import SystemBase

/// Plays an instrument as its bus does.
final class InstrumentBench {
  let unit: any InstrumentUnit
  let rate: SampleRate
  /// What the unit has reported for the last block.
  private(set) var reportsSilence = false

  /// - Parameter values: by name; all others are initial ones.
  init(_ kind: InstrumentKind = .guitar, _ values: [String: Double] = [:], rate: SampleRate = .standard) {
    let setup = UnitSetup(rate: rate, values: kind.parameters.map { values[$0.name] ?? $0.initial })
    (self.rate, unit) = (rate, kind.makeUnit(setup))
    precondition(values.keys.allSatisfy { name in kind.parameters.contains { $0.name == name } })
  }

  init(_ unit: any InstrumentUnit, rate: SampleRate) { (self.unit, self.rate) = (unit, rate) }

  /// Sends a message with the next block.
  func send(
    _ kind: NoteEvent.Kind, key: Int = -1, string: Int = -1, value: Float = 0, at offset: Int = 0,
    gain: Float = 1, held: Int = 0
  ) {
    let note = NoteEvent(kind, key: key, string: string, value: value, time: HostTime(nanoseconds: 0))
    unit.inbox.pointee.add(DueNote(note, offset: offset, gain: gain, heldFrames: held))
  }

  func pluck(_ key: Int, velocity: Float = 100, string: Int = -1, at offset: Int = 0, held: Int = 0) {
    send(.on, key: key, string: string, value: velocity, at: offset, held: held)
  }

  /// Renders frames; the notes that were sent fall into the first block.
  func render(_ count: Int, block: Int = 256) -> [Frame] {
    stride(from: 0, to: count, by: block).flatMap { renderBlock(min(block, count - $0)) }
  }

  func render(seconds: Double) -> [Frame] { render(Int(seconds * Double(rate.hertz))) }

  private func renderBlock(_ count: Int) -> [Frame] {
    // The memory of a silent block may hold anything.
    var frames = [Frame](repeating: Frame(0.5, .nan), count: count)
    reportsSilence = frames.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return true }
      return unit.unit.run(start, count, isSilent: true)
    }
    return reportsSilence ? [Frame](repeating: .zero, count: count) : frames
  }
}

extension RandomAccessCollection<Frame> where Index == Int {
  var peak: Float { reduce(0) { Swift.max($0, $1.x.magnitude, $1.y.magnitude) } }

  /// The spectrum of the left side at a frequency, through a Hann window.
  func spectrum(at frequency: Double, rate: SampleRate) -> (magnitude: Double, phase: Double) {
    var (real, imaginary) = (0.0, 0.0)
    let length = Double(count)
    for (index, frame) in enumerated() {
      let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / length)
      let angle = 2 * Double.pi * frequency * Double(index) / Double(rate.hertz)
      real += Double(frame.x) * window * cos(angle)
      imaginary -= Double(frame.x) * window * sin(angle)
    }
    return ((real * real + imaginary * imaginary).squareRoot(), atan2(imaginary, real))
  }

  /// The frequency of a partial near an expected one: by how its phase moves between two windows.
  func frequency(near expected: Double, rate: SampleRate) -> Double {
    var estimate = expected
    // Short distances first, so that the phase is not ambiguous; long ones for the last digits.
    for distance in [count / 64, count / 16, count / 4, count / 2] {
      let length = count / 2
      let first = self[startIndex..<(startIndex + length)].spectrum(at: estimate, rate: rate).phase
      let second = self[(startIndex + distance)..<(startIndex + distance + length)]
        .spectrum(at: estimate, rate: rate).phase
      let turn = 2 * Double.pi * estimate * Double(distance) / Double(rate.hertz)
      let moved = remainder(second - first - turn, 2 * Double.pi)
      estimate += moved / (2 * Double.pi) * Double(rate.hertz) / Double(distance)
    }
    return estimate
  }

  /// The level in dB of a part of the sound.
  func level(from start: Int, count: Int) -> Double {
    let part = self[(startIndex + start)..<(startIndex + start + count)]
    let energy = part.reduce(0.0) { $0 + Double($1.x) * Double($1.x) }
    return 10 * log10(Swift.max(energy / Double(count), 1e-30))
  }

  /// The largest change of the slope from one frame to the next.
  var largestBend: Float {
    var largest: Float = 0
    for index in indices.dropFirst(2) {
      largest = Swift.max(largest, (self[index] - self[index - 1] * 2 + self[index - 2]).x.magnitude)
    }
    return largest
  }
}

/// A stroke as a pair of overhead microphones hears it: half the sum and half the difference of both.
struct MidSide {
  var mid: Mono
  var side: Mono

  init(seconds: Double) {
    mid = Signal.silence(seconds)
    side = mid
  }

  /// Adds sounds that are played to both microphones, and to one of them with the opposite sign.
  mutating func mix(_ mid: Mono, side: Mono, gain: Double = 1) {
    self.mid.mix(mid, gain: gain)
    self.side.mix(side, gain: gain)
  }

  /// Adds modes, eight at a time, half of them nearer to the left and half nearer to the right.
  mutating func ring(_ modes: [Mode]) {
    for start in stride(from: 0, to: modes.count, by: 8) {
      ModeLanes(modes[start..<min(start + 8, modes.count)]).ring(in: &self)
    }
  }

  mutating func multiply(_ envelope: Mono) {
    mid.multiply(envelope)
    side.multiply(envelope)
  }

  /// Returns left and right, with a ratio of the energy of the difference to that of the sum in dB. Low frequencies, whose
  /// waves are longer than the distance of the microphones, are the same in both.
  consuming func channels(side level: Double) -> [Mono] {
    side.highPass(180)
    let gain = ExactMaths.factor(decibels: level) * (mid.energy / max(side.energy, 1e-30)).squareRoot()
    side.scale(gain)
    var (left, right) = (mid, mid)
    left.mix(side)
    right.mix(side, gain: -1)
    return [left, right]
  }
}

extension Mono {
  var energy: Double { reduce(0) { $0 + $1 * $1 } }
}

/// Up to eight modes that ring at once, by the recurrence of a damped sine.
private struct ModeLanes {
  private typealias Lanes = SIMD8<Double>

  private var first = Lanes.zero
  private var second = Lanes.zero
  private var last = Lanes.zero
  private var older = Lanes.zero
  private var seconds = 0.0
  /// The sides of the modes.
  private static let sides = SIMD8<Double>(1, -1, -1, 1, 1, -1, 1, -1)

  init(_ modes: ArraySlice<Mode>) {
    for (lane, mode) in modes.enumerated() {
      let turns = mode.frequency / Signal.rate
      let radius = Signal.decay(mode.decay)
      first[lane] = 2 * radius * ExactMaths.cosine(turns: turns)
      second[lane] = -radius * radius
      last[lane] = mode.level / radius * ExactMaths.sine(turns: mode.phase - turns)
      older[lane] = mode.level / (radius * radius) * ExactMaths.sine(turns: mode.phase - 2 * turns)
      // After 1.2 decay times the mode is below -72 dB.
      seconds = max(seconds, mode.decay * 1.2)
    }
  }

  consuming func ring(in sound: inout MidSide) {
    let end = min(sound.mid.count, Signal.frames(seconds))
    sound.mid.withUnsafeMutableBufferPointer { mid in
      sound.side.withUnsafeMutableBufferPointer { side in
        for index in 0..<end {
          let value = first * last + second * older
          mid[index] += ModeLanes.sum(value)
          side[index] += ModeLanes.sum(value * ModeLanes.sides)
          older = last
          last = value
        }
      }
    }
  }

  /// Returns the sum in an order that is the same on every processor.
  @inline(__always)
  private static func sum(_ lanes: Lanes) -> Double {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }
}

import Glibc

/// What is heard of a stroke of a pad with two channels: the overheads and the room.
struct HeardStroke {
  /// A power of two of frames: 2.7 s.
  private static let size = 131_072

  private(set) var left: [Double] = []
  private(set) var right: [Double] = []

  /// Mixes one sample of each part for a velocity, without the gain of the pad and its layers.
  ///
  /// - Parameter stroke: the number of the stroke in its layer, from 0.
  init(
    _ pad: CommittedKit.Pad, of kit: CommittedKit, velocity: Int = 127, stroke: Int = 0, withRoom: Bool = true
  ) throws {
    for layer in pad.layers where (layer.velocity[0]...layer.velocity[1]).contains(velocity) {
      if layer.part == 1, !withRoom { continue }
      let name = layer.samples[stroke % layer.samples.count]
      let sound = try SoundFile(CommittedKit.path(CommittedKit.studio).appending(name))
      let gain = layer.part == 1 ? pow(10, (kit.room ?? 0) / 20) : 1
      let missing = max(0, sound.frames - left.count)
      left += Array(repeating: 0, count: missing)
      right += Array(repeating: 0, count: missing)
      for frame in 0..<sound.frames {
        left[frame] += sound.samples[2 * frame] * gain
        right[frame] += sound.samples[2 * frame + 1] * gain
      }
    }
  }

  /// The peak of the louder channel with a pan of the pad.
  func peak(pan: Double) -> Double {
    let (first, second) = (left.map(abs).max() ?? 0, right.map(abs).max() ?? 0)
    return max(first * min(1, 1 - pan), second * min(1, 1 + pan))
  }

  /// The sum of both channels.
  var sum: [Double] { zip(left, right).map(+) }

  /// The energies of the middle of both channels in the octaves from 63 Hz to 16 kHz, relative to all of them, in dB.
  var octaves: [Double] {
    let middle = zip(left, right).prefix(Self.size).map { ($0 + $1) / 2 }
    var real = middle + Array(repeating: 0, count: Self.size - middle.count)
    var imaginary = [Double](repeating: 0, count: Self.size)
    Brightness.transform(&real, &imaginary)
    let energies = (0..<9).map { octave in
      let lowest = 62.5 * exp2(Double(octave) - 0.5)
      let first = Int((lowest * Double(Self.size) / 48_000).rounded(.up))
      let end = Int((2 * lowest * Double(Self.size) / 48_000).rounded(.up))
      return (first..<min(end, Self.size / 2 + 1)).reduce(0.0) {
        $0 + real[$1] * real[$1] + imaginary[$1] * imaginary[$1]
      }
    }
    let all = energies.reduce(0, +)
    return energies.map { 10 * log10($0 / all + 1e-12) }
  }

  /// The seconds to -60 dB, from the decay of the energy that is still to come from -2 to -20 dB.
  ///
  /// Source: M. Schroeder, "New Method of Measuring Reverberation Time", JASA 37, 1965.
  var decay: Double {
    let energies = zip(left, right).map { $0 * $0 + $1 * $1 }
    let all = energies.reduce(0, +)
    var (rest, first, last) = (all, nil as Int?, nil as Int?)
    for (frame, energy) in energies.enumerated() {
      if first == nil, rest < all * pow(10, -0.2) { first = frame }
      if last == nil, rest < all * 0.01 { last = frame }
      rest -= energy
    }
    return Double((last ?? 0) - (first ?? 0)) / 48_000 * 60 / 18
  }

  /// Returns the energy of an octave and of those above it, relative to all, in dB.
  func level(ofOctavesFrom first: Int) -> Double {
    10 * log10(octaves[first...].reduce(0.0) { $0 + pow(10, $1 / 10) })
  }

  /// The energy of both channels in dB.
  var energy: Double { 10 * log10(zip(left, right).reduce(0.0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 }) }

  /// The seconds in which a third of the high frequencies of the first 0.4 s has sounded.
  var buildUp: Double {
    let middle = zip(left, right).prefix(19_202).map(+)
    // The second difference rises by 12 dB in an octave.
    let high = middle.indices.dropFirst(2).map { middle[$0] - 2 * middle[$0 - 1] + middle[$0 - 2] }
    let all = high.reduce(0) { $0 + $1 * $1 }
    var sum = 0.0
    let frame = high.firstIndex { value in
      sum += value * value
      return sum >= all / 3
    }
    return Double(frame ?? 0) / 48_000
  }

  /// The energy of the difference of the channels relative to that of their sum, in dB.
  var side: Double {
    let (difference, sum) = zip(left, right).reduce((0.0, 0.0)) { energies, frame in
      let (minus, plus) = (frame.0 - frame.1, frame.0 + frame.1)
      return (energies.0 + minus * minus, energies.1 + plus * plus)
    }
    return 10 * log10(difference / sum)
  }
}

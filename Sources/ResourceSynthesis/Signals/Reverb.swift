/// A room: eight delay lines that feed each other.
///
/// After J.-M. Jot and A. Chaigne, "Digital Delay Networks for Designing Artificial Reverberators", AES 1991: the
/// lines' lengths are prime to each other, each loses as much as its length asks for.
struct Reverb {
  /// The seconds in which the room loses 60 dB.
  let decay: Double
  /// Above it, in Hz, the room swallows more.
  let damping: Double
  let preDelay: Double

  private static let lengths = [1187, 1423, 1699, 1949, 2243, 2539, 2861, 3203]

  /// What the room answers, without the sound itself.
  func answer(to sound: StereoSignal) -> StereoSignal {
    var input = sound
    input.left.diffuse([229, 467])
    input.right.diffuse([263, 431])
    var answer = StereoSignal(seconds: Double(sound.count) / Signal.rate)
    let delay = Signal.frames(preDelay)
    var lines = Reverb.lengths.map { Mono(repeating: 0, count: $0) }
    var tails = Mono(repeating: 0, count: 8)
    let gains = Reverb.lengths.map { ExactMaths.exp(-6.907755278982137 * Double($0) / (decay * Signal.rate)) }
    let soft = ExactMaths.exp(-6.283185307179586 * damping / Signal.rate)
    for index in delay..<answer.count {
      var sum = 0.0
      for line in 0..<8 {
        let value = lines[line][index % Reverb.lengths[line]] * gains[line]
        tails[line] = value + soft * (tails[line] - value)
        sum += tails[line]
      }
      let left = input.left[index - delay]
      let right = input.right[index - delay]
      for line in 0..<8 {
        let fed = line & 1 == 0 ? left : right
        lines[line][index % Reverb.lengths[line]] = fed + tails[line] - sum * 0.25
      }
      answer.left[index] = tails[0] - tails[2] + tails[4] - tails[6] + 0.3 * (tails[1] - tails[5])
      answer.right[index] = tails[1] - tails[3] + tails[5] - tails[7] + 0.3 * (tails[2] - tails[6])
    }
    return answer
  }
}

extension Mono {
  /// Spreads a click over a few milliseconds, through all-pass filters of so many frames, and leaves the spectrum.
  fileprivate mutating func diffuse(_ lengths: [Int]) {
    for length in lengths {
      var line = Mono(repeating: 0, count: length)
      for index in indices {
        let delayed = line[index % length]
        let value = self[index] + 0.6 * delayed
        line[index % length] = value
        self[index] = delayed - 0.6 * value
      }
    }
  }
}

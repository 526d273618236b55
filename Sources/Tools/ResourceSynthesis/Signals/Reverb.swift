/// A reverb: a feedback delay network of eight lines.
///
/// Source: J.-M. Jot and A. Chaigne, "Digital Delay Networks for Designing Artificial Reverberators", AES 1991. The
/// lengths of the lines are coprime; the attenuation of each follows from its length.
struct Reverb {
  /// The reverberation time (RT60) in seconds.
  let decay: Double
  /// The frequency in Hz above which the reverb decays faster.
  let damping: Double
  let preDelay: Double

  /// Returns the reverb without the input.
  func answer(to sound: StereoSignal) -> StereoSignal {
    var input = sound
    input.left.diffuse([229, 467])
    input.right.diffuse([263, 431])
    var answer = StereoSignal(seconds: Double(sound.count) / Signal.rate)
    var lines = ReverbLines(decay: decay, damping: damping)
    let delay = Signal.frames(preDelay)
    for index in delay..<answer.count {
      let (left, right) = lines.next(input.left[index - delay], input.right[index - delay])
      answer.left[index] = left
      answer.right[index] = right
    }
    return answer
  }
}

extension Mono {
  /// Diffuses transients over a few milliseconds by all-pass filters of these lengths in frames.
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

struct ReverbLines {
  private static let lengths = [1187, 1423, 1699, 1949, 2243, 2539, 2861, 3203]

  private var memory: Mono
  private let starts: [Int]
  private let ends: [Int]
  private var places: [Int]
  private let gains: Mono
  /// The low-pass filtered outputs of the lines.
  private var tails = Mono(repeating: 0, count: 8)
  private let dullness: Double

  init(decay: Double, damping: Double) {
    let lengths = ReverbLines.lengths
    memory = Mono(repeating: 0, count: lengths.reduce(0, +))
    starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
    ends = lengths.indices.map { lengths[...$0].reduce(0, +) }
    places = starts
    gains = lengths.map { ExactMaths.exp(-6.907755278982137 * Double($0) / (decay * Signal.rate)) }
    dullness = ExactMaths.exp(-6.283185307179586 * damping / Signal.rate)
  }

  mutating func next(_ left: Double, _ right: Double) -> (left: Double, right: Double) {
    var sum = 0.0
    for line in 0..<8 {
      let value = memory[places[line]] * gains[line]
      tails[line] = value + dullness * (tails[line] - value)
      sum += tails[line]
    }
    for line in 0..<8 {
      // Each line is fed by all others: a Householder reflection of the eight outputs, which preserves energy.
      memory[places[line]] = (line & 1 == 0 ? left : right) + tails[line] - sum * 0.25
      places[line] += 1
      if places[line] == ends[line] { places[line] = starts[line] }
    }
    return (
      tails[0] - tails[2] + tails[4] - tails[6] + 0.3 * (tails[1] - tails[5]),
      tails[1] - tails[3] + tails[5] - tails[7] + 0.3 * (tails[2] - tails[6])
    )
  }
}

/// A stereo delay whose echoes alternate between the channels, each softer and duller.
struct PingPongDelay {
  let seconds: Double
  let feedback: Double
  /// The cutoff frequency of the low-pass filter in Hz.
  let damping: Double

  /// Returns the echoes without the input.
  func echoes(of sound: StereoSignal) -> StereoSignal {
    let length = Signal.frames(seconds)
    var echoes = StereoSignal(seconds: Double(sound.count) / Signal.rate)
    var leftFilter = StateVariableFilter(frequency: damping)
    var rightFilter = StateVariableFilter(frequency: damping)
    for index in length..<echoes.count {
      let past = index - length
      let input = 0.5 * (sound.left[past] + sound.right[past])
      echoes.left[index] = leftFilter.low(input + feedback * echoes.right[past])
      echoes.right[index] = rightFilter.low(feedback * echoes.left[past])
    }
    return echoes
  }
}

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

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

  /// What the room answers, without the sound itself.
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

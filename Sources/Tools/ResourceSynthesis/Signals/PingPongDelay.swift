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

import SystemBase

/// An instrument of the kit: synthesises one stroke.
protocol DrumSound: Sendable {
  /// The duration in seconds, with the final fade.
  var seconds: Double { get }

  /// Adds the stroke to a silent signal of `seconds`. The level is arbitrary; `sample` normalises it.
  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator)
}

extension DrumSound {
  /// The stroke for the kit: without inaudible low frequencies, faded out, with a peak of -3 dBFS.
  func render(seed: UInt64) -> StereoSignal {
    var random = SeededGenerator(seed: seed)
    var sound = StereoSignal(seconds: seconds)
    strike(&sound, &random)
    sound.each { $0.highPass(25) }
    sound.fadeOut(seconds * 0.4)
    sound.each { channel in
      // Removes the rest of a DC offset with the shape of the fade, so that the ends stay silent.
      let mean = channel.reduce(0, +) / Double(channel.count)
      let window = (0..<channel.count).map { index in
        1 - ExactMaths.cosine(turns: Double(index) / Double(channel.count - 1))
      }
      channel.mix(window, gain: -mean)
    }
    sound.scale(SampleFormat.fullPeak / sound.peak)
    return sound
  }
}

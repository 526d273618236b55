import SystemBase

/// An instrument of the kit, struck once.
protocol DrumSound: Sendable {
  /// How long it sounds, its last fade included.
  var seconds: Double { get }

  /// Adds the stroke to silence of `seconds`; the level is free, the finish sets it.
  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator)
}

extension DrumSound {
  /// The stroke as it goes into the kit: nothing below hearing, faded to silence, its peak at -3 dBFS.
  func render(seed: UInt64) -> StereoSignal {
    var random = SeededGenerator(seed: seed)
    var sound = StereoSignal(seconds: seconds)
    strike(&sound, &random)
    sound.each { $0.highPass(25) }
    sound.fadeOut(seconds * 0.4)
    sound.each { channel in
      // What the fade left of an offset goes the way of the fade: the ends stay silent.
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

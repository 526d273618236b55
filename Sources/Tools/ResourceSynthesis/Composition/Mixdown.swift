import SystemBase

/// Renders the demo track: synthesises each part, pans it, sends it to reverb and delay, and sets its level.
struct Mixdown {
  private var dry: StereoSignal
  private var room: StereoSignal
  private var echo: StereoSignal
  private var random = SeededGenerator(seed: 0xF125_7116)

  private struct Place {
    var gain: Double
    var pan = 0.0
    var room = 0.0
    var echo = 0.0
    /// The largest random deviation from the beat in seconds.
    var looseness = 0.0
  }

  static func render() -> StereoSignal {
    var mixdown = Mixdown()
    mixdown.playParts()
    return mixdown.mastered()
  }

  private init() {
    dry = StereoSignal(seconds: FirstLight.seconds)
    room = dry
    echo = dry
  }

  private mutating func playParts() {
    let middle = Place(gain: 0.3, room: 0.02, looseness: 0.002)
    play(FirstLight.bass, RoundBass(), middle)
    let left = Place(gain: 0.3, pan: -0.3, room: 0.22, echo: 0.03, looseness: 0.004)
    play(FirstLight.guitar, PluckedString(), left)
    let front = Place(gain: 0.27, pan: 0.08, room: 0.25, echo: 0.16, looseness: 0.004)
    play(FirstLight.melody, ElectricPiano(), front)
    let right = Place(gain: 0.21, pan: 0.42, room: 0.4, echo: 0.3, looseness: 0.003)
    play(FirstLight.bells, Kalimba(), right)
    for (pan, detune) in [(-0.8, 0.0013), (0.8, 0.0021)] {
      play(FirstLight.pad, SoftPad(detune: detune), Place(gain: 0.034, pan: pan, room: 0.35))
    }
  }

  private mutating func play(_ notes: [Note], _ instrument: some PitchedSound, _ place: Place) {
    for note in notes {
      let tone = instrument.tone(
        key: note.key, seconds: FirstLight.time(note.length), velocity: note.velocity, &random)
      let late = (random.unit() + random.unit()) * 0.5 * place.looseness
      let start = Signal.frames(FirstLight.time(note.start) + late)
      dry.mix(tone, at: start, gain: place.gain, pan: place.pan)
      if place.room > 0 { room.mix(tone, at: start, gain: place.gain * place.room, pan: place.pan) }
      if place.echo > 0 { echo.mix(tone, at: start, gain: place.gain * place.echo, pan: place.pan) }
    }
  }

  private consuming func mastered() -> StereoSignal {
    let delay = PingPongDelay(seconds: FirstLight.time(0.75), feedback: 0.42, damping: 2600)
    let echoes = delay.echoes(of: echo)
    dry.mix(echoes)
    room.mix(echoes, gain: 0.3)
    room.each { $0.highPass(180) }
    let reverb = Reverb(decay: 2.1, damping: 3800, preDelay: 0.02)
    dry.mix(reverb.answer(to: room), gain: 0.5)
    dry.each { channel in
      channel.highPass(32)
      channel.peak(210, resonance: 0.8, decibels: -1.5)
      channel.peak(3000, resonance: 0.6, decibels: 4)
      channel.lowPass(12_000, resonance: 0.6)
    }
    let peak = dry.peak
    dry.each { $0.scale(1 / peak) }
    PeakLimiter(ceiling: 0.66, lookAhead: 0.005, release: 0.9).limit(&dry)
    dry.each { $0.fadeOut(frames: Signal.frames(2.2)) }
    let limited = dry.peak
    dry.each { $0.scale(SampleFormat.fullPeak / limited) }
    return dry
  }
}

import SystemBase

/// An instrument in front of a pair of overhead microphones, in a room.
protocol OverheadSound: KitSound {
  /// The longest duration in seconds.
  var seconds: Double { get }
  /// The energy of the difference of the microphones relative to that of their sum, in dB.
  var side: Double { get }

  /// Adds the stroke to a silent signal of `seconds`. Its level is arbitrary. `random` makes each repetition differ.
  func strike(_ sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator)
}

extension OverheadSound {
  var side: Double { -14 }

  func channels(_ stroke: Stroke, seed: UInt64) -> [Mono] {
    var random = SeededGenerator(seed: seed)
    var sound = MidSide(seconds: seconds)
    strike(&sound, stroke, &random)
    return StrokeEnds.finish(sound.channels(side: side), stroke, floor: 0.0045)
  }
}

/// A mono sound in front of the overheads: what they hear differently is another stroke.
struct Overheads: OverheadSound {
  let sound: any DrumSound
  /// The frequency in Hz below which the sound is removed; nil for all of it.
  var lowest: Double?
  /// The noise of the air, relative to the sound; nil for none.
  var air: Octaves?

  var seconds: Double { sound.seconds }

  func strike(_ sound: inout MidSide, _ stroke: Stroke, _ random: inout SeededGenerator) {
    var side = sound.side
    self.sound.strike(&sound.mid, stroke, &random)
    self.sound.strike(&side, stroke, &random)
    side.highPass(300)
    sound.side = side
    if let lowest {
      for _ in 0..<2 {
        sound.mid.highPass(lowest)
        sound.side.highPass(lowest)
      }
    }
    if let air {
      let gain = 1 / sound.mid.energy.squareRoot()
      sound.mid.scale(gain)
      sound.side.scale(gain)
      air.addNoise(to: &sound, stroke, attack: 0.002, &random)
    }
  }
}

/// A room with wooden walls, as microphones a few metres from the drum set hear it.
enum Room {
  private static let reverb = Reverb(decay: 0.42, damping: 4200, preDelay: 0.009)
  /// The seconds that the room sounds after the stroke.
  private static let tail = 0.4
  private static let longest = 0.8

  /// Returns the room of a stroke, without the stroke.
  static func channels(of stroke: [Mono]) -> [Mono] {
    let count = min(stroke[0].count + Signal.frames(tail), Signal.frames(longest))
    var sound = StereoSignal(seconds: Double(count) / Signal.rate)
    sound.left.mix(stroke[0])
    sound.right.mix(stroke[1])
    var room = reverb.answer(to: sound)
    room.each { channel in
      channel.highPass(90)
      channel.lowPass(7000)
    }
    let gain = 0.17 / [room.left, room.right].onsetLoudness
    room.each { channel in
      channel.scale(gain)
      channel.fadeIn(frames: 24)
      channel.fadeOut(frames: count / 2)
    }
    return [room.left, room.right]
  }
}

import AudioBase

/// One sample of a pad as the audio thread reads it.
struct PadRegion: BitwiseCopyable {
  /// The frames in memory when the program was made.
  var frames: SampleFrames
  /// The index of the sample among the streamed ones of its program; −1 if all of it is in memory.
  var stream = -1
  /// Of a streamed sample.
  var completion: UnsafePointer<SampleCompletion>?
  /// Whether it repeats.
  var isLooping = false
  /// The frames that repeat: from the first one, before the end. A streamed sample repeats as a whole.
  var loopStart = 0
  var loopEnd = Int.max
  /// Whether the release of the key ends the repetition.
  var isSustainLoop = false
  /// The gain and pan of the pad and the layer, left and right.
  var gain: Frame
  /// Whether the gain of the room of its program acts on it.
  var isRoom = false
  var lowestVelocity: Int
  var highestVelocity: Int
  /// The random numbers for which it is chosen: from the lower bound, below the upper one. An upper bound of 1 is no
  /// bound.
  var lowestChance: Float = 0
  var highestChance: Float = 1
  /// The strike of each `turns` ones for which it is chosen, from 0.
  var turn = 0
  var turns = 1
  /// The gains of the velocities from 1 to 127; nil for the usual curve.
  var velocityGains: UnsafePointer<Float>?

  /// Returns whether it sounds at a strike after `strikes` others.
  func matches(velocity: Int, chance: Float, strikes: Int) -> Bool {
    velocity >= lowestVelocity && velocity <= highestVelocity && chance >= lowestChance
      && (chance < highestChance || highestChance >= 1) && (turns <= 1 || strikes % turns == turn)
  }

  /// Returns the gain of a velocity. The usual curve: amplitude grows with the square (SFZ 1.0, amp_veltrack).
  func gain(velocity: Int) -> Float {
    if let velocityGains { return velocityGains[min(max(velocity, 1), 127) - 1] }
    let relative = Float(velocity) / 127
    return relative * relative
  }
}

/// The alternatives of which a strike plays one. The parts of a pad sound together.
struct PadPart: BitwiseCopyable {
  var regions: UnsafePointer<PadRegion>
  /// The number of the last strike for which each region was chosen; 0 if it never was. The audio thread of the engine
  /// that plays the pads writes it.
  var lastStrikes: UnsafeMutablePointer<Int>
  var regionCount: Int
  /// The weight of the part's digit in the index of a strike's samples; 0 if the index has no room for it.
  var weight: Int
  /// The region of the strike that is being started; `regionCount` for none. The audio thread writes it.
  var chosen = 0
  /// The number of strikes of the pad. The audio thread writes it.
  var strikes = 0

  /// Returns the region that was not played for the longest time, of those for a velocity and a random number.
  ///
  /// - Returns: `regionCount` if there is none.
  func chooseRegion(velocity: Int, chance: Float) -> Int {
    var chosen = regionCount
    for index in 0..<regionCount
    where regions[index].matches(
      velocity: velocity, chance: chance, strikes: strikes)
    {
      if chosen == regionCount || lastStrikes[index] < lastStrikes[chosen] { chosen = index }
    }
    return chosen
  }
}

/// The envelope of the voices of a pad: linear from stage to stage.
package struct VoiceEnvelope: Hashable, Sendable, BitwiseCopyable {
  /// The time from silence to the full level.
  package var attack = FrameCount(0)
  /// The time from the full level to the sustained one.
  package var decay = FrameCount(0)
  /// The sustained level, linear, 0…1. A voice ends where it reaches 0.
  package var sustain: Float = 1
  /// The fade-out of a gate pad that is released, and of a toggle pad that is struck again.
  package var release = FrameCount(0)

  package init() {}
}

/// A pad as the audio thread reads it.
///
/// The samples of a strike have one index: the sum over the parts of the place of the region in its part times the
/// weight of the part. The place after the last one stands for no sample.
struct PadSlot: BitwiseCopyable {
  var parts: UnsafeMutablePointer<PadPart>?
  var partCount = 0
  /// The number of indices of strikes.
  var indexCount = 0
  /// The choke group that it belongs to, from 1; 0 for none.
  var group = 0
  /// The group whose strikes silence it, from 1; 0 for none.
  var silencedBy = 0
  /// The pads that its strikes silence beside those of its group.
  var silencedPads = PadSet()
  /// Frames in which the voices of this pad fade out when they are silenced; 0 if a hand cannot choke them.
  var chokeFade = 0
  /// The most strikes that sound at once if strikes overlap; 0 for any number, −1 if a strike ends those before it.
  var overlap = -1
  /// Whether it sounds only while it is held.
  var isGate = false
  /// Whether a second strike ends it.
  var isToggle = false
  /// Whether the release of its key ends the repetition of a sample.
  var hasSustainLoop = false
  var envelope = VoiceEnvelope()

  /// Whether it takes notice of the release of its key.
  var isReleasable: Bool { isGate || hasSustainLoop }

  /// The region that sounds if there is only one; nil for a pad without samples.
  var firstRegion: PadRegion? {
    guard let parts, partCount > 0, parts[0].regionCount > 0 else { return nil }
    return parts[0].regions[0]
  }

  /// Chooses a region of each part, and notes the strike in them.
  ///
  /// - Parameters:
  ///   - given: the index of the samples to choose; without meaning out of range.
  ///   - chance: a random number from 0, below 1.
  ///   - strike: the number of the strike.
  /// - Returns: the index of the chosen samples; −1 if none was chosen.
  func chooseSamples(given: Int, velocity: Int, chance: Float, strike: Int) -> Int {
    guard let parts else { return -1 }
    let isGiven = given >= 0 && given < indexCount
    var index = 0
    var isSilent = true
    for part in 0..<partCount {
      let (count, weight) = (parts[part].regionCount, parts[part].weight)
      let isReplayed = isGiven && weight > 0
      let chosen =
        isReplayed
        ? given / weight % (count + 1) : parts[part].chooseRegion(velocity: velocity, chance: chance)
      parts[part].chosen = chosen
      parts[part].strikes &+= 1
      index += chosen * weight
      if chosen == count { continue }
      parts[part].lastStrikes[chosen] = strike
      isSilent = false
    }
    return isSilent ? -1 : index
  }
}

/// The pads of a program as the audio thread reads them.
public struct PadTable: @unchecked Sendable, BitwiseCopyable {
  let slots: UnsafePointer<PadSlot>
  let count: Int
  /// The rings of streamed samples; nil if the program has none.
  let streams: StreamTable?
  /// The linear gain of the layers of the room, beside their own.
  var room: Float = 1
}

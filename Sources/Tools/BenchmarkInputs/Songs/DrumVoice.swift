import AudioBase

/// A stroke of a drummer: a note of General MIDI.
struct Stroke {
  var frame: Int
  var note: Int
  var velocity: Int
}

/// A kind of drum, which kits have by their names, since many state no notes.
enum DrumVoice: Hashable {
  case kick, snare, closedHat, openHat, pedalHat, tom, crash, ride

  /// The voice that plays a note of General MIDI; nil for other percussion.
  init?(note: Int) {
    switch note {
    case 35, 36: self = .kick
    case 38, 40: self = .snare
    case 42: self = .closedHat
    case 44: self = .pedalHat
    case 46: self = .openHat
    case 41, 43, 45, 47, 48, 50: self = .tom
    case 49, 52, 55, 57: self = .crash
    case 51, 53, 59: self = .ride
    default: return nil
    }
  }

  init?(name: String) {
    let name = name.lowercased()
    func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
    if has("snare") {
      self = .snare
    } else if has("kick", "bass") {
      self = .kick
    } else if has("hat", "hh") {
      self = has("open", " op") ? .openHat : has("pedal") ? .pedalHat : .closedHat
    } else if has("tom") {
      self = .tom
    } else if has("ride") {
      self = .ride
    } else if has("crash", "splash", "china", "cymbal") {
      self = .crash
    } else {
      return nil
    }
  }

  var drum: SongDrum {
    switch self {
    case .kick: .kick
    case .snare: .snare
    case .closedHat, .openHat, .pedalHat: .hat
    case .tom, .crash, .ride: .other
    }
  }
}

import AudioBase

/// A region of an SFZ file: a sample and when and how it plays, in units of the format. Source: sfzformat.com.
struct SFZRegion {
  enum LoopMode: String {
    case noLoop = "no_loop"
    case oneShot = "one_shot"
    case loopContinuous = "loop_continuous"
    case loopSustain = "loop_sustain"
  }

  enum OffMode: String {
    case fast
    case normal
    case time
  }

  var place: SFZPlace
  /// The path as it is written; nil without one.
  var sample: String?
  var label: String?

  /// The keys that opcodes state, before `note_offset` and `octave_offset` shift them.
  private var stated = StatedKeys()
  /// The sum of semitones of `note_offset` and `octave_offset`.
  var shift = 0
  var velocities = (low: 0, high: 127)
  var sequence = (length: 1, position: 1)
  var chance = (low: 0.0, high: 1.0)
  var controllers: [Int: (low: Double, high: Double)] = [:]
  /// Whether a movement of a controller strikes the region.
  private var isStruckByController = false
  var trigger = "attack"
  /// The frames of the file that are played: from `offset`, before `end`.
  var offset = 0
  var end: Int?
  /// Whether `end=-1` keeps the region from sounding.
  var isEmpty = false

  var group = 0
  var offBy = 0
  var offMode = OffMode.fast
  /// Seconds.
  var offTime = 0.006
  /// Nil without one: a sample whose file has a loop repeats it.
  var loopMode: LoopMode?
  /// The frames of the file that repeat: from the first one, before the end; nil for what the file states.
  var loopStart: Int?
  var loopEnd: Int?
  var notePolyphony: Int?

  /// The sum of the volumes of all headers, in dB.
  var volume: Double { volumes.values.reduce(0, +) }
  var volumes: [String: Double] = [:]
  /// The amplitude in percent.
  var amplitude = 100.0
  /// The dependence of the amplitude on the velocity in percent, and amplitudes by velocities.
  var velocityTrack = 100.0
  var velocityCurve: [Int: Double] = [:]
  /// The position, −100 to 100.
  var pan = 0.0
  /// The change of pitch in cents.
  var tune = 0.0
  /// The change of pitch in semitones.
  var transpose = 0.0
  /// Whether the file of the sample states the key of its pitch.
  var hasKeyOfSample = false
  /// Cents per key.
  var keyTrack = 100.0
  var attack = 0.0
  var decay = 0.0
  /// The sustain level in percent.
  var sustain = 100.0
  var release = 0.001

  private struct StatedKeys {
    var low: Int?
    var high: Int?
    var center: Int?
    var keySwitch: Int?
    var usualKeySwitch: Int?
    var heldKey: Int?
  }

  init(place: SFZPlace) { self.place = place }

  /// The keys that strike the region; none if a controller does and no key is stated.
  var keys: (low: Int, high: Int) {
    let isStruckByKeys = !isStruckByController || stated.low != nil || stated.high != nil
    return (shifted(stated.low) ?? 0, shifted(stated.high) ?? (isStruckByKeys ? 127 : -1))
  }
  /// Whether another key has to be held or struck before.
  var needsHeldKey: Bool { stated.heldKey != nil }
  var keySwitch: Int? { shifted(stated.keySwitch) }
  var usualKeySwitch: Int? { shifted(stated.usualKeySwitch) }

  private func shifted(_ key: Int?) -> Int? { key.map { $0 < 0 ? $0 : $0 + shift } }

  /// Semitones by which a key transposes the sample, whose file states the key `root` of its pitch; nil if it states none.
  func pitch(of key: Int, root: Double?) -> Double {
    let center = (hasKeyOfSample ? root : nil) ?? Double(shifted(stated.center) ?? 60)
    return transpose + tune / 100 + (Double(key) - center) * keyTrack / 100
  }

  /// The positions of a hi-hat's pedal at which it sounds; nil if it sounds at all of them.
  var pedal: ClosedRange<Int>? {
    guard let (low, high) = controllers[MIDIMessage.pedalController] else { return nil }
    let lowest = min(max(low, 0), 127).rounded(.up)
    return Int(lowest)...Int(max(min(max(high, 0), 127).rounded(.down), lowest))
  }

  /// Seconds in which the sound fades out when it is silenced by another one.
  var fade: Double {
    switch offMode {
    case .fast: 0.006
    case .normal: release
    case .time: offTime
    }
  }

  /// Whether the file of the sample decides how the region plays.
  var needsNote: Bool {
    switch loopMode {
    case .noLoop, .oneShot: hasKeyOfSample
    case .loopContinuous, .loopSustain: hasKeyOfSample || loopStart == nil || loopEnd == nil
    case nil: true
    }
  }

  /// The reason why the region never sounds, at whatever velocity and strike; nil if it can sound.
  var reasonOfSilence: String? {
    let (low, high) = (max(velocities.low, 1), min(velocities.high, 127))
    if low > high { return "lovel=\(velocities.low) hivel=\(velocities.high) has no velocity" }
    if chance.low >= chance.high { return "lorand=\(chance.low) hirand=\(chance.high) has no chance" }
    if sequence.position > sequence.length {
      return "seq_position=\(sequence.position) is after seq_length=\(sequence.length)"
    }
    if let end, offset >= end { return "offset=\(offset) is after end=\(end - 1)" }
    return nil
  }

  /// Whether the sample is a file, not a generator such as `*silence`.
  var isFile: Bool { sample.map { !$0.hasPrefix("*") } ?? false }
}

extension SFZRegion {
  enum Outcome {
    case used
    case unknown
    case badValue
  }

  mutating func apply(_ name: String, _ value: String) -> Outcome {
    if let outcome = applyText(name, value) { return outcome }
    if let outcome = applyKey(name, value) { return outcome }
    if let outcome = applyController(name, value) { return outcome }
    if let number = SFZRegion.number(value) { return apply(name, number) ? .used : .unknown }
    var other = self
    return other.apply(name, 0) ? .badValue : .unknown
  }

  private mutating func applyText(_ name: String, _ value: String) -> Outcome? {
    switch name {
    // A name that is too long is refused later. Many regions may inherit it, so its end is not kept.
    case "sample": sample = SFZRegion.name(value)
    case "region_label": label = value
    case "group_label", "master_label", "global_label", "sw_label": break
    case "trigger": trigger = value.lowercased()
    case "loop_mode", "loopmode":
      guard let mode = LoopMode(rawValue: value.lowercased()) else { return .badValue }
      loopMode = mode
    case "off_mode", "offmode":
      guard let mode = OffMode(rawValue: value.lowercased()) else { return .badValue }
      offMode = mode
    default: return nil
    }
    return .used
  }

  /// Returns a name of a file, of one that is too long the beginning.
  static func name(_ value: String) -> String {
    value.utf8.count <= KitFolder.longest ? value : String(value.prefix(KitFolder.longest + 1))
  }

  private static let keyOpcodes: [String: [any WritableKeyPath<StatedKeys, Int?> & Sendable]] = [
    "key": [\.low, \.high, \.center], "lokey": [\.low], "hikey": [\.high], "pitch_keycenter": [\.center],
    "sw_last": [\.keySwitch], "sw_default": [\.usualKeySwitch], "sw_down": [\.heldKey],
    "sw_previous": [\.heldKey],
  ]

  private mutating func applyKey(_ name: String, _ value: String) -> Outcome? {
    guard let paths = SFZRegion.keyOpcodes[name] else { return nil }
    if name == "pitch_keycenter" {
      hasKeyOfSample = value.lowercased() == "sample"
      if hasKeyOfSample { return .used }
    }
    guard let key = SFZKey.number(value) else { return .badValue }
    for path in paths { stated[keyPath: path] = key }
    return .used
  }

  private mutating func applyController(_ name: String, _ value: String) -> Outcome? {
    if ["on_locc", "on_hicc", "start_locc", "start_hicc"].contains(where: { name.hasPrefix($0) }) {
      isStruckByController = true
      return .unknown
    }
    let isLow = name.hasPrefix("locc")
    guard isLow || name.hasPrefix("hicc"), let controller = Int(name.dropFirst(4)),
      (0...1_023).contains(controller)
    else {
      return nil
    }
    guard let number = SFZRegion.number(value) else { return .badValue }
    // Only the controllers of MIDI have initial values that a region is compared with.
    guard controller < 128 else { return .used }
    var range = controllers[controller] ?? (0, 127)
    if isLow { range.low = number } else { range.high = number }
    controllers[controller] = range
    return .used
  }

  /// Sets the number that an opcode states, within its range. Returns false for another opcode.
  private mutating func apply(_ name: String, _ number: Double) -> Bool {
    func limited(_ low: Double, _ high: Double) -> Double { min(max(number, low), high) }
    let integer = Int(limited(-1e9, 1e9))
    switch name {
    case "lovel": velocities.low = integer
    case "hivel": velocities.high = integer
    case "seq_length": sequence.length = min(max(integer, 1), 100)
    case "seq_position": sequence.position = min(max(integer, 1), 100)
    case "lorand": chance.low = limited(0, 1)
    case "hirand": chance.high = limited(0, 1)
    case "offset": offset = Int(limited(0, SFZRegion.mostFrames))
    case "end":
      isEmpty = number < 1
      end = isEmpty ? nil : Int(limited(1, SFZRegion.mostFrames)) + 1
    case "loop_start", "loopstart": loopStart = Int(limited(0, SFZRegion.mostFrames))
    case "loop_end", "loopend": loopEnd = Int(limited(0, SFZRegion.mostFrames)) + 1
    case "group": group = integer
    case "off_by", "offby": offBy = integer
    case "off_time": offTime = limited(0, 100)
    case "note_polyphony": notePolyphony = min(max(integer, 0), 1_000)
    case "volume", "gain", "group_volume", "master_volume", "global_volume":
      volumes[name == "gain" ? "volume" : name] = limited(-144, 48)
    case "amp_veltrack": velocityTrack = limited(-100, 100)
    case "amplitude": amplitude = limited(0, 10_000)
    case "pan": pan = limited(-100, 100)
    case "tune", "pitch": tune = limited(-9_600, 9_600)
    case "transpose": transpose = limited(-127, 127)
    case "pitch_keytrack": keyTrack = limited(-1_200, 1_200)
    case "ampeg_attack": attack = limited(0, 100)
    case "ampeg_decay": decay = limited(0, 100)
    case "ampeg_sustain": sustain = limited(0, 100)
    case "ampeg_release": release = limited(0, 100)
    default:
      guard name.hasPrefix("amp_velcurve_"), let velocity = Int(name.dropFirst(13)),
        (0...127).contains(velocity)
      else {
        return false
      }
      velocityCurve[velocity] = limited(0, 1)
    }
    return true
  }

  private static let mostFrames = 1e9

  static func number(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}

/// The keys of a keyboard in SFZ: MIDI notes, or names, of which `c4` is note 60.
enum SFZKey {
  private static let names: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]

  /// Returns the note of a number from −1 to 127 or of a name such as `f#3` or `db-1`; nil for another text.
  static func number(_ text: String) -> Int? {
    if let number = Int(text) { return (-1...127).contains(number) ? number : nil }
    var rest = text.lowercased()[...]
    guard let name = rest.popFirst(), var note = names[name] else { return nil }
    if rest.first == "#" || rest.first == "♯" {
      note += 1
      rest.removeFirst()
    } else if rest.first == "b" || rest.first == "♭" {
      note -= 1
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    let number = note + (octave + 1) * 12
    return (0...127).contains(number) ? number : nil
  }
}

import AudioBase
import Percussion
import Player

/// The values of a pad that the form for it changes by steps and from typed texts.
extension Pad {
  private static let gains = -60.0...largestGain
  private static let pans = -1.0...1
  private static let chokeGroups = 0...16
  private static let longestName = 60
  private static let retriggers = ["restart": Retrigger.restart, "overlap": .overlap()]
  private static let directions = ["forward": false, "reversed": true]
  /// The positions of the pedal of a hi-hat that steps choose, from open to closed; nil: any.
  private static let pedals: [ClosedRange<Int>?] = [nil, 0...31, 32...63, 64...95, 96...127]

  /// Changes a value by a step; `isLarge` by a larger one. A value without steps stays as it is.
  mutating func step(_ field: PadEditor.Field, _ direction: Int, isLarge: Bool) {
    switch field {
    case .gain: set(gain: gain.value + Double(direction * (isLarge ? 6 : 1)))
    case .pan: set(pan: pan + Double(direction) * (isLarge ? 0.5 : 0.1))
    case .tune: set(tune: tune + Double(direction * (isLarge ? 12 : 1)))
    case .choke: set(chokeGroup: (choke?.group ?? 0) + direction)
    case .mode: mode = mode.following(direction)
    case .retrigger: retrigger = retrigger == .restart ? .overlap() : .restart
    case .choice: choice = choice.following(direction)
    case .pedal: pedal = Pad.pedal(pedal, direction)
    case .direction: if !layers.isEmpty { layers[0].isReversed.toggle() }
    case .pad, .name, .layer, .lowest, .highest, .part, .start, .end, .sample, .room: break
    }
  }

  /// Sets a value from a typed text. Returns whether the text is a value of the field.
  mutating func set(_ field: PadEditor.Field, to text: String) -> Bool {
    switch field {
    case .name: change(String(text.prefix(Pad.longestName))) { $0.name = $1 }
    case .gain: change(VolumeScale.level(text, in: Pad.gains)) { $0.set(gain: $1.value) }
    case .pan: change(Pad.number(text, in: Pad.pans)) { $0.set(pan: $1) }
    case .tune: change(Pad.number(text, in: Pad.tunes)) { $0.set(tune: $1) }
    case .choke: change(Pad.chokeGroup(text)) { $0.set(chokeGroup: $1) }
    case .mode: change(PadMode(rawValue: text)) { $0.mode = $1 }
    case .retrigger: change(Pad.retriggers[text]) { $0.retrigger = $1 }
    case .choice: change(SampleChoice(rawValue: text)) { $0.choice = $1 }
    case .pedal: change(Pad.pedal(text)) { $0.pedal = $1 }
    case .direction: change(layers.isEmpty ? nil : Pad.directions[text]) { $0.layers[0].isReversed = $1 }
    case .start, .end: setBound(field, Int(text))
    case .pad, .layer, .lowest, .highest, .part, .sample, .room: false
    }
  }

  /// Makes a change by a value, unless that is nil. Returns whether it is not.
  private mutating func change<Value>(_ value: Value?, _ change: (inout Pad, Value) -> Void) -> Bool {
    guard let value else { return false }
    change(&self, value)
    return true
  }

  /// Sets a value to its default.
  mutating func reset(_ field: PadEditor.Field) {
    var usual = Pad(number: number, name: "", layers: layers)
    for index in layers.indices {
      (usual.layers[index].start, usual.layers[index].end) = (0, nil)
      usual.layers[index].isReversed = false
    }
    copy(field, of: usual)
  }

  /// Sets a value to that of another pad.
  mutating func copy(_ field: PadEditor.Field, of other: Pad) {
    switch field {
    case .pad, .room: break
    case .name: name = other.name
    case .gain: gain = other.gain
    case .pan: pan = other.pan
    case .tune: tune = other.tune
    case .choke: choke = other.choke
    case .mode: mode = other.mode
    case .retrigger: retrigger = other.retrigger
    case .choice: choice = other.choice
    case .pedal: pedal = other.pedal
    case .lowest, .highest: copy(\.velocities, of: other)
    case .part: copy(\.part, of: other)
    // Another edit may have changed the sample.
    case .start: copy(\.start, of: other)
    case .end: copy(\.end, of: other)
    case .direction: copy(\.isReversed, of: other)
    case .layer, .sample: layers = other.layers
    }
  }

  private mutating func copy<Value>(_ value: WritableKeyPath<SampleLayer, Value>, of other: Pad) {
    for (index, layer) in zip(layers.indices, other.layers) {
      layers[index][keyPath: value] = layer[keyPath: value]
    }
  }

  // MARK: Ranges

  /// Rounds to hundredths, so that steps do not add up rounding errors.
  private static func rounded(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    (min(max(value, range.lowerBound), range.upperBound) * 100).rounded() / 100
  }

  private mutating func set(gain value: Double) { gain = Decibels(Pad.rounded(value, Pad.gains)) }
  private mutating func set(pan value: Double) { pan = Pad.rounded(value, Pad.pans) }
  private mutating func set(tune value: Double) { tune = Pad.rounded(value, Pad.tunes) }

  /// Sets the choke group; 0 is none.
  private mutating func set(chokeGroup group: Int) {
    let group = min(max(group, Pad.chokeGroups.lowerBound), Pad.chokeGroups.upperBound)
    choke = group == 0 ? nil : Choke(group: group, fade: choke?.fade ?? Choke.usualFade)
  }

  /// Returns the next usual range of the pedal, or the previous one.
  private static func pedal(_ present: ClosedRange<Int>?, _ direction: Int) -> ClosedRange<Int>? {
    let place = pedals.firstIndex(of: present) ?? 0
    return pedals[min(max(place + direction, 0), pedals.count - 1)]
  }

  // MARK: Texts

  private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Reads a choke group, 0 for none.
  private static func chokeGroup(_ text: String) -> Int? {
    Int(text).flatMap { chokeGroups.contains($0) ? $0 : nil }
  }

  /// Reads a range of the pedal, such as `64 127`, `64 to 127` or `64-127`, or `any`; nil for other texts.
  private static func pedal(_ text: String) -> ClosedRange<Int>?? {
    if text == "any" { return .some(nil) }
    let words = text.split { !$0.isNumber }.map { Int($0) }
    guard words.count == 2, let low = words[0], let high = words[1], low <= high,
      controllerValues.contains(low), controllerValues.contains(high)
    else { return nil }
    return low...high
  }
}

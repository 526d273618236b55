import AudioBase
import Percussion
import Player
import SystemBase

/// Identifies a change of a pad: no two changes of the session have the same number.
package struct PadEditNumber: Hashable, Sendable {
  package var editor: Int
  /// The number of the change in the editor, from 1.
  package var step: Int
}

/// The pads of a kit while they are edited. A value.
package struct PadEditor: Hashable, Sendable {
  package enum Field: CaseIterable, Hashable, Sendable {
    /// The edited pad.
    case pad
    case name, gain, pan, tune, choke, mode, retrigger
    // Of a pad with several samples.
    case choice
    case pedal
    /// The layer that is edited, or all.
    case layer
    // Of that layer: its velocities.
    case lowest, highest
    // Of a pad with one sample: the frames that are played, and their order.
    case start, end, direction
    case sample
    /// Of the kit, if it has a room: its level, which is set at once and kept for the kit.
    case room

    /// Whether only a pad with one sample has the field.
    fileprivate var isOfOneSample: Bool { [.start, .end, .direction].contains(self) }
  }

  /// A change of one value of a pad.
  fileprivate struct Edit: Hashable, Sendable {
    var number: PadEditNumber
    var field: Field
    var pad: Pad
  }

  private static let mostSteps = 100
  private static let chokeGroups = 0...16
  private static let directions = ["forward": false, "reversed": true]
  /// Seconds of a large move of the start or the end.
  private static let largeMove = 0.01

  package private(set) var kit: Kit
  package let original: Kit
  package private(set) var number: Int
  package internal(set) var field = Field.name
  /// The number of the edited layer: 0 for all, one more than there are for a new one. See `chosenLayer`.
  var layer = 0
  /// The index of the edited sample of the layer. See `chosenSample`.
  var sample = 0
  /// Whether the kit may be changed in its folder; else it is saved as a copy.
  package let isOwn: Bool
  /// The level of the room, which no edit changes; nil if the kit has no room.
  package var room: Decibels?
  /// The kit without the changes that can be undone.
  private var base: Kit
  /// The changes that can be undone, in order.
  private var edits = UndoStack<Edit>(limit: mostSteps)
  private var last: PadEditNumber

  /// Creates an editor of a pad of a kit. `editor` distinguishes the changes from those of other editors.
  init(_ kit: Kit, pad: Int, isOwn: Bool, editor: Int = 0) {
    (self.kit, original, base, number, self.isOwn) = (kit, kit, kit, pad, isOwn)
    last = PadEditNumber(editor: editor, step: 0)
  }

  package var isChanged: Bool { kit != original }

  /// The edited pad; a pad without samples if the kit does not have this number.
  package var pad: Pad { kit.pads.first { $0.number == number } ?? Pad(number: number, name: "", layers: []) }

  private var highest: Int { PadBank.count(of: kit) * PadBank.size }

  /// The fields of the pad in their order.
  package var fields: [Field] {
    let hasOneSample = (try? kit.oneSample(of: number)) != nil
    let hasLayer = if case .one = chosenLayer { true } else { false }
    return Field.allCases.filter { field in
      switch field {
      case .start, .end, .direction: hasOneSample
      case .choice: pad.sampleCount > 1
      case .lowest, .highest: hasLayer
      case .room: room != nil
      case .pad, .name, .gain, .pan, .tune, .choke, .mode, .retrigger, .pedal, .layer, .sample: true
      }
    }
  }

  package mutating func move(to index: Int) {
    let fields = fields
    field = fields[min(max(index, 0), fields.count - 1)]
  }

  package var selection: Int { fields.firstIndex(of: field) ?? 0 }

  // MARK: Changes

  /// Changes the selected value by a step; `isLarge` by a larger one. Returns whether the kit has changed.
  package mutating func step(_ direction: Int, isLarge: Bool = false) -> Bool {
    var pad = pad
    switch field {
    case .pad:
      number = min(max(number + direction * (isLarge ? PadBank.size : 1), 1), highest)
      (layer, sample) = (0, 0)
      return false
    case .gain: pad.gain = PadEditor.gain(pad.gain.value + Double(direction * (isLarge ? 6 : 1)))
    case .pan: pad.pan = PadEditor.pan(pad.pan + Double(direction) * (isLarge ? 0.5 : 0.1))
    case .tune: pad.tune = PadEditor.tune(pad.tune + Double(direction * (isLarge ? 12 : 1)))
    case .choke: pad.choke = PadEditor.choke((pad.choke?.group ?? 0) + direction, pad.choke)
    case .mode: pad.mode = pad.mode.following(direction)
    case .retrigger: pad.retrigger = pad.retrigger == .restart ? .overlap() : .restart
    case .choice: pad.choice = pad.choice.following(direction)
    case .pedal: pad.pedal = PadEditor.pedal(pad.pedal, direction)
    case .lowest, .highest: moveVelocity(of: &pad, by: direction * (isLarge ? 10 : 1))
    case .layer, .sample:
      choose(direction)
      return false
    case .direction:
      guard !pad.layers.isEmpty else { return false }
      pad.layers[0].isReversed.toggle()
    // The start and the end are moved to zero crossings of the sample, and the room beside the edits: see `moveBound` and
    // `moveRoom`.
    case .start, .end, .name, .room: return false
    }
    return replace(pad)
  }

  /// Sets the selected value from a typed text.
  ///
  /// - Parameter path: the file that the text names.
  /// - Returns: whether the text is a value of the field.
  package mutating func type(_ text: String, path: FilePath) -> Bool {
    var pad = pad
    let value = Double(text)
    switch field {
    case .room: return false
    case .name: pad.name = String(text.prefix(60))
    case .sample:
      if text.isEmpty { return false }
      return set(path)
    case .layer: return choose(layer: text)
    case .lowest, .highest:
      guard let velocity = Int(text), setVelocity(of: &pad, to: velocity) else { return false }
    case .choice:
      guard let choice = SampleChoice(rawValue: text) else { return false }
      pad.choice = choice
    case .pedal:
      if text == "any" {
        pad.pedal = nil
      } else {
        guard let range = PadEditor.pedal(text) else { return false }
        pad.pedal = range
      }
    case .mode:
      guard let mode = PadMode(rawValue: text) else { return false }
      pad.mode = mode
    case .retrigger:
      guard text == "restart" || text == "overlap" else { return false }
      pad.retrigger = text == "restart" ? .restart : .overlap()
    case .direction:
      guard let isReversed = PadEditor.directions[text], !pad.layers.isEmpty else { return false }
      pad.layers[0].isReversed = isReversed
    case .start, .end:
      guard let frame = Int(text), frame >= 0, frame <= Int(Int32.max), let layer = pad.layers.first,
        field == .start ? frame < layer.end ?? .max : frame > layer.start
      else { return false }
      if field == .start { pad.layers[0].start = frame } else { pad.layers[0].end = frame }
    case .pad:
      guard let number = Int(text), (1...highest).contains(number) else { return false }
      self.number = number
      (layer, sample) = (0, 0)
      return true
    case .gain where text.hasSuffix("%"):
      guard let level = VolumeScale.level(percent: text, in: PadEditor.gains) else { return false }
      pad.gain = PadEditor.gain(level.value)
    case .gain, .pan, .tune, .choke:
      guard let value, value.isFinite, abs(value) < 1_000 else { return false }
      switch field {
      case .gain: pad.gain = PadEditor.gain(value)
      case .pan: pad.pan = PadEditor.pan(value)
      case .tune: pad.tune = PadEditor.tune(value)
      case .choke: pad.choke = PadEditor.choke(Int(value), pad.choke)
      case .pad, .name, .mode, .retrigger, .choice, .pedal, .layer, .lowest, .highest, .start, .end,
        .direction, .sample, .room:
        break
      }
    }
    _ = replace(pad)
    return true
  }

  /// Resets the selected value to its default; removes the chosen layer or sample, or the sounds of the pad if none is
  /// chosen. Returns whether the kit has changed.
  package mutating func reset() -> Bool {
    switch field {
    case .layer, .sample: return removeChosen()
    case .lowest, .highest:
      var pad = pad
      _ = setVelocity(of: &pad, to: field == .lowest ? 1 : 127)
      return replace(pad)
    case .room: return false
    case .pad, .name, .gain, .pan, .tune, .choke, .mode, .retrigger, .choice, .pedal, .start, .end,
      .direction:
      return resetPad()
    }
  }

  private mutating func resetPad() -> Bool {
    var (pad, usual) = (pad, Pad(number: number, name: "", layers: []))
    if field.isOfOneSample {
      usual.layers = pad.layers
      for index in usual.layers.indices {
        (usual.layers[index].start, usual.layers[index].end) = (0, nil)
        usual.layers[index].isReversed = false
      }
    }
    pad.copy(field, of: usual)
    return replace(pad)
  }

  /// Moves the start or the end of the sample to its next zero crossing, or by 10 ms and on to one.
  ///
  /// - Parameter direction: 1 for later, −1 for earlier.
  /// - Returns: whether the kit has changed.
  mutating func moveBound(_ direction: Int, isLarge: Bool, in sound: SampleSound) -> Bool {
    var pad = pad
    guard let layer = pad.layers.first, sound.count > 0 else { return false }
    let played = layer.played(of: sound.count)
    let present = field == .start ? played.lowerBound : played.upperBound
    let frame = sound.crossing(from: present, direction, distance: isLarge ? PadEditor.largeMove : 0)
    switch field {
    case .start: pad.layers[0].start = min(frame, played.upperBound - 1)
    case .end: pad.layers[0].end = frame == sound.count ? nil : max(frame, played.lowerBound + 1)
    case .pad, .name, .gain, .pan, .tune, .choke, .mode, .retrigger, .choice, .pedal, .layer, .lowest,
      .highest, .direction, .sample, .room:
      return false
    }
    return replace(pad)
  }

  /// The time of the change that is undone next; nil if there is none.
  var undoTime: ChangeTime? { edits.time(of: .undo) }

  /// Undoes the last change. Returns whether there was one.
  package mutating func undo() -> Bool {
    if edits.next(.undo) == nil { return false }
    edits.turn(.undo, into: nil)
    applyEdits()
    return true
  }

  /// The changes that gave pads their present samples, by the numbers of the pads.
  package var sampleEdits: [Int: PadEditNumber] {
    edits.undoSteps.reduce(into: [:]) {
      // A part of a sample that has no frames is refused as well.
      if [.sample, .start, .end].contains($1.field) { $0[$1.pad.number] = $1.number }
    }
  }

  /// Undoes one change and keeps those after it, without the samples that it has added. Returns whether the change was
  /// there.
  mutating func takeBack(_ number: PadEditNumber) -> Bool {
    let steps = edits.undoSteps
    guard let place = steps.firstIndex(where: { $0.number == number }) else { return false }
    let before = steps[..<place].reduce(into: base) { $0.apply($1) }
    let pad = steps[place].pad
    let former = before.pads.first { $0.number == pad.number }
    let added = pad.samples.subtracting(former?.samples ?? [])
    edits.update { edit in
      if edit.number == number { return nil }
      guard edit.number.step > number.step, edit.pad.number == pad.number else { return edit }
      var edit = edit
      edit.pad.remove(added)
      return edit
    }
    applyEdits()
    return true
  }

  /// Records a change of a field of a pad. Returns whether the pad was another one before.
  mutating func replace(_ pad: Pad) -> Bool {
    guard pad != self.pad else { return false }
    last.step += 1
    let edit = Edit(number: last, field: field, pad: pad)
    kit.apply(edit)
    for dropped in edits.record(edit) { base.apply(dropped) }
    return true
  }

  private mutating func applyEdits() { kit = edits.undoSteps.reduce(into: base) { $0.apply($1) } }

  // MARK: Values

  /// Rounds to hundredths, so that steps do not add up rounding errors.
  private static func rounded(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    (min(max(value, range.lowerBound), range.upperBound) * 100).rounded() / 100
  }

  private static let gains = -60.0...24
  private static func gain(_ value: Double) -> Decibels { Decibels(rounded(value, gains)) }
  private static func pan(_ value: Double) -> Double { rounded(value, -1...1) }
  private static func tune(_ value: Double) -> Double { rounded(value, -48...48) }

  /// Returns the choke of a group; nil for group 0.
  private static func choke(_ group: Int, _ former: Pad.Choke?) -> Pad.Choke? {
    let group = min(max(group, chokeGroups.lowerBound), chokeGroups.upperBound)
    return group == 0 ? nil : Pad.Choke(group: group, fade: former?.fade ?? 0.005)
  }
}

extension Kit {
  /// Sets the value that an edit changes, and no other.
  fileprivate mutating func apply(_ edit: PadEditor.Edit) {
    let number = edit.pad.number
    var pad = pads.first { $0.number == number } ?? Pad(number: number, name: "", layers: [])
    pad.copy(edit.field, of: edit.pad)
    pads.removeAll { $0.number == number }
    pads.append(pad)
    pads.sort { $0.number < $1.number }
  }
}

extension Pad {
  fileprivate mutating func copy(_ field: PadEditor.Field, of other: Pad) {
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
    case .lowest, .highest:
      for (index, layer) in zip(layers.indices, other.layers) { layers[index].velocities = layer.velocities }
    // Another edit may have changed the sample.
    case .start: for (index, layer) in zip(layers.indices, other.layers) { layers[index].start = layer.start }
    case .end: for (index, layer) in zip(layers.indices, other.layers) { layers[index].end = layer.end }
    case .direction:
      for (index, layer) in zip(layers.indices, other.layers) { layers[index].isReversed = layer.isReversed }
    case .layer, .sample: layers = other.layers
    }
  }
}

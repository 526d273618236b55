import AudioBase
import Percussion
import Player
import SystemBase

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
    // Of that layer: its velocities, and in a kit with several parts its part.
    case lowest, highest, part
    // Of a pad with one sample: the frames that are played, and their order.
    case start, end, direction
    case sample
    /// Of the kit, if it has a room: its level, which is set at once and kept for the kit.
    case room
  }

  private var history: PadEditHistory
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

  /// Creates an editor of a pad of a kit. `editor` distinguishes the changes from those of other editors.
  init(_ kit: Kit, pad: Int, isOwn: Bool, editor: Int = 0) {
    (original, number, self.isOwn) = (kit, pad, isOwn)
    history = PadEditHistory(kit, editor: editor)
  }

  package var kit: Kit { history.kit }

  package var isChanged: Bool { kit != original }

  /// The edited pad; a pad without samples if the kit does not have this number.
  package var pad: Pad { kit.pad(number) }

  // MARK: Fields

  /// The fields of the pad in their order.
  package var fields: [Field] {
    let hasOneSample = (try? kit.oneSample(of: number)) != nil
    let hasLayer = if case .one = chosenLayer { true } else { false }
    return Field.allCases.filter { field in
      switch field {
      case .start, .end, .direction: hasOneSample
      case .choice: pad.sampleCount > 1
      case .lowest, .highest: hasLayer
      case .part: hasLayer && original.hasParts
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

  private var numbers: ClosedRange<Int> { 1...PadBank.count(of: kit) * PadBank.size }

  private mutating func choose(pad number: Int) { (self.number, layer, sample) = (number, 0, 0) }

  // MARK: Changes

  /// Changes the selected value by a step; `isLarge` by a larger one. Returns whether the kit has changed.
  ///
  /// The start and the end are moved to zero crossings of the sample, and the room beside the edits: see `moveBound` and
  /// `moveRoom`.
  package mutating func step(_ direction: Int, isLarge: Bool = false) -> Bool {
    var pad = pad
    switch field {
    case .pad:
      let number = number + direction * (isLarge ? PadBank.size : 1)
      choose(pad: min(max(number, numbers.lowerBound), numbers.upperBound))
      return false
    case .layer, .sample:
      choose(direction)
      return false
    case .lowest, .highest:
      guard case .one(let index) = chosenLayer else { return false }
      pad.layers[index].moveVelocity(field, by: direction * (isLarge ? 10 : 1))
    case .part:
      guard case .one(let index) = chosenLayer else { return false }
      pad.layers[index].movePart(by: direction)
    case .name, .gain, .pan, .tune, .choke, .mode, .retrigger, .choice, .pedal, .start, .end, .direction,
      .room:
      pad.step(field, direction, isLarge: isLarge)
    }
    return replace(pad)
  }

  /// Sets the selected value from a typed text.
  ///
  /// - Parameter path: the file that the text names.
  /// - Returns: whether the text is a value of the field.
  package mutating func type(_ text: String, path: FilePath) -> Bool {
    var pad = pad
    switch field {
    case .pad:
      guard let number = Int(text), numbers.contains(number) else { return false }
      choose(pad: number)
      return true
    case .layer: return choose(layer: text)
    case .sample: return !text.isEmpty && set(path)
    case .lowest, .highest:
      guard case .one(let index) = chosenLayer, let velocity = Int(text),
        pad.layers[index].setVelocity(field, to: velocity)
      else { return false }
    case .part:
      guard case .one(let index) = chosenLayer, let part = Int(text), SampleLayer.parts.contains(part) else {
        return false
      }
      pad.layers[index].part = part
    case .name, .gain, .pan, .tune, .choke, .mode, .retrigger, .choice, .pedal, .start, .end, .direction,
      .room:
      guard pad.set(field, to: text) else { return false }
    }
    _ = replace(pad)
    return true
  }

  /// Resets the selected value to its default; removes the chosen layer or sample, or the sounds of the pad if none is
  /// chosen. Returns whether the kit has changed.
  package mutating func reset() -> Bool {
    var pad = pad
    switch field {
    case .layer, .sample: return removeChosen()
    case .lowest, .highest:
      guard case .one(let index) = chosenLayer else { return false }
      pad.layers[index].resetVelocity(field)
    case .part:
      guard case .one(let index) = chosenLayer else { return false }
      pad.layers[index].part = 0
    case .pad, .name, .gain, .pan, .tune, .choke, .mode, .retrigger, .choice, .pedal, .start, .end,
      .direction, .room:
      pad.reset(field)
    }
    return replace(pad)
  }

  /// Moves the start or the end of the sample to its next zero crossing, or by 10 ms and on to one.
  ///
  /// - Parameter direction: 1 for later, −1 for earlier.
  /// - Returns: whether the kit has changed.
  mutating func moveBound(_ direction: Int, isLarge: Bool, in sound: SampleSound) -> Bool {
    var pad = pad
    pad.moveBound(field, direction, isLarge: isLarge, in: sound)
    return replace(pad)
  }

  /// Records a change of a field of a pad. Returns whether the pad was another one before.
  mutating func replace(_ pad: Pad) -> Bool {
    guard pad != self.pad else { return false }
    history.record(field, pad)
    return true
  }

  /// The time of the change that is undone next; nil if there is none.
  var undoTime: ChangeTime? { history.undoTime }

  /// Undoes the last change. Returns whether there was one.
  package mutating func undo() -> Bool { keepingChoice { $0.undo() } }

  /// The changes that gave pads their present samples, by the numbers of the pads.
  package var sampleEdits: [Int: PadEditNumber] { history.sampleEdits }

  /// Removes samples that cannot be decoded from the changes that added them; a change that has added no other one is undone.
  /// The changes after it are kept.
  ///
  /// - Parameter number: the latest change of the samples of their pad.
  /// - Returns: the number of the other samples that these changes have added; nil if nothing had to be removed.
  mutating func refuse(_ samples: Set<FilePath>, of number: PadEditNumber) -> Int? {
    keepingChoice { $0.refuse(samples, of: number) }
  }

  /// Makes a change. If the chosen layer is gone then, all are chosen: the next sound begins a layer again, and joins none
  /// of the room. If the chosen sample is gone, the last one of the layer is chosen.
  private mutating func keepingChoice<Result>(_ change: (inout PadEditHistory) -> Result) -> Result {
    let (layerBefore, sampleBefore) = (chosenLayer, chosenSample)
    let result = change(&history)
    if case .one(let index) = layerBefore, index >= pad.layers.count { (layer, sample) = (0, 0) }
    if case .one = sampleBefore, case .one(let index) = chosenLayer {
      sample = min(sample, max(pad.layers[index].samples.count - 1, 0))
    }
    return result
  }
}

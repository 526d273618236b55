import Percussion
import SystemBase

/// Identifies a change of a pad: no two changes of the session have the same number.
package struct PadEditNumber: Hashable, Sendable {
  package var editor: Int
  /// The number of the change in the editor, from 1.
  package var step: Int
}

/// The changes of the pads of a kit that can be undone, and the kit that they make. A value.
struct PadEditHistory: Hashable, Sendable {
  /// A change of one value of a pad.
  fileprivate struct Edit: Hashable, Sendable {
    var number: PadEditNumber
    var field: PadEditor.Field
    var pad: Pad
  }

  private static let mostSteps = 100

  /// The kit with the changes.
  private(set) var kit: Kit
  /// The kit without the changes that can be undone.
  private var base: Kit
  /// The changes that can be undone, in order.
  private var edits = UndoStack<Edit>(limit: PadEditHistory.mostSteps)
  private var last: PadEditNumber

  init(_ kit: Kit, editor: Int) {
    (self.kit, base) = (kit, kit)
    last = PadEditNumber(editor: editor, step: 0)
  }

  /// The time of the change that is undone next; nil if there is none.
  var undoTime: ChangeTime? { edits.time(of: .undo) }

  /// Records a change of a field of a pad.
  mutating func record(_ field: PadEditor.Field, _ pad: Pad) {
    last.step += 1
    let edit = Edit(number: last, field: field, pad: pad)
    kit.apply(edit)
    for dropped in edits.record(edit) { base.apply(dropped) }
  }

  /// Undoes the last change. Returns whether there was one.
  mutating func undo() -> Bool {
    if undoTime == nil { return false }
    edits.turn(.undo, into: nil)
    apply()
    return true
  }

  /// The changes that gave pads their present samples, by the numbers of the pads.
  var sampleEdits: [Int: PadEditNumber] {
    edits.undoSteps.reduce(into: [:]) {
      // A part of a sample that has no frames is refused as well.
      if [.sample, .start, .end].contains($1.field) { $0[$1.pad.number] = $1.number }
    }
  }

  /// Removes samples that cannot be decoded from the changes that added them; a change that has added no other one is undone.
  ///
  /// - Parameter number: the latest change of the samples of their pad.
  /// - Returns: the number of the other samples that these changes have added; nil if nothing had to be removed.
  mutating func refuse(_ samples: Set<FilePath>, of number: PadEditNumber) -> Int? {
    guard let pad = edits.undoSteps.first(where: { $0.number == number })?.pad.number else { return nil }
    let added = samplesAdded(to: pad)
    var refused = added.mapValues { $0.intersection(samples) }.filter { !$0.value.isEmpty }
    if refused.isEmpty {
      // The part of a sample has no frames, or a file was deleted since.
      guard !samples.isDisjoint(with: kit.pad(pad).samples) else { return nil }
      refused[number] = added[number]
    }
    edits.update { edit in
      if let all = added[edit.number], refused[edit.number] == all { return nil }
      guard edit.pad.number == pad else { return edit }
      var edit = edit
      for (earlier, samples) in refused where earlier.step <= edit.number.step { edit.pad.remove(samples) }
      return edit
    }
    apply()
    return refused.reduce(0) { $0 + (added[$1.key]?.count ?? 0) - $1.value.count }
  }

  /// The samples that each change of a pad has added to it.
  private func samplesAdded(to pad: Int) -> [PadEditNumber: Set<FilePath>] {
    var (before, added) = (base, [PadEditNumber: Set<FilePath>]())
    for edit in edits.undoSteps {
      if edit.pad.number == pad {
        added[edit.number] = edit.pad.samples.subtracting(before.pad(pad).samples)
      }
      before.apply(edit)
    }
    return added
  }

  private mutating func apply() { kit = edits.undoSteps.reduce(into: base) { $0.apply($1) } }
}

extension Kit {
  /// Returns the pad of a number; one without samples if the kit does not have it.
  func pad(_ number: Int) -> Pad {
    pads.first { $0.number == number } ?? Pad(number: number, name: "", layers: [])
  }

  /// Whether hits play layers of several parts.
  var hasParts: Bool { pads.contains { $0.layers.contains { $0.part > 0 } } }

  /// Sets the value that an edit changes, and no other.
  fileprivate mutating func apply(_ edit: PadEditHistory.Edit) {
    var pad = pad(edit.pad.number)
    pad.copy(edit.field, of: edit.pad)
    pads.removeAll { $0.number == pad.number }
    pads.append(pad)
    pads.sort { $0.number < $1.number }
  }
}

extension Pad {
  /// Removes samples from all layers, and the layers that have no other ones.
  fileprivate mutating func remove(_ samples: Set<FilePath>) {
    layers = layers.compactMap { layer in
      var kept = layer
      kept.samples.removeAll(where: samples.contains)
      return kept.samples.isEmpty && !layer.samples.isEmpty ? nil : kept
    }
  }
}

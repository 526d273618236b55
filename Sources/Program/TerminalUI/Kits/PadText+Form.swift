import Application
import Controls
import KitEditing
import Percussion
import SystemBase
import TerminalKit

extension FormContent {
  /// Creates the content of the form for a pad. Its heading names the kit, and what saving it does.
  ///
  /// - Parameter key: the key that strikes the pad.
  package init(_ editor: PadEditor, key: String) {
    let empty = Pad(number: editor.number, name: "", layers: [])
    let former = editor.original.pads.first { $0.number == editor.number } ?? empty
    let rows = editor.fields.map { field in
      let (value, before) = (
        PadText.value(field, of: editor.pad, editor), PadText.value(field, of: former, editor)
      )
      return Row(
        name: PadText.words(field).name, text: value + PadText.choked(field, by: editor),
        kind: value != before ? .changed : .usual)
    }
    self.init(
      heading: editor.isOwn ? editor.kit.name : "\(editor.kit.name), saving makes a copy", rows: rows,
      selection: editor.selection, leavesPadsVisible: true)
    if !key.isEmpty { self.rows[0].text += ", key \(key)" }
    list = PadText.layers(of: editor)
  }
}

extension PadText {
  /// Returns the name of a field, and what it accepts, for a text that is not valid.
  static func words(_ field: PadEditor.Field) -> (name: String, expected: String) {
    switch field {
    case .pad: ("Pad", "the number of a pad")
    case .name: ("Name", "a text")
    case .gain: ("Gain", "dB, -60 to 24")
    case .pan: ("Pan", "-1, left, to 1, right")
    case .tune: ("Tune", "semitones, -48 to 48")
    case .choke: ("Choke group", "a group from 1 to 16, or 0 for none")
    case .mode: ("Mode", "oneShot, gate or toggle")
    case .retrigger: ("Retrigger", "restart or overlap")
    case .choice: ("Choice", "roundRobin or random")
    case .pedal: ("Pedal", "two numbers from 0, open, to 127, closed, or any")
    case .layer: ("Layer", "the number of a layer, all or new")
    case .lowest: ("Softest hit", "a velocity from 1 to the hardest hit")
    case .highest: ("Hardest hit", "a velocity from the softest hit to 127")
    case .part: ("Part", "a number from 0 to 15: a hit plays a layer of each part")
    case .start: ("Start", "a frame of the sample before its end")
    case .end: ("End", "a frame of the sample behind its start")
    case .direction: ("Direction", "forward or reversed")
    case .sample: ("Sample", "the path of a sound file")
    case .room: ("Room", "dB, -60 to 12, off or reset")
    }
  }

  /// Returns the text of a field of a pad: the edited one, or the same one before the edits.
  static func value(_ field: PadEditor.Field, of pad: Pad, _ editor: PadEditor) -> String {
    switch field {
    case .pad: "\(pad.number)"
    case .name: pad.name
    case .gain: "\(ShownText.decimal(pad.gain.value)) dB"
    case .pan: pan(pad.pan)
    case .tune: "\(ShownText.decimal(pad.tune)) semitones"
    case .choke: pad.choke?.group.map { "\($0)" } ?? "none"
    case .mode: mode(pad.mode)
    case .retrigger:
      pad.retrigger == .restart ? "restart: a hit ends the one before" : "overlap: hits sound on"
    case .choice: pad.choice == .random ? "random" : "round robin: samples take turns"
    case .pedal: pad.pedal.map { "\($0.lowerBound) to \($0.upperBound), 127 is closed" } ?? "any position"
    case .layer: layer(of: pad, editor)
    case .lowest: chosen(of: pad, editor).map { "velocity \($0.velocities.lowerBound)" } ?? "none"
    case .highest: chosen(of: pad, editor).map { "velocity \($0.velocities.upperBound)" } ?? "none"
    case .part: part(of: pad, editor)
    case .start: "frame \(pad.layers.first?.start ?? 0)"
    case .end: pad.layers.first?.end.map { "frame \($0)" } ?? "end of the sample"
    case .direction: pad.layers.first?.isReversed == true ? "reversed" : "forward"
    case .sample: sample(pad, editor)
    case .room: room(of: editor)
    }
  }

  /// Returns the layer of a pad that an editor has chosen; nil if it has chosen none, or if the pad does not have it.
  private static func chosen(of pad: Pad, _ editor: PadEditor) -> SampleLayer? {
    guard case .one(let index) = editor.chosenLayer, pad.layers.indices.contains(index) else { return nil }
    return pad.layers[index]
  }

  /// Returns `all: 6 layers, 24 samples`, or `2 of 6: 4 samples, velocity 41 to 90`.
  private static func layer(of pad: Pad, _ editor: PadEditor) -> String {
    func samples(_ layers: [SampleLayer]) -> String {
      ShownText.count(layers.reduce(0) { $0 + $1.samples.count }, "sample", "samples")
    }
    let count = pad.layers.count
    switch editor.chosenLayer {
    case .all:
      return count == 0
        ? "none" : "all: \(ShownText.count(count, "layer", "layers")), \(samples(pad.layers))"
    case .new: return "new: name its sample"
    case .one(let index):
      guard let layer = chosen(of: pad, editor) else { return "none" }
      let part = name(ofPartOf: layer, of: pad, editor).map { ", \($0)" } ?? ""
      let range = "velocity \(layer.velocities.lowerBound) to \(layer.velocities.upperBound)"
      return "\(index + 1) of \(count): \(samples([layer]))\(part), \(range)"
    }
  }

  /// Returns `room`, or `part 2`, as the file of the kit numbers it; nil if all layers of the pad are of part 0.
  static func name(ofPartOf layer: SampleLayer, of pad: Pad, _ editor: PadEditor) -> String? {
    if editor.kit.hasRoom, layer.part == Kit.roomPart { return "room" }
    return pad.layers.contains { $0.part > 0 } ? "part \(layer.part)" : nil
  }

  /// Returns the part of the chosen layer and those that sound with it: `2: sounds with 0, 1`.
  private static func part(of pad: Pad, _ editor: PadEditor) -> String {
    guard let layer = chosen(of: pad, editor) else { return "none" }
    let others = Set(pad.layers.map(\.part)).subtracting([layer.part]).sorted().map(String.init)
    let room = editor.kit.hasRoom && layer.part == Kit.roomPart ? ", the room" : ""
    let rest = others.isEmpty ? "the only one" : "sounds with \(others.joined(separator: ", "))"
    return "\(layer.part)\(room): \(rest)"
  }

  /// Returns the names of the other pads whose sound a hit ends.
  static func choked(_ field: PadEditor.Field, by editor: PadEditor) -> String {
    guard field == .choke, let group = editor.pad.choke?.group else { return "" }
    let others = editor.kit.pads.filter { $0.choke?.silencedBy == group && $0.number != editor.number }
    let names = others.map { $0.name.isEmpty ? "pad \($0.number)" : $0.name }
    return others.isEmpty ? ": no other pad" : ": chokes \(names.joined(separator: ", "))"
  }

  static func pan(_ pan: Double) -> String {
    let share = Int((abs(pan) * 100).rounded())
    return share == 0 ? "centre" : "\(share) % \(pan < 0 ? "left" : "right")"
  }

  private static func mode(_ mode: PadMode) -> String {
    switch mode {
    case .oneShot: "one shot: to the end of the sample"
    case .gate: "gate: while the key is held"
    case .toggle: "toggle: until the next hit"
    }
  }

  private static func sample(_ pad: Pad, _ editor: PadEditor) -> String {
    switch editor.chosenSample {
    case .new: return "new: type its path"
    case .one(let index):
      guard let layer = chosen(of: pad, editor), layer.samples.indices.contains(index) else { return "none" }
      return "\(index + 1) of \(layer.samples.count): \(layer.samples[index].lastComponent.shown)"
    case .all: return all(pad)
    }
  }

  private static func all(_ pad: Pad) -> String {
    let samples = pad.layers.flatMap(\.samples)
    guard let first = samples.first else { return "none" }
    let name = first.lastComponent.shown
    return samples.count == 1 ? name : "\(name) and \(samples.count - 1) more"
  }
}

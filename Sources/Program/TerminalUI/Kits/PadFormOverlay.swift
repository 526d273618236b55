import Application
import Controls
import Percussion
import SystemBase
import TerminalKit

/// The form for a pad.
package struct PadFormContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var name: String
    package var text: String
    package var isChanged: Bool
  }

  /// The kit, and what saving it does.
  package var heading: String
  package var rows: [Row]
  package var selection: Int
  /// The keys, for the lower frame.
  package var hints: [String] = []

  /// Creates the content of the form from an editor.
  ///
  /// - Parameter key: the key that strikes the pad.
  package init(_ editor: PadEditor, key: String) {
    heading = editor.isOwn ? editor.kit.name : "\(editor.kit.name), saved as a copy"
    let empty = Pad(number: editor.number, name: "", layers: [])
    let former = editor.original.pads.first { $0.number == editor.number } ?? empty
    rows = PadEditor.Field.allCases.map { field in
      let text = PadText.value(field, of: editor.pad) + PadText.choked(field, by: editor)
      return Row(
        name: PadText.name(field), text: text,
        isChanged: PadText.value(field, of: editor.pad) != PadText.value(field, of: former))
    }
    if !key.isEmpty { rows[0].text += ", key \(key)" }
    selection = editor.selection
  }
}

extension PadText {
  static func name(_ field: PadEditor.Field) -> String {
    switch field {
    case .pad: "Pad"
    case .name: "Name"
    case .gain: "Gain"
    case .pan: "Pan"
    case .tune: "Tune"
    case .choke: "Choke group"
    case .mode: "Mode"
    case .retrigger: "Retrigger"
    case .sample: "Sample"
    }
  }

  static func value(_ field: PadEditor.Field, of pad: Pad) -> String {
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
    case .sample: sample(pad)
    }
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

  private static func sample(_ pad: Pad) -> String {
    let samples = pad.layers.flatMap(\.samples)
    guard let first = samples.first else { return "none" }
    let name = first.lastComponent.shown
    return samples.count == 1 ? name : "\(name) and \(samples.count - 1) more"
  }

  /// Returns what a field accepts, for a text that is not valid.
  static func expected(_ field: PadEditor.Field) -> String {
    switch field {
    case .pad: "the number of a pad"
    case .name: "a text"
    case .gain: "dB, -60 to 24"
    case .pan: "-1, left, to 1, right"
    case .tune: "semitones, -48 to 48"
    case .choke: "a group from 1 to 16, or 0 for none"
    case .mode: "oneShot, gate or toggle"
    case .retrigger: "restart or overlap"
    case .sample: "the path of a sound file"
    }
  }
}

/// The overlay of the form: in two columns if there is no room below each other; rows that do not fit are scrolled.
struct PadFormOverlay: Widget {
  let form: PadFormContent
  let theme: Theme

  private static let twoColumns = 60

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let columns = form.rows.count + 2 > area.height && area.width >= PadFormOverlay.twoColumns ? 2 : 1
    let height = (form.rows.count + columns - 1) / columns
    let box = area.box(Size(76, height + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    let top = Rect(box.x + 1, box.y, box.width - 2, 1)
    surface.write(" \(form.heading) ".fitted(to: top.width), in: top, theme[.heading])
    let inner = box.inset(2, 1)
    let first = ListContent.first(
      after: 0, selection: form.selection % height, count: height, height: inner.height)
    let places = inner.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for index in form.rows.indices where (first..<first + inner.height).contains(index % height) {
      draw(index, on: &surface, in: places[index / height].row(index % height - first))
    }
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(form.hints, theme, on: &surface)
  }

  private func draw(_ index: Int, on surface: inout Surface, in line: Rect) {
    let row = form.rows[index]
    let parts = line.columns([.fixed(1), .fixed(11), .flexible()], gap: 1)
    if row.isChanged { surface.write("*", in: parts[0], theme[.hintKey]) }
    surface.write(row.name, in: parts[1], theme[.faint])
    surface.write(row.text, in: parts[2], theme[.plain])
    if index == form.selection { surface.restyle(line) { $0 = theme[.selectedRow] } }
  }
}

extension PadFormContent: LayerContent {
  package var leavesPadsVisible: Bool { true }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    PadFormOverlay(form: self, theme: theme).draw(on: &surface, in: area)
  }
}

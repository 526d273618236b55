import Application
import AudioBase
import Dubbing
import Studio
import SystemBase
import TerminalKit

/// The mixer as values for drawing.
package struct MixerContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var name: String
    package var text = ""
    /// The text in a narrow column, without the name.
    package var short = ""
    /// The place of the value in its range, 0…1; nil without a value.
    package var share: Double?
    /// Whether it is an effect or a part of the song that is not heard.
    package var isOff = false
    /// The style of its name while it is heard.
    var slot = Theme.Slot.plain
    /// The name in the plain mode, with the reason why an effect is not heard; nil if it is the same as on the screen.
    var spoken: String?
    /// The dB by which a compressor lowers the level now; nil for another row.
    package var reduction: Double?
  }

  package struct Strip: Hashable, Sendable {
    package var name: String
    package var isMuted = false
    package var isSoloed = false
    /// The mode in which it plays and records lanes of takes; nil if it is not shown.
    package var laneMode: LaneMode?
    /// The level of its sound; nil if it is not measured.
    package var meter: MeterContent?
    /// The largest level since the meters were reset, in dB of full scale; nil if it is not measured.
    package var held: Float?
    /// The fader first.
    package var rows: [Row] = []

    /// The dB by which its compressors lower its level together; nil if it has none.
    var reduction: Double? {
      let reductions = rows.compactMap(\.reduction)
      return reductions.isEmpty ? nil : reductions.reduce(0, +)
    }

    /// `mute`, `solo`, the mode of lanes, several of them, or nothing.
    var states: String {
      [isMuted ? "mute" : nil, isSoloed ? "solo" : nil, laneMode?.rawValue].compactMap(\.self).joined(
        separator: " ")
    }
  }

  /// The parameters of an effect, or what can be added.
  package struct List: Hashable, Sendable {
    package var heading: String
    package var rows: [Row]
    package var selection: Int
  }

  package var heading: String
  package var strips: [Strip]
  /// The indices of the chosen strip, and of its chosen row.
  package var selection: Int
  package var row: Int
  /// The positions of the filters of the music and of the echo, −100…100, and the moves that are held.
  package var sweep = 0.0
  package var echoSweep = 0.0
  package var held: Set<Move> = []
  /// The meters of the output, the longest text first; empty if they are not shown.
  package var master: [String] = []
  /// Whether the output would have clipped without the limiter.
  package var isClipped = false
  /// Whether lanes of a take move values.
  var lanesMove = false
  /// The path of the sound of the chosen strip.
  var chain: SignalChain
  /// The list that is shown instead of the strips; nil if there is none.
  package var list: List?
  /// The keys, where the screen has no line for them.
  package var hints: [String] = []

  var chosen: Strip { strips[min(max(selection, 0), strips.count - 1)] }

  /// The list that is drawn if the strips do not fit side by side.
  var chosenList: List {
    let states = chosen.states.isEmpty ? "" : " · \(chosen.states)"
    return List(
      heading: "\(heading) · \(chosen.name), \(selection + 1) of \(strips.count)\(states)", rows: chosen.rows,
      selection: row)
  }
}

@MainActor extension MixerContent {
  /// - Parameter meter: the level of a bus; nil if it is not measured.
  init(_ layer: MixerLayer, meter: (MixGraph.Bus) -> MeterContent?) {
    let (mixer, application) = (layer.mixer, layer.application)
    let (graph, buses, bus) = (mixer.graph, mixer.buses, mixer.bus)
    let name = MixerText.name(bus, application)
    self.init(
      heading: [
        "Mixer", mixer.owner.name, mixer.loading.map { "loading plug-in \($0.come + 1) of \($0.all)" },
      ]
      .compactMap(\.self).joined(separator: " · "),
      strips: buses.map { bus in
        Strip(
          name: MixerText.name(bus, application), isMuted: application.isMuted(bus),
          isSoloed: graph[bus].isSoloed, laneMode: application.lanes?.shownMode(of: bus), meter: meter(bus),
          held: mixer.owner.heldPeak(of: bus).map { MeterContent(peak: Frame(repeating: $0)).left },
          rows: mixer.rows(of: bus).map { Row($0, in: bus, application, graph) })
      },
      selection: buses.firstIndex(of: bus) ?? 0, row: mixer.rowIndex,
      chain: SignalChain(
        bus, graph[bus], name: name, fader: application.value(of: .fader, in: bus).map(MixerText.text) ?? "",
        row: mixer.row, isHeard: mixer.owner.isHeard)
    )
    (sweep, echoSweep) = (application.position(of: .music), application.position(of: .echo))
    held = application.heldMoves
    lanesMove = application.lanes?.isMoving ?? false
    switch layer.mode {
    case .strips: break
    case .parameters:
      list = layer.opened.map {
        List($0, layer.values(of: $0), of: name, row: layer.row, isHeard: mixer.owner.isHeard($0))
      }
    case .adding(let category):
      let filter = category ?? (layer.filter.isEmpty ? nil : FilePath(layer.filter).shown)
      list = List(
        heading: [name, "add", filter].compactMap(\.self).joined(separator: " · "),
        rows: layer.additions.map { Row($0, mixer) }, selection: layer.row)
    }
  }
}

extension MixerContent.List {
  fileprivate init(
    _ insert: MixGraph.Insert, _ values: [MixerValue], of strip: String, row: Int, isHeard: Bool
  ) {
    let rows = values.map {
      MixerContent.Row(name: $0.parameter.title, text: MixerText.text($0), share: $0.share, isOff: !isHeard)
    }
    self.init(heading: "\(strip) · \(MixerText.name(insert, isHeard: isHeard))", rows: rows, selection: row)
  }
}

@MainActor extension MixerContent.Row {
  fileprivate init(_ addition: MixerController.Addition, _ mixer: MixerController) {
    self.init(name: MixerText.name(addition))
    switch addition {
    case .unit(let unit): text = FilePath(unit.author ?? "").shown
    case .category(let category):
      text = ShownText.count(mixer.pluginCount(in: category), "plug-in", "plug-ins")
    case .send: break
    }
  }

  fileprivate init(
    _ row: MixerController.Row, in bus: MixGraph.Bus, _ application: Application, _ graph: MixGraph
  ) {
    let value = application.value(of: row, in: bus)
    let text = value.map(MixerText.text) ?? ""
    switch row {
    case .fader: self.init(name: "fader", text: text, short: text)
    case .pan: self.init(name: "pan", text: text, short: text)
    case .send(let target):
      let name = MixGraph.Bus.returns(target).name
      self.init(name: "send \(name)", text: text, short: "→\(target) \(text)")
    case .songPart(let name):
      let level = application.takes?.songs.heardLevel(of: name)
      self.init(songPart: name, level, text: text, isHeard: level?.isMuted != true)
    case .insert(let id):
      let insert = graph.insert(id)
      let isHeard = insert.map { application.mixer?.owner.isHeard($0) ?? $0.isHeard } ?? false
      let name = insert.map { MixerText.name($0, isHeard: isHeard) } ?? ""
      self.init(name: name, short: name, isOff: !isHeard)
      spoken = insert.map { MixerText.spoken($0, isHeard: isHeard) }
      reduction = application.mixer?.owner.reduction(ofInsert: id)
      if let reduction { self.text = "\(MasterText.text(Decibels(reduction))) dB" }
    }
    share = value?.share
  }

  private init(songPart name: String, _ level: SongPartLevel?, text: String, isHeard: Bool) {
    let states = [level?.isMuted == true ? "mute" : nil, level?.isSoloed == true ? "solo" : nil]
    let words = [text] + states.compactMap(\.self)
    self.init(
      name: FilePath(name).shown, text: words.joined(separator: " "),
      short: "\(FilePath(name).shown) \(states.compactMap(\.self).first ?? text)", isOff: !isHeard)
    slot = Theme.Slot(songPart: name)
  }
}

/// Draws the mixer: strips side by side, or the chosen strip or an effect as a list.
extension MixerContent: LayerContent {
  package var pane: Pane? { .mixer }

  package var isMoving: Bool {
    lanesMove || strips.contains { $0.meter.map { max($0.left, $0.right) > MeterContent.floor } ?? false }
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 20, area.height >= 4 else { return }
    let layout = MixerLayout(self, in: area)
    surface.drawBox(layout.list?.heading ?? heading, layout.box, hints: hints, theme)
    drawMaster(beside: layout.list?.heading ?? heading, on: &surface, in: layout.box, theme)
    drawEdges(layout, on: &surface, theme)
    if let list = layout.list {
      draw(list, layout, on: &surface, theme)
    } else {
      for column in layout.columns { draw(column, on: &surface, theme) }
    }
    ChainPicture(chain: chain, theme: theme).draw(on: &surface, in: layout.chain)
    drawMoves(layout.moves, on: &surface, theme)
  }

  // MARK: The frame

  /// Writes the longest text of the meters of the output that the upper frame has room for beside its heading.
  private func drawMaster(beside heading: String, on surface: inout Surface, in box: Rect, _ theme: Theme) {
    let room = box.width - 6 - CharacterWidth.columns(of: heading) - 2
    guard let text = master.first(where: { CharacterWidth.columns(of: $0) + 2 <= room }) else { return }
    let width = CharacterWidth.columns(of: text) + 2
    surface.write(
      " \(text) ", in: Rect(box.endX - 2 - width, box.y, width, 1), theme[isClipped ? .warning : .plain])
  }

  /// Writes the number of hidden strips on each side into the lower frame: `< 2`, `3 >`.
  private func drawEdges(_ layout: MixerLayout, on surface: inout Surface, _ theme: Theme) {
    guard let first = layout.columns.first, let last = layout.columns.last else { return }
    let before = first.strip > 0 ? " < \(first.strip) " : ""
    let after = last.strip < strips.count - 1 ? " \(strips.count - 1 - last.strip) > " : ""
    let line = Rect(layout.box.x + 2, layout.box.endY - 1, layout.box.width - 4, 1)
    if hints.isEmpty {
      surface.write(before, in: line, theme[.heading])
      surface.write(after, in: line, theme[.heading], .trailing)
    } else {
      surface.write(before + after, in: line, theme[.heading], .trailing)
    }
  }

  // MARK: The moves

  private func drawMoves(_ parts: [Rect], on surface: inout Surface, _ theme: Theme) {
    guard parts.count == Move.allCases.count + 4 else { return }
    surface.write("sweep", in: parts[0], theme[.plain])
    drawBar((sweep + 100) / 200, on: &surface, in: parts[1], theme)
    surface.write(MixerText.sweep(sweep), in: parts[2], theme[.plain])
    for (move, part) in zip(Move.allCases, parts.dropFirst(3)) {
      surface.write(" \(move.rawValue) ", in: part, theme[held.contains(move) ? .activeTab : .plain])
    }
    surface.write("echo \(MixerText.sweep(echoSweep))", in: parts[parts.count - 1], theme[.plain])
  }

  // MARK: A list

  private func draw(_ list: List, _ layout: MixerLayout, on surface: inout Surface, _ theme: Theme) {
    if let meter = chosen.meter {
      MeterBar(meters: meter, theme: theme).draw(on: &surface, in: layout.meter)
    }
    for (index, row) in list.rows.dropFirst(layout.firstItem).prefix(layout.items.height).enumerated() {
      let parts = layout.parts(ofItem: index)
      surface.write(row.name, in: parts[0], theme[row.isOff ? .faint : row.slot])
      surface.write(row.text, in: parts[1], theme[.plain], .trailing)
      if layout.firstItem + index == list.selection {
        surface.restyle(layout.items.row(index)) { $0 = theme[.selectedRow] }
      }
      if let share = row.share { drawBar(share, on: &surface, in: parts[2], theme) }
    }
  }

  private func drawBar(_ share: Double, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    guard area.width > 0 else { return }
    let place = MixerContent.cell(share, of: area.width)
    surface.fill(area, with: "─", theme[.progressRest])
    surface.fill(Rect(area.x, area.y, place, 1), with: "━", theme[.progressDone])
    surface.write("●", at: Point(area.x + place, area.y), theme[.progressKnob], in: area)
  }

  /// Returns the cell of a place in a range.
  private static func cell(_ share: Double, of count: Int) -> Int {
    Int((min(max(share, 0), 1) * Double(max(count - 1, 0))).rounded())
  }

  // MARK: A strip

  /// The rows of a meter that has marks.
  private static let leastScale = 8

  private func draw(_ column: MixerLayout.Column, on surface: inout Surface, _ theme: Theme) {
    let strip = strips[column.strip]
    let isChosen = column.strip == selection
    surface.write(strip.name, in: column.name, theme[.heading])
    if isChosen { surface.restyle(column.name) { $0 = theme[.activeTab] } }
    surface.write(strip.states, in: column.states, theme[.warning])
    if let share = strip.rows.first?.share { drawFader(share, on: &surface, in: column.fader, theme) }
    if let meter = strip.meter {
      draw(meter, on: &surface, in: column.meter, theme)
      if let held = strip.held { drawHeld(held, on: &surface, in: column.meter, theme) }
      drawMarks(on: &surface, in: column.scale, theme)
    }
    if let reduction = strip.reduction.map({ MasterText.text(Decibels($0)) }) {
      let line = column.scale.row(column.scale.height - 1)
      surface.write(reduction, in: line, theme[reduction == "0" ? .faint : .warning], .trailing)
    }
    for (index, row) in strip.rows.dropFirst(column.firstRow).prefix(column.rows.height).enumerated() {
      let line = column.rows.row(index)
      surface.write(row.short, in: line, theme[row.isOff ? .faint : row.slot])
      if isChosen, column.firstRow + index == self.row { surface.restyle(line) { $0 = theme[.selectedRow] } }
    }
  }

  private func drawFader(_ share: Double, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let place = area.height - 1 - MixerContent.cell(share, of: area.height)
    let x = area.x + 1
    for y in 0..<area.height {
      let (text, slot): (String, Theme.Slot) =
        y == place ? ("●", .progressKnob) : y < place ? ("│", .progressRest) : ("┃", .progressDone)
      surface.write(text, at: Point(x, area.y + y), theme[slot], in: area)
    }
  }

  /// Writes the levels of every twelfth dB beside a meter that is high enough.
  private func drawMarks(on surface: inout Surface, in area: Rect, _ theme: Theme) {
    if area.height < MixerContent.leastScale { return }
    for level in stride(from: 0, to: MeterContent.floor, by: -12) {
      let cells = (1 - level / MeterContent.floor) * Float(area.height)
      surface.write(
        ShownText.decimal(Double(level)), in: area.row(area.height - Int(cells.rounded(.up))), theme[.faint],
        .trailing)
    }
  }

  /// Draws a meter, the left channel on the left in every layout direction.
  private func draw(_ meter: MeterContent, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    surface.drawUnmirrored(in: area) { surface, area in
      for (index, level) in [meter.left, meter.right].enumerated() {
        let share = 1 - level / MeterContent.floor
        VerticalBar(
          level: VerticalBar.level(share, rows: area.height), style: theme[MixerContent.slot(level)]
        )
        .draw(on: &surface, in: Rect(area.x + index, area.y, 1, area.height))
      }
    }
  }

  private static func slot(_ level: Float) -> Theme.Slot {
    level > -3 ? .meterHigh : level > -12 ? .meterMiddle : .meterLow
  }

  /// Draws a line at the largest level since the meters were reset.
  private func drawHeld(_ level: Float, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    guard level > MeterContent.floor, area.height > 0 else { return }
    let row = area.height - 1 - MixerContent.cell(Double(1 - level / MeterContent.floor), of: area.height)
    surface.write("──", in: area.row(row), theme[MixerContent.slot(level)])
  }
}

import Application
import Controls
import Percussion
import TerminalKit

/// The help: each command with its keys, in groups, and the commands that lost a key to another one.
package struct HelpContent: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The group of the command; nil for a key of the layer that the help covers.
    package let group: CommandGroup?
    package var keys: String
    package var text: String
    /// The command; nil for a line that stands for several commands.
    package var command: Command?
    /// The keys that now belong to another command.
    package var lost: String = ""

    fileprivate func contains(_ text: String) -> Bool {
      let texts = [self.text, keys, command?.name ?? "", group?.title ?? ""]
      return texts.contains { TextMatch.range(of: text, in: $0) != nil }
    }
  }

  /// The keys of the layer that the help covers.
  package struct Covered: Hashable, Sendable {
    let title: String
    /// The screen whose commands are listed first; nil if the layer has no commands of its own.
    let screen: ScreenName?
    /// The keys that are listed after them.
    let hints: [KeyHint]
  }

  enum Line: Hashable {
    case heading(String)
    /// The index of an entry.
    case entry(Int)
    case blank
  }

  package var entries: [Entry]
  private let title: String
  package var selection = 0
  /// The use of the next key; nil if no key is awaited.
  package var keyEdit: ApplicationState.KeyEdit?
  /// The selected command with all its keys.
  var detail: String?

  /// Creates the list of commands and their keys.
  ///
  /// - Parameters:
  ///   - search: only entries that contain this text are listed; empty lists those with keys, and the commands without.
  ///   - covered: the keys that are listed first.
  package init(_ map: KeyMap, search: String = "", covered: Covered? = nil) {
    let commands = Command.listed.filter { !HelpContent.isOfScene($0) }
      .map { HelpContent.entry($0, map, coveredScreen: covered?.screen) }
    let all = HelpContent.pads(map) + commands + HelpContent.scenes(map, coveredScreen: covered?.screen)
    let grouped = CommandGroup.allCases.flatMap { group in all.filter { $0.group == group } }
    let own = all.filter { $0.group == nil } + (covered?.hints.map(HelpContent.entry) ?? [])
    entries = search.isEmpty ? own + grouped : (own + grouped).filter { $0.contains(search) }
    title = covered?.title ?? ""
  }

  /// The entries under the headings of their groups.
  var lines: [Line] {
    var lines: [Line] = []
    for (index, entry) in entries.enumerated() {
      if index == 0 || entry.group != entries[index - 1].group {
        if index > 0 { lines.append(.blank) }
        lines.append(.heading(entry.group?.title ?? title))
      }
      lines.append(.entry(index))
    }
    return lines
  }

  /// Returns the selected command with its name and all its keys; nil if a line for several commands is selected.
  func detail(_ map: KeyMap) -> String? {
    guard entries.indices.contains(selection), let command = entries[selection].command else { return nil }
    let keys = map.keys(for: command).map(\.name).joined(separator: " ")
    return keys.isEmpty ? command.name : "\(command.name): \(keys)"
  }

  private static func entry(_ hint: KeyHint) -> Entry {
    let isOne = hint.actions.count == 1
    let command = if isOne, case .command(let command) = hint.actions[0] { command } else { nil as Command? }
    return Entry(group: nil, keys: hint.keys, text: hint.text, command: command)
  }

  private static func entry(_ command: Command, _ map: KeyMap, coveredScreen: ScreenName?) -> Entry {
    let row = command.row
    let keys = map.keys(for: command).filter { if case .media = $0.key { false } else { true } }
    let lost = map.conflicts.filter { $0.lost == command }.map(\.key.label).joined(separator: " ")
    return Entry(
      group: row.screen != nil && row.screen == coveredScreen ? nil : row.group,
      keys: keys.map(map.label).joined(separator: " "), text: row.summary, command: command, lost: lost)
  }

  private static func isOfScene(_ command: Command) -> Bool {
    if case .request(let request) = command { request.isOfScene } else { false }
  }

  /// Returns the scenes of the mixer in two lines instead of sixteen: `F1 … F8`, call a scene.
  private static func scenes(_ map: KeyMap, coveredScreen: ScreenName?) -> [Entry] {
    let lines: [(definition: Argument<Int>, text: String)] = [
      (Command.Request.scene, "call scene 1 to 8"), (Command.Request.storeScene, "store scene 1 to 8"),
    ]
    return lines.map { definition, text in
      let commands = definition.usual
      let keys = commands.compactMap { map.label($0) }
      let lost = map.conflicts.filter { commands.contains($0.lost) }.map(\.key.label)
      return Entry(
        group: coveredScreen == .mixer ? nil : .mixer,
        keys: keys.count == commands.count
          ? "\(keys[0]) … \(keys[keys.count - 1])" : keys.joined(separator: " "),
        text: text, lost: lost.joined(separator: " "))
    }
  }

  /// Returns the pads in three lines, one for each stroke: `a s d f j k l ;`, and `ctrl+alt+a …`.
  private static func pads(_ map: KeyMap) -> [Entry] {
    let lines: [(stroke: Command.Stroke, text: String)] = [
      (.plain, "hit the pads"), (.accented, "accented"), (.soft, "softly"),
    ]
    return lines.compactMap { stroke, text in
      let commands = (1...PadBank.size).map { Command.pad($0, stroke) }
      let keys = commands.compactMap { map.label($0) }
      let lost = map.conflicts.filter { commands.contains($0.lost) }.map(\.key.label)
      if keys.isEmpty && lost.isEmpty { return nil }
      let shown = stroke == .soft ? keys.first.map { "\($0) …" } ?? "" : keys.joined(separator: " ")
      return Entry(
        group: .drum, keys: shown, text: text, lost: lost.joined(separator: " "))
    }
  }
}

/// The help is in two columns if there is room, and scrolled if needed.
extension HelpContent: LayerContent {
  private static let keysWidth = 15

  @MainActor
  init(_ layer: HelpLayer, _ keys: KeyMap) {
    self.init(keys, search: layer.search.text, covered: HelpContent.covered(by: layer, keys))
    selection = min(layer.selection, max(entries.count - 1, 0))
    keyEdit = layer.application.state.keyEdit
    detail = detail(keys)
  }

  /// Returns the keys of the layer below the help: `In the timeline`.
  @MainActor
  package static func covered(by layer: HelpLayer, _ keys: KeyMap) -> Covered? {
    guard let view = layer.covered else { return nil }
    return Covered(
      title: "In the \(view.name)", screen: view.screen,
      hints: view.hints(keys).filter {
        guard case .command(let command)? = $0.actions.first else { return true }
        return command != .program(.help) && (view.screen == nil || command.row.screen != view.screen)
      })
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let columns = area.width >= 76 ? 2 : 1
    let size = Size(columns * 44 + 6, max((lines.count + columns - 1) / columns, 1) + 2)
    guard let inner = surface.drawBox("Keys", size, theme, in: area) else { return }
    drawLines(columns: columns, on: &surface, in: area.width > 60 ? inner.inset(1) : inner, theme)
    let bottom = Rect(inner.x + 1, inner.endY, inner.width - 2, 1)
    if let detail { surface.write(" \(detail) ", in: bottom, theme[.faint]) }
  }

  /// Fills the columns one after the other.
  private func drawLines(columns: Int, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let (lines, shown) = (lines, area.height * columns)
    let selected = lines.firstIndex(of: .entry(selection)) ?? 0
    let first = ListContent.first(
      after: selected - shown / 2, selection: selected, count: lines.count, height: shown)
    let places = area.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for (index, line) in lines.dropFirst(first).prefix(shown).enumerated() {
      let place = places[index / max(area.height, 1)].row(index % max(area.height, 1))
      switch line {
      case .heading(let title): surface.write(title, in: place, theme[.heading])
      case .entry(let entry): draw(entry, on: &surface, in: place, theme)
      case .blank: break
      }
    }
    if lines.isEmpty { surface.write("nothing found", in: area.row(0), theme[.faint]) }
  }

  private func draw(_ index: Int, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let (entry, isSelected) = (entries[index], index == selection)
    let lost = entry.lost.isEmpty ? "" : "✗ \(entry.lost)"
    let parts = area.columns([
      .fixed(HelpContent.keysWidth), .fixed(1), .flexible(), .fixed(CharacterWidth.columns(of: lost)),
    ])
    let isWaiting = isSelected && keyEdit != nil
    let keys = isWaiting ? waiting : entry.keys.isEmpty ? "no key" : entry.keys
    let look = isWaiting ? theme[.prompt] : entry.keys.isEmpty ? theme[.faint] : theme[.hintKey]
    surface.write(keys, in: parts[0], look, .trailing)
    surface.write(entry.text, in: parts[2], theme[.plain])
    surface.write(lost, in: parts[3], theme[.warning])
    if isSelected { surface.restyle(area) { $0 = theme[.selectedRow] } }
  }

  private var waiting: String {
    switch keyEdit {
    case .bind, .midi, nil: "press a key"
    case .remove: "key to remove?"
    }
  }
}

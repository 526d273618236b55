import Application
import Controls
import SystemBase
import TerminalKit

/// The content of the list of MIDI assignments.
package struct MIDIListContent: Hashable, Sendable, LayerContent {
  let lines: [String]
  let selection: Int

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 16, area.height >= 3 else { return }
    let box = area.centred(Size(min(area.width, 72), min(max(lines.count, 1) + 2, area.height)))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" MIDI ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    let inner = box.inset(2, 1)
    if lines.isEmpty { surface.write("nothing was taught; m teaches", in: inner.row(0), theme[.faint]) }
    let first = ListContent.first(after: 0, selection: selection, count: lines.count, height: inner.height)
    for (row, line) in lines.enumerated().dropFirst(first).prefix(inner.height) {
      surface.write(FilePath(line).shown, in: inner.row(row - first), theme[.plain])
      if row == selection { surface.restyle(inner.row(row - first)) { $0 = theme[.selectedRow] } }
    }
  }
}

extension MIDIListLayer: LayerView {
  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.remove)], "remove"), ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    MIDIListContent(lines: lines, selection: selection)
  }

  package var selectedRow: (list: String, row: String)? {
    guard lines.indices.contains(selection) else { return ("MIDI", "nothing was taught") }
    return ("MIDI", "\(selection + 1) of \(lines.count): \(FilePath(lines[selection]).shown)")
  }
}

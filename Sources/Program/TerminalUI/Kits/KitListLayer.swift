import Application
import Controls
import Percussion
import SystemBase
import TerminalKit

/// The list of kits. The selected kit is loaded, so that the pads play it.
package final class KitListLayer: ScreenLayer {
  static let page = 10

  package unowned let session: ScreenSession
  package let kits: KitController

  init(_ session: ScreenSession, _ kits: KitController) {
    (self.session, self.kits) = (session, kits)
    kits.openList()
  }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .list(.activate): close()
    case .program(.cancel), .pads(.kits):
      kits.leave()
      close()
    case .search(.find): session.open(KitFilterPrompt(session, text: kits.list?.filter ?? ""))
    default: return nil
    }
    return .done
  }

  package func move(_ movement: Movement) { kits.move(movement, page: KitListLayer.page) }

  /// Keeps the selected kit, unless the list was left.
  package func wasClosed() {
    guard let list = kits.list, let entry = kits.keep() else { return }
    let isKept = application.program.keepKit(list.choice(of: entry))
    application.report(
      isKept ? .kit(.kept(entry.name)) : .setting(.changed(name: "kit", value: entry.name)))
  }

  package var name: String { "kits" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.activate)], "keep"), ([.program(.cancel)], "back"),
        ([.move(.up), .move(.down)], "play on the pads"), ([.search(.find)], "filter"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    guard let list = kits.list else { return nil }
    var content = KitListContent(list, loaded: kits.loaded?.path)
    content.hints = hintTexts(screen.keys)
    return content
  }

  /// `2 of 12: GMkit, hydrogen · 16 pads`.
  package var selectedRow: (list: String, row: String)? {
    guard let list = kits.list else { return nil }
    let content = KitListContent(list, loaded: nil)
    guard content.rows.indices.contains(list.selection) else { return content.note.map { ("Kits", $0) } }
    let row = content.rows[list.selection]
    return ("Kits", "\(list.selection + 1) of \(content.rows.count): \(row.name), \(row.detail)")
  }
}

/// Filters the list of kits.
package final class KitFilterPrompt: FilterPrompt {
  package override var matchesNothing: Bool { application.kits.list?.rows.isEmpty ?? false }
  override func textChanged() { application.kits.list?.setFilter(text.text) }
  override func apply(_ text: String) { application.kits.preview() }
  override func discard() { application.kits.list?.setFilter("") }

  package override func move(_ movement: Movement) {
    guard let list = application.kits.list else { return }
    application.kits.list?.select(
      movement.row(from: list.selection, last: list.rows.count - 1, page: KitListLayer.page))
  }
}

import Application
import Controls
import KitEditing
import Percussion
import SystemBase
import TerminalKit

/// The list of kits. The selected kit is loaded, so that the pads play it.
package final class KitListLayer: ListLayer {
  private var kits: KitController { application.kits }

  override init(_ session: ScreenSession) {
    super.init(session)
    kits.openList()
  }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .list(.activate): close()
    case .program(.cancel), .pads(.kits):
      kits.leave()
      close()
    case .search(.find): session.open(ListFilterPrompt(self))
    default: return nil
    }
    return .done
  }

  package override var rows: [ListRow] {
    kits.list?.rows.map { ListRow($0, isLoaded: KitList.isSame($0, kits.loaded?.path)) } ?? []
  }

  package override var selection: Int? { kits.list?.selection }

  /// Selects a row, and loads its kit unless the filter is typed.
  override func select(_ row: Int) {
    if session.layers.last === self { kits.select(row) } else { kits.list?.select(row) }
  }

  package override var filter: String {
    get { kits.list?.filter ?? "" }
    set { kits.list?.setFilter(newValue) }
  }

  // The name in the file of histories, from former versions.
  override var filterHistory: String? { "KitFilterPrompt" }
  override func filterWasKept() { kits.preview() }

  /// Keeps the selected kit, unless the list was left.
  package override func wasClosed() {
    guard let list = kits.list, let entry = kits.keep() else { return }
    let isKept = application.program.keepKit(list.choice(of: entry))
    application.report(
      isKept ? .kit(.kept(entry.name)) : .setting(.changed(name: "kit", value: entry.name)))
  }

  package override var name: String { "kits" }
  override var title: String { "Kits" }
  override var style: ListBox.Style { ListBox.Style(width: 76, hasMarks: true) }
  override func empty(_ keys: KeyMap) -> String { kits.list?.entries == nil ? "reading…" : "no kit found" }

  override var keyHints: [KeyHint.Group] {
    [
      ([.list(.activate)], "keep"), ([.program(.cancel)], "back"),
      ([.move(.up), .move(.down)], "play on the pads"), ([.search(.find)], "filter"),
    ]
  }
}

extension ListRow {
  /// Creates the row of a kit: its format, its number of pads and whether it is shipped; of a damaged kit the reason.
  init(_ entry: KitCatalog.Entry, isLoaded: Bool) {
    let pads = ShownText.count(entry.pads, "pad", "pads")
    let parts = [entry.format.rawValue, pads] + (entry.isShipped ? ["shipped"] : [])
    self.init(entry.name, note: entry.error.map(ErrorText.reason) ?? parts.joined(separator: " · "))
    (self.isCurrent, look) = (isLoaded, entry.error != nil ? .failedRow : isLoaded ? .currentRow : .plain)
  }
}

import SystemBase

/// The list of kits. The selected kit is loaded, so that the pads play it.
package final class KitListLayer: ScreenLayer {
  static let page = 10

  package unowned let application: Application
  package let kits: KitController

  init(_ application: Application, _ kits: KitController) {
    (self.application, self.kits) = (application, kits)
    kits.openList()
  }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .list(.activate): close()
    case .program(.cancel), .pads(.kits):
      kits.leave()
      close()
    case .search(.find): application.open(KitFilterPrompt(application, text: kits.list?.filter ?? ""))
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
}

/// Filters the list of kits.
package final class KitFilterPrompt: FilterPrompt {
  override func textChanged() { application.kits.list?.setFilter(text.text) }
  override func apply(_ text: String) { application.kits.preview() }
  override func discard() { application.kits.list?.setFilter("") }

  package override func move(_ movement: Movement) {
    guard let list = application.kits.list else { return }
    application.kits.list?.select(
      movement.row(from: list.selection, last: list.rows.count - 1, page: KitListLayer.page))
  }
}

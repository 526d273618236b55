import Application
import AudioBase
import Player

/// The list with the focus and its selected row as text.
@MainActor
package enum PlainSelection {
  /// The longest library path in characters.
  private static let width = 200

  /// The rows of the lists that are read at a time.
  private static var rows: ApplicationState.VisibleRows {
    var rows = ApplicationState.VisibleRows()
    (rows.queue, rows.library, rows.picker, rows.help) = (40, 40, 22, 40)
    return rows
  }

  /// `Queue`, `2 of 3: Flower Duet, Léo Delibes, 04:31`; nil if no row was selected.
  package static func text(_ application: Application) -> (list: String, row: String)? {
    var rows = rows
    rows.trackInfo = application.state.trackInfo.map { TrackInfoContent($0).fields.count } ?? 0
    application.show(rows)
    if application.state.overlay == .takes {
      return application.takes.flatMap { take($0, application.takeSelection) }
    }
    if application.state.overlay == .trackInfo { return field(application.state) }
    if application.state.overlay == .tagForm { return application.tags?.form.flatMap(tag) }
    if application.state.overlay == .kits { return application.kits?.list.flatMap(kit) }
    if application.state.overlay == .padForm { return application.kits?.editor.flatMap(pad) }
    if application.state.overlay == .devices { return application.devices.flatMap(device) }
    if application.state.overlay == .export { return application.exports?.form.map(field) }
    guard let list = list(application), let selection = list.selection else { return nil }
    let index = selection - list.first
    guard list.rows.indices.contains(index) else { return nil }
    return (list.heading.first ?? "", text(list.rows[index], selection + 1, of: list.count))
  }

  /// A tag of the track whose tags are shown: `2 of 12: Title: Flower Duet`.
  private static func field(_ state: ApplicationState) -> (list: String, row: String)? {
    guard let details = state.trackInfo else { return nil }
    let fields = TrackInfoContent(details).fields
    let selection = min(state.trackInfoSelection, fields.count - 1)
    guard fields.indices.contains(selection) else { return nil }
    return (
      "Track", "\(selection + 1) of \(fields.count): \(fields[selection].name): \(fields[selection].value)"
    )
  }

  /// The selected field of the form for an export: `1 of 5: Format: wav`.
  private static func field(_ form: ExportForm) -> (list: String, row: String) {
    let content = TagFormContent(form)
    let row = content.rows[form.selectedRow]
    let note = content.note.map { "; \($0)" } ?? ""
    return (
      content.heading, "\(form.selectedRow + 1) of \(content.rows.count): \(row.name): \(row.text)\(note)"
    )
  }

  /// The selected tag of the form as the files have it; the prompt is what was typed: `1 of 10: Title: Flower Duet`.
  private static func tag(_ form: TagForm) -> (list: String, row: String)? {
    let content = TagFormContent(form)
    guard form.isEditable, form.rows.indices.contains(form.selection) else {
      if case .writing = form.stage { return nil }
      return content.note.map { ("Tags", $0) }
    }
    let row = form.rows[form.selection]
    let text = if case .same(let text) = row.value { text } else { "several values" }
    let note = content.note.map { "; \($0)" } ?? ""
    return (
      "Tags of \(content.heading)",
      "\(form.selection + 1) of \(form.rows.count): \(TagText.name(row.name)): \(text)\(note)"
    )
  }

  /// The selected kit: `2 of 12: GMkit, hydrogen · 16 pads`.
  private static func kit(_ list: KitList) -> (list: String, row: String)? {
    let content = KitListContent(list, loaded: nil)
    guard content.rows.indices.contains(list.selection) else { return content.note.map { ("Kits", $0) } }
    let row = content.rows[list.selection]
    return ("Kits", "\(list.selection + 1) of \(content.rows.count): \(row.name), \(row.detail)")
  }

  /// The selected device: `2 of 5: Headset, default · pulse:headset, in use`.
  @MainActor
  private static func device(_ devices: DeviceController) -> (list: String, row: String)? {
    guard let picker = devices.picker else { return nil }
    let content = DeviceListContent(picker, use: devices.use)
    let rows = content.groups.flatMap { group in group.rows.map { (group.title, $0) } }
    guard rows.indices.contains(content.selection) else { return content.note.map { ("Devices", $0) } }
    let (title, row) = rows[content.selection]
    let use = row.use == .chosen ? ", in use" : ""
    return (title, "\(content.selection + 1) of \(rows.count): \(row.description), \(row.detail)\(use)")
  }

  /// The selected value of a pad: `3 of 9: Gain: 0 dB`.
  private static func pad(_ editor: PadEditor) -> (list: String, row: String)? {
    let row = PadFormContent(editor, key: "").rows[editor.selection]
    return (
      "Pad \(editor.number) of \(editor.kit.name)",
      "\(editor.selection + 1) of \(PadEditor.Field.allCases.count): \(row.name): \(row.text)"
    )
  }

  private static func list(_ application: Application) -> ListContent? {
    let playing = application.model.nowPlaying.map(\.location)
    switch application.state.overlay {
    case .picker:
      return application.library.flatMap { library in
        library.picking.map {
          ListContent($0, library.columns, width: width, rows: rows.picker, playing: playing)
        }
      }
    case .help, .notices, .takes, .palette, .lyrics, .trackInfo, .tagForm, .kits, .padForm, .export,
      .devices:
      return nil
    case nil: break
    }
    if application.hasLibraryFocus, let library = application.library {
      return ListContent(
        library, width: width, rows: rows.library, playing: playing,
        emptySelection: application.state.offer, keys: .empty)
    }
    guard application.state.selection != nil else { return nil }
    let (queue, state) = (application.model.queue, application.state)
    return ListContent(queue, state, first: state.row(of: application.selected, in: queue) ?? 0, rows: 1)
  }

  private static func text(_ row: ListContent.Row, _ number: Int, of count: Int) -> String {
    let states: [ListContent.Row.Kind: String] = [.current: "current", .failed: "failed"]
    let parts = [
      row.title, row.detail, row.end, states[row.kind], row.isMarked ? "marked" : nil,
      row.isDamaged ? "damaged" : nil,
    ]
    return "\(number) of \(count): "
      + parts.compactMap { $0?.isEmpty ?? true ? nil : $0 }.joined(separator: ", ")
  }

  private static func take(_ controller: TakeController, _ selection: Int?) -> (list: String, row: String)? {
    let list = TakeListContent(controller, selection: selection)
    guard let index = list.selection else { return ("Takes", "none") }
    let row = list.rows[index]
    let heading = list.rows[..<index].last { $0.isHeading }.map { ", \($0.text)" } ?? ""
    let number = list.rows[...index].count { !$0.isHeading }
    return ("Takes", "\(number) of \(list.rows.count { !$0.isHeading }): \(row.text), \(row.note)\(heading)")
  }
}

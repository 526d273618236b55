import Application
import AudioBase
import Player

/// The list that has the keys and its selected row, in words.
@MainActor
package enum PlainSelection {
  /// The longest library path that is said, in characters.
  private static let width = 200

  /// As much of the lists as is asked for at a time.
  private static var rows: ApplicationState.VisibleRows {
    var rows = ApplicationState.VisibleRows()
    (rows.queue, rows.library, rows.picker, rows.help) = (40, 40, 22, 40)
    return rows
  }

  /// `Queue`, `2 of 3: Flower Duet, Léo Delibes, 04:31`; nil where nobody has chosen a row.
  package static func text(_ application: Application) -> (list: String, row: String)? {
    application.show(rows)
    if application.state.overlay == .takes {
      return application.takes.flatMap { take($0, application.state.takeSelection) }
    }
    guard let list = list(application), let selection = list.selection else { return nil }
    let index = selection - list.first
    guard list.rows.indices.contains(index) else { return nil }
    return (list.heading.first ?? "", text(list.rows[index], selection + 1, of: list.count))
  }

  private static func list(_ application: Application) -> ListContent? {
    let playing = application.model.nowPlaying.map { TrackLocation($0) }
    switch application.state.overlay {
    case .picker:
      return application.library?.picking.map { ListContent($0, rows: rows.picker, playing: playing) }
    case .help, .notices, .takes: return nil
    case nil: break
    }
    if application.hasLibraryFocus, let library = application.library {
      return ListContent(
        library, width: width, rows: rows.library, playing: playing,
        emptySelection: application.state.offer)
    }
    guard application.state.selection != nil else { return nil }
    let (queue, state) = (application.model.queue, application.state)
    return ListContent(queue, state, first: state.row(of: application.selected, in: queue) ?? 0, rows: 1)
  }

  private static func text(_ row: ListContent.Row, _ number: Int, of count: Int) -> String {
    let states: [ListContent.Row.Kind: String] = [.current: "current", .failed: "failed"]
    let parts = [row.title, row.detail, row.end, states[row.kind], row.isMarked ? "marked" : nil]
    return "\(number) of \(count): "
      + parts.compactMap { $0?.isEmpty ?? true ? nil : $0 }.joined(separator: ", ")
  }

  private static func take(_ controller: TakeController, _ selection: Int) -> (list: String, row: String)? {
    let list = TakeListContent(controller, selection: selection)
    guard list.rows.indices.contains(list.selection) else { return ("Takes", "none") }
    let row = list.rows[list.selection]
    if row.isHeading { return ("Takes", "none") }
    let heading = list.rows[..<list.selection].last { $0.isHeading }.map { ", \($0.text)" } ?? ""
    let number = list.rows[...list.selection].count { !$0.isHeading }
    return ("Takes", "\(number) of \(list.rows.count { !$0.isHeading }): \(row.text), \(row.note)\(heading)")
  }
}

import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit

/// The list of takes with their layers.
package final class TakeListLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  package let takes: TakeController
  /// The row that was selected last; nil selects the current take of `group`.
  private var selectedID: TakeList.RowID?
  /// The first group of the list when it was opened or the selection was moved.
  private var group: TakeGroup?

  init(_ session: ScreenSession, _ takes: TakeController) {
    (self.session, self.takes) = (session, takes)
    takes.list.lookForLost()
    group = takes.list.group
  }

  /// The index of the selected row; nil if no row is selected, as after a change of the track, so that no key acts on a
  /// take of another track.
  package var selection: Int? {
    let rows = takes.list.rows
    if let selectedID { return rows.firstIndex { $0.id == selectedID } }
    return takes.list.group == group && !rows.isEmpty ? takes.list.currentRow : nil
  }

  var selectedTakeRow: TakeList.Row? { selection.map { takes.list.rows[$0] } }

  package var screen: ScreenName? { .takes }
  package var closingCommands: [Command] { [.take(.list), .program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .takeList(let command): perform(command)
    case .list(.activate): choose()
    case .list(.remove): removeSelected()
    case .take(.list): return nil
    case .take(let command): session.perform(command, takes, at: time)
    case .request(Command.Request.loop), .request(Command.Request.punch),
      .request(Command.Request.clickLevel):
      return application.performInAreas(command, from: .key, at: time)
    case .playback, .seek, .move, .list, .queue, .search, .program, .practiceScreen, .library, .pads, .mixer,
      .mixerScreen, .timeline, .pad, .request:
      return nil
    }
    return .done
  }

  private func perform(_ command: Command.TakeList) {
    application.change(session.takeTarget) {
      switch command {
      case .muteLayer: $0.isMuted.toggle()
      case .gainUp: $0.gain = $0.gain + Decibels(1)
      case .gainDown: $0.gain = $0.gain - Decibels(1)
      }
    }
  }

  /// Moves the selection; selects the current take if there is none.
  package func move(_ movement: Movement) {
    guard let selection else { return select(takes.list.currentRow) }
    select(movement.row(from: selection, last: takes.list.rows.count - 1, page: TakeListLayer.page))
  }

  private func select(_ index: Int) {
    let rows = takes.list.rows
    group = takes.list.group
    selectedID = rows.isEmpty ? nil : rows[min(index, rows.count - 1)].id
  }

  private func choose() {
    guard case .take(let take, let group)? = selectedTakeRow else { return }
    takes.list.choose(TakeList.Entry(group: group, take: take.id))
  }

  private func removeSelected() {
    guard let row = selectedTakeRow, let index = selection else { return }
    switch row {
    case .take: takes.list.delete(row.entry)
    case .layer(let layer, let entry, _):
      takes.list.edit(entry) { $0.deleteLayer(layer.id) }
      takes.notify(.deleted(layer.settings.name))
    }
    select(index)
  }

  package var name: String { "takes" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.program(.cancel)], "close"), ([.list(.activate)], "choose"),
        KeyHint.group([.takeList(.muteLayer)]), ([.take(.solo)], "solo"), ([.list(.remove)], "delete"),
        KeyHint.group([.takeList(.gainUp), .takeList(.gainDown)]), ([.take(.rename)], "name"),
        ([.take(.duplicate)], "again"),
      ], keys, on: screen)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    var content = TakeListContent(takes, selection: selection)
    content.hints = hintTexts(screen.keys)
    if content.rows.isEmpty {
      content.note = "none yet: \(screen.keys.label(.take(.record)) ?? ":record") records one"
    }
    return content
  }

  package var selectedRow: (list: String, row: String)? {
    let list = TakeListContent(takes, selection: selection)
    guard let index = list.selection else {
      return ("Takes", list.rows.isEmpty ? "there are none" : "none is selected")
    }
    let row = list.rows[index]
    let heading = list.rows[..<index].last { $0.isHeading }.map { ", \($0.text)" } ?? ""
    let number = list.rows[...index].count { !$0.isHeading }
    return ("Takes", "\(number) of \(list.rows.count { !$0.isHeading }): \(row.text), \(row.note)\(heading)")
  }
}

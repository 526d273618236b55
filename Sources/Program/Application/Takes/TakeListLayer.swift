import AudioBase
import SystemBase

/// The list of takes with their layers.
package final class TakeListLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package let takes: TakeController
  /// The row that was selected last; nil selects the current take of `group`.
  private var selectedID: TakeList.RowID?
  /// The first group of the list when it was opened or the selection was moved.
  private var group: TakeGroup?

  init(_ application: Application, _ takes: TakeController) {
    (self.application, self.takes) = (application, takes)
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

  var selectedRow: TakeList.Row? { selection.map { takes.list.rows[$0] } }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .list(.activate): choose()
    case .list(.remove): removeSelected()
    case .playback(.mute): application.changeLayer(takes) { $0.isMuted.toggle() }
    case .playback(.volumeUp): application.changeLayer(takes) { $0.gain = $0.gain + Decibels(1) }
    case .playback(.volumeDown): application.changeLayer(takes) { $0.gain = $0.gain - Decibels(1) }
    case .program(.cancel), .take(.list): close()
    case .take(let command): application.perform(command, takes, at: time)
    default: return nil
    }
    return .done
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
    guard case .take(let take, let group)? = selectedRow else { return }
    takes.list.choose(TakeList.Entry(group: group, take: take.id))
  }

  private func removeSelected() {
    guard let row = selectedRow, let index = selection else { return }
    switch row {
    case .take: takes.list.delete(row.entry)
    case .layer(let layer, let entry, _):
      takes.list.edit(entry) { $0.deleteLayer(layer.id) }
      takes.notify(.deleted(layer.settings.name))
    }
    select(index)
  }
}

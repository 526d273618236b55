import Application
import AudioBase
import Controls
import Dubbing
import SystemBase

/// The list of takes with their layers.
package final class TakeListLayer: ListLayer {
  package let takes: TakeController
  /// The row that was selected last; nil selects the current take of `group`.
  private var selectedID: TakeList.RowID?
  /// The first group of the list when it was opened or the selection was moved.
  private var group: TakeGroup?

  init(_ session: ScreenSession, _ takes: TakeController) {
    self.takes = takes
    super.init(session)
    takes.list.lookForLost()
    group = takes.list.group
  }

  /// The index of the selected row; nil if no row is selected, as after a change of the track, so that no key acts on a
  /// take of another track.
  package override var selection: Int? {
    let rows = takes.list.rows
    if let selectedID { return rows.firstIndex { $0.id == selectedID } }
    return takes.list.group == group && !rows.isEmpty ? takes.list.currentRow : nil
  }

  var selectedTakeRow: TakeList.Row? { selection.map { takes.list.rows[$0] } }

  package override var screen: ScreenName? { .takes }
  package override var closingCommands: [Command] { [.take(.list), .program(.cancel)] }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .takeList(let command): return perform(command)
    case .list(.activate): choose()
    case .list(.remove): removeSelected()
    case .take(.list): return nil
    case .take(let command): return session.perform(command, takes, at: time)
    case .request(Command.Request.loop), .request(Command.Request.punch),
      .request(Command.Request.clickLevel):
      return application.performInAreas(command, from: .key, at: time)
    default: return nil
    }
    return .done
  }

  private func perform(_ command: Command.TakeList) -> Outcome {
    application.change(session.takeTarget) {
      switch command {
      case .muteLayer: $0.isMuted.toggle()
      case .gainUp: $0.gain = $0.gain + Decibels(1)
      case .gainDown: $0.gain = $0.gain - Decibels(1)
      }
    }
    return session.layerToChange == nil ? .refused(.noLayer) : .row
  }

  /// Moves the selection; selects the current take if there is none.
  package override func move(_ movement: Movement) {
    if selection == nil { select(takes.list.currentRow) } else { super.move(movement) }
  }

  override func select(_ row: Int) {
    let rows = takes.list.rows
    group = takes.list.group
    selectedID = rows.isEmpty ? nil : rows[min(row, rows.count - 1)].id
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

  package override var rows: [ListRow] {
    let listed = takes.list.rows
    let hasHeadings = listed.contains { $0.group == .free || $0.group == .lost }
    var group: TakeGroup?
    return listed.map { row in
      defer { group = row.group }
      var shown = ListRow(row, isCurrent: takes.list.isCurrent(row.entry))
      guard hasHeadings else { return shown }
      let heading = TakeText.name(row.group)
      shown.spoken += ", \(heading)"
      if row.group != group { shown.heading = heading }
      return shown
    }
  }

  package override var name: String { "takes" }
  override var title: String { "Takes" }
  override var style: ListBox.Style { ListBox.Style(width: 76, hasMarks: true, noteDivisor: 1) }

  override func empty(_ keys: KeyMap) -> String {
    "none yet: \(keys.label(.take(.record)) ?? ":record") records one"
  }

  override var spokenEmpty: String? { takes.list.rows.isEmpty ? "there are no takes" : "no take is selected" }

  override var keyHints: [KeyHint.Group] {
    [
      ([.program(.cancel)], "close"), ([.list(.activate)], "choose"),
      KeyHint.group([.takeList(.muteLayer)]), ([.take(.solo)], "solo"), ([.list(.remove)], "delete"),
      KeyHint.group([.takeList(.gainUp), .takeList(.gainDown)]), ([.take(.rename)], "name"),
      ([.take(.duplicate)], "again"),
    ]
  }
}

extension ListRow {
  fileprivate init(_ row: TakeList.Row, isCurrent: Bool) {
    switch row {
    case .take(let take, let group):
      let parts = [
        ShownText.count(take.hitCount, "hit", "hits"), String(Timestamp.text(take.modified).prefix(10)),
        group == .lost ? take.track?.path.lastComponent.shown : nil,
      ]
      self.init(take.name, note: parts.compactMap { $0 }.joined(separator: " · "))
      (self.isCurrent, look) = (isCurrent, isCurrent ? .plain : .faint)
    case .layer(let layer, _, let sounds):
      let settings = layer.settings
      let states = [settings.isMuted ? "mute" : nil, settings.isSolo ? "solo" : nil].compactMap { $0 }
      let gain = Int(settings.gain.value.rounded())
      let note =
        states + ["\(gain > 0 ? "+" : "")\(gain) dB", TakeText.content(of: layer)]
        + (TakeText.offset(of: layer).map { [$0] } ?? [])
      self.init(settings.name, note: note.joined(separator: " · "))
      (indent, look) = (2, sounds ? .plain : .faint)
    }
  }
}

import Application
import AudioBase
import TerminalKit

extension PlayerScreen {
  /// Rows for each step of the wheel.
  private static let wheelRows = 3

  /// Handles the mouse, except on pads, which the terminal thread hits.
  @discardableResult
  package func receive(_ mouse: MouseEvent) -> Application.Response {
    // Only layers are dragged.
    if mouse.kind == .drag, session.coveringLayer == nil { return .done }
    defer { onChange?() }
    // A message that covers other parts takes their clicks.
    if mouse.kind == .press, onSurface(drawing.messageBlock).contains(mouse.point) { return .done }
    if let response = leavePane(mouse) { return response }
    if let view = session.coveringLayer, !onSurface(layout[.hints]).contains(mouse.point),
      let response = view.pointer(mouse, on: self)
    {
      return response
    }
    switch mouse.kind {
    case .wheelUp: turnWheel(at: mouse.point, by: -1)
    case .wheelDown: turnWheel(at: mouse.point, by: 1)
    case .press where mouse.button == .left: return press(mouse.point)
    case .press, .release, .drag: break
    }
    return .done
  }

  /// Gives the keys back to the lists if the mouse is used beside the pane that is open.
  ///
  /// - Returns: nil if the event has its usual effect.
  private func leavePane(_ mouse: MouseEvent) -> Application.Response? {
    guard let opened = openedPane, !isCovered, mouse.kind != .drag, mouse.kind != .release,
      ![layout[opened.place], layout[.hints]].contains(where: { onSurface($0).contains(mouse.point) })
    else { return nil }
    let response = session.dismissLayer()
    return response == .done ? nil : response
  }

  /// Changes the volume, speed or balance under the pointer, or scrolls.
  ///
  /// - Parameter step: 1 down, -1 up.
  private func turnWheel(at point: Point, by step: Int) {
    let isUp = step < 0
    switch session.coveringLayer == nil ? setting(at: point) : nil {
    case .volume: session.perform(.playback(isUp ? .volumeUp : .volumeDown), from: .mouse)
    case .speed: session.perform(.playback(isUp ? .speedUp : .speedDown), from: .mouse)
    case .pitch:
      session.perform(
        .request(.transpose(Transposition(cents: session.model.transposition.cents + (isUp ? 100 : -100)))),
        from: .mouse)
    case .music: session.perform(.playback(isUp ? .balanceToMusic : .balanceToPads), from: .mouse)
    case .pads: session.perform(.playback(isUp ? .balanceToPads : .balanceToMusic), from: .mouse)
    case .shuffle, .repeat, .consume, .stop, .sleep, nil:
      if session.coveringLayer == nil, let list = linkedList(at: point) {
        _ = libraryPanel?.focus(onList: list)
      }
      if let panel = panel(at: point) { session.scroll(panel, by: step * PlayerScreen.wheelRows) }
    }
  }

  private func setting(at point: Point) -> SettingsLine.Item? {
    SettingsLine.areas(shown, in: layout[.settings])
      .first { onSurface($0.area).contains(point) }?.item
  }

  private func pressSetting(at point: Point) {
    switch setting(at: point) {
    case .volume: session.perform(.playback(.mute), from: .mouse)
    case .shuffle: session.perform(.playback(.shuffle), from: .mouse)
    case .repeat: session.perform(.playback(.repeat), from: .mouse)
    case .speed: session.perform(.playback(.speedReset), from: .mouse)
    case .pitch: session.perform(.request(.transpose(.none)), from: .mouse)
    case .consume: session.perform(.playback(.consume), from: .mouse)
    case .stop: session.perform(.playback(.stopAfterCurrent), from: .mouse)
    case .music, .pads, .sleep, nil: break
    }
  }

  /// Returns the list that the wheel scrolls; nil over a pane that is not open.
  private func panel(at point: Point) -> ScreenState.Panel? {
    let panes: [MainLayout.Place] = isCovered ? [] : [.lyrics, .timeline, .mixer]
    if openedPane == nil, panes.contains(where: { onSurface(layout[$0]).contains(point) }) { return nil }
    return onSurface(layout[.library]).contains(point) ? .library : .queue
  }

  private func press(_ point: Point) -> Application.Response {
    if onSurface(layout[.hints]).contains(point) { return pressHint(at: point) }
    if session.coveringLayer != nil { return .done }
    if let tab = MainScreen(shown, theme: theme).otherTab(layout),
      onSurface(tab).contains(point)
    {
      return session.perform(.program(.nextPanel), from: .mouse).response
    }
    pressPlace(at: point)
    return .done
  }

  private func pressPlace(at point: Point) {
    let places = MainLayout.Place.allCases.filter { onSurface(layout[$0]).contains(point) }
    switch places.first {
    case .progress:
      let progress = MainScreen(ScreenContent(moving: self, now: .now), theme: theme).progress(layout)
      seek(to: point, in: progress.parts(in: onSurface(layout[.progress]))[1])
    case .waveform: seek(to: point, in: onSurface(layout[.waveform]))
    case .buttons: pressButton(at: point)
    case .queue: pressRow(at: point)
    case .library: session.activate(libraryRow: libraryRow(at: point), ofList: linkedList(at: point))
    case .settings: pressSetting(at: point)
    case .lyrics: session.perform(.program(.lyrics), from: .mouse)
    case .timeline: session.perform(.take(.timeline), from: .mouse)
    case .mixer: session.perform(.mixer(.open), from: .mouse)
    default: break
    }
  }

  private func pressHint(at point: Point) -> Application.Response {
    let hints = MainScreen(shown, theme: theme).hints
    let areas = HintLine.areas(hints, in: layout[.hints])
    guard let hit = areas.first(where: { onSurface($0.area).contains(point) }) else { return .done }
    switch hit.action {
    case .command(let command):
      return session.perform(command, from: .mouse).response
    case .edit(let edit):
      return session.type(edit, from: .mouse)
    }
  }

  /// Returns the area in coordinates of the terminal.
  func onSurface(_ area: Rect) -> Rect {
    Surface(Size(drawing.size.width, 0), direction: direction).mirrored(area)
  }

  private func seek(to point: Point, in bar: Rect) {
    guard bar.contains(point) else { return }
    application.report(
      application.seek(toPart: Double(point.x - bar.x) / Double(max(bar.width - 1, 1))))
  }

  private func pressButton(at point: Point) {
    if layout.hasStateInButtons {
      switch TransportButtons.active(shown) {
      case .play: session.perform(.playback(.play), from: .mouse)
      case .pause: session.perform(.playback(.pause), from: .mouse)
      case nil: break
      }
      return
    }
    let parts = TransportButtons.parts(in: layout[.buttons]).map(onSurface)
    for (part, command) in zip(parts, [Command.Playback.play, .pause]) where part.contains(point) {
      session.perform(.playback(command), from: .mouse)
    }
  }

  private func pressRow(at point: Point) {
    let area = layout[.queue]
    let row = point.y - area.y - (area.height - listRows)
    session.activate(row: row < 0 ? -1 : firstRow + row)
  }

  /// Returns the row of the library panel at a point; negative above the first row.
  private func libraryRow(at point: Point) -> Int {
    let area = onSurface(layout[.library])
    let row = point.y - area.y - (area.height - libraryRows)
    guard row >= 0, let libraryPanel, libraryPanel.stage != .empty else { return row }
    if !libraryPanel.showsLinkedLists { return libraryPanel.browser.level.first + row }
    return linkedList(at: point).map { libraryPanel.browser.levels[$0].first + row } ?? -1
  }

  /// Returns the index of the linked list at a point; nil between lists and without any.
  private func linkedList(at point: Point) -> Int? {
    let shown = shownLinkedLists
    let areas = LinkedListsLayout.areas(shown.count, in: layout[.library])
    return zip(shown, areas).first { onSurface($0.1).contains(point) }?.0
  }
}

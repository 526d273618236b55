import Application
import TerminalKit

extension PlayerScreen {
  /// What the mouse asked for, but for the pads, which the input thread strikes.
  package func take(_ mouse: MouseEvent) -> Request {
    defer { onChange?() }
    switch mouse.kind {
    case .wheelUp: return wheel(.moveUp, at: mouse.point)
    case .wheelDown: return wheel(.moveDown, at: mouse.point)
    case .press where mouse.button == .left: press(mouse.point)
    case .press, .release, .drag: break
    }
    return .nothing
  }

  private func wheel(_ command: Command, at point: Point) -> Request {
    let rows = command == .moveUp ? -3 : 3
    if state.overlay == .picker {
      library?.moveInPicker(by: rows)
      return .nothing
    }
    if state.overlay == nil, onSurface(layout[.library]).contains(point) {
      library?.move(by: rows)
      return .nothing
    }
    for _ in 0..<3 { _ = takeInOverlay(command, at: nil) ?? (takeForQueue(command) ? .nothing : .nothing) }
    return .nothing
  }

  private func press(_ point: Point) {
    if state.overlay == .picker { return pressPickerRow(at: point) }
    if state.overlay != nil {
      if !onSurface(layout.overlay).contains(point) { state.overlay = nil }
      return
    }
    if let tab = MainScreen(ScreenContent(self, now: .now), theme: theme).otherTab(layout),
      onSurface(tab).contains(point)
    {
      state.panel = state.panel == .queue ? .library : .queue
      return
    }
    let places = MainLayout.Place.allCases.filter { onSurface(layout[$0]).contains(point) }
    switch places.first {
    case .progress:
      let bar = ProgressBar.parts(
        elapsed: model.nowPlaying.map { _ in ShownText.wholeSeconds(model.elapsed) },
        total: model.duration.map(ShownText.wholeSeconds), in: onSurface(layout[.progress]))[1]
      seek(to: point, in: bar)
    case .waveform: seek(to: point, in: onSurface(layout[.waveform]))
    case .buttons: pressButton(at: point)
    case .queue: pressRow(at: point)
    case .library: pressLibraryRow(at: point)
    default: break
    }
  }

  /// The block as the terminal counts it.
  func onSurface(_ area: Rect) -> Rect {
    Surface(Size(state.size.width, 0), direction: direction).mirrored(area)
  }

  private func seek(to point: Point, in bar: Rect) {
    guard bar.contains(point), let duration = model.duration else { return }
    model.seek(to: duration * Double(point.x - bar.x) / Double(max(bar.width - 1, 1)))
  }

  private func pressButton(at point: Point) {
    let parts = TransportButtons.parts(in: layout[.buttons]).map(onSurface)
    if parts[0].contains(point) { model.play() } else if parts[1].contains(point) { model.pause() }
  }

  /// The first press selects a track, a second one on the same plays it.
  private func pressRow(at point: Point) {
    state.panel = .queue
    let index = state.firstRow + point.y - layout[.queue].y - 1
    guard point.y > layout[.queue].y, index < state.rowCount(of: model.queue) else { return }
    if state.selection == state.track(atRow: index, of: model.queue) {
      playSelected()
    } else {
      select(row: index)
    }
  }
}

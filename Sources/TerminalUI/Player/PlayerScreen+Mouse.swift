import Application
import TerminalKit

extension PlayerScreen {
  /// Performs what the mouse asks for, but for the pads, which the input thread strikes.
  package func receive(_ mouse: MouseEvent) {
    defer { onChange?() }
    switch mouse.kind {
    case .wheelUp: turnWheel(.up, at: mouse.point)
    case .wheelDown: turnWheel(.down, at: mouse.point)
    case .press where mouse.button == .left: press(mouse.point)
    case .press, .release, .drag: break
    }
  }

  private func turnWheel(_ movement: Movement, at point: Point) {
    let rows = movement == .up ? -3 : 3
    switch state.overlay {
    case .picker: library?.moveInPicker(by: rows)
    case .help, .notices, .takes:
      for _ in 0..<3 { application.perform(movement == .up ? .moveUp : .moveDown) }
    case nil:
      if onSurface(layout[.library]).contains(point) {
        library?.move(by: rows)
      } else {
        application.moveInQueue(by: rows)
      }
    }
  }

  private func press(_ point: Point) {
    if state.overlay == .picker { return pressPickerRow(at: point) }
    if state.overlay != nil {
      if !onSurface(layout.overlay).contains(point) { application.closeOverlay() }
      return
    }
    if let tab = MainScreen(ScreenContent(self, now: .now), theme: theme).otherTab(layout),
      onSurface(tab).contains(point)
    {
      return application.showNextPanel()
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
    case .library: application.activate(libraryRow: libraryRow(at: point))
    default: break
    }
  }

  /// The block as the terminal counts it.
  private func onSurface(_ area: Rect) -> Rect {
    Surface(Size(size.width, 0), direction: direction).mirrored(area)
  }

  private func seek(to point: Point, in bar: Rect) {
    guard bar.contains(point) else { return }
    application.seek(toPart: Double(point.x - bar.x) / Double(max(bar.width - 1, 1)))
  }

  private func pressButton(at point: Point) {
    let parts = TransportButtons.parts(in: layout[.buttons]).map(onSurface)
    if parts[0].contains(point) { model.play() } else if parts[1].contains(point) { model.pause() }
  }

  private func pressRow(at point: Point) {
    let row = point.y - layout[.queue].y - 1
    application.activate(row: row < 0 ? -1 : firstRow + row)
  }

  /// The row of the library's list at a place, negative above the first.
  private func libraryRow(at point: Point) -> Int {
    let row = point.y - onSurface(layout[.library]).y - 1
    guard row >= 0, let library, library.stage != .empty else { return row }
    return library.browser.level.first + row
  }

  private func pressPickerRow(at point: Point) {
    let box = onSurface(PickerOverlay.box(layout.overlay))
    let row = point.y - box.y - 1
    guard let library, let level = library.picking?.list.level, box.contains(point), row >= 0 else { return }
    if level.first + row < level.count { library.selectInPicker(level.first + row) }
  }
}

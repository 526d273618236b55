import TerminalKit

/// The player's screen: the song on top, the pads at hand, the queue, a line of keys and one of messages.
package struct MainScreen: Widget {
  private let content: ScreenContent
  private let theme: Theme

  package init(_ content: ScreenContent, theme: Theme) {
    self.content = content
    self.theme = theme
  }

  /// How many tracks of the queue a screen of this size shows.
  package static func queueRows(in size: Size) -> Int {
    let sizeClass = SizeClass(size)
    guard sizeClass != .tooSmall else { return 0 }
    return max(places(sizeClass, Rect(size)).queue.height - 1, 0)
  }

  package func draw(on surface: inout Surface, in area: Rect) {
    surface.clear(area, theme.plain)
    let sizeClass = SizeClass(area.size)
    guard sizeClass != .tooSmall else {
      drawNotice(on: &surface, in: area)
      return
    }
    let places = MainScreen.places(sizeClass, area)
    drawSong(sizeClass, places, on: &surface)
    PadGrid(
      pads: content.pads, theme: theme, columns: sizeClass == .regular ? 8 : 4,
      isFramed: sizeClass != .minimal
    ).draw(on: &surface, in: places.pads)
    let order = sizeClass == .minimal ? SettingsLine.order(content) : ""
    QueueList(queue: content.queue, order: order, theme: theme).draw(on: &surface, in: places.queue)
    if let list = content.takeList {
      TakeListOverlay(list: list, theme: theme).draw(on: &surface, in: places.overlay)
    }
    if let help = content.help {
      HelpOverlay(help: help, theme: theme).draw(on: &surface, in: places.overlay)
    }
    HintLine(hints: hints, theme: theme).draw(on: &surface, in: places.hints)
    drawTake(places, on: &surface)
    MessageLine(content: content, theme: theme).draw(on: &surface, in: places.message)
  }

  /// While something is typed, the keys are those of the prompt.
  private var hints: [KeyHint] {
    content.prompt == nil ? content.hints : [KeyHint("Enter", "find"), KeyHint("Esc", "leave")]
  }

  private func drawSong(_ sizeClass: SizeClass, _ places: Places, on surface: inout Surface) {
    HeaderBar(content: content, theme: theme).draw(on: &surface, in: places.header)
    let reserved = places.song.endX - places.beside.x + 2
    SongPanel(content: content, theme: theme, isTall: sizeClass == .regular, reserved: reserved)
      .draw(on: &surface, in: places.song)
    TransportButtons(content: content, theme: theme).draw(on: &surface, in: places.buttons)
    ProgressBar(elapsed: content.elapsed, total: content.total, theme: theme)
      .draw(on: &surface, in: places.progress)
    SettingsLine(content: content, theme: theme).draw(on: &surface, in: places.settings)
  }

  /// The record light is seen on every screen: where no line is free, in place of the keys.
  private func drawTake(_ places: Places, on surface: inout Surface) {
    guard let take = content.take else { return }
    if let marks = places.marks {
      TakeMarksLine(take: take, elapsed: content.elapsed, total: content.total, theme: theme)
        .draw(on: &surface, in: marks)
    }
    if let line = places.take {
      TakeLine(take: take, theme: theme).draw(on: &surface, in: line)
    } else if take.light != .off {
      surface.clear(places.hints, theme.plain)
      TakeLine(take: take, theme: theme).draw(on: &surface, in: places.hints)
    }
  }

  private func drawNotice(on surface: inout Surface, in area: Rect) {
    let (width, height) = (SizeClass.smallest.width, SizeClass.smallest.height)
    let long = "terminal too small: \(width) × \(height) needed"
    let lines = area.width >= long.count ? [long] : ["terminal too small:", "\(width) × \(height) needed"]
    let box = area.centred(Size(area.width, lines.count))
    for (index, line) in lines.enumerated() {
      surface.write(line, in: box.row(index), theme.warning, .centre)
    }
  }
}

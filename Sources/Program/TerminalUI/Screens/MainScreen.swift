import TerminalKit

/// The main screen: song, waveform, pads, library and queue, a line of keys and one of messages.
package struct MainScreen: Widget {
  private let content: ScreenContent
  private let theme: Theme

  package init(_ content: ScreenContent, theme: Theme) { (self.content, self.theme) = (content, theme) }

  package func draw(on surface: inout Surface, in area: Rect) {
    draw(MainLayout(area, content.parts), on: &surface, in: area)
  }

  /// Draws with a layout that was made for the area and the parts of the content.
  func draw(_ layout: MainLayout, on surface: inout Surface, in area: Rect) {
    surface.clear(area, theme[.plain])
    guard layout.sizeClass != .tooSmall else {
      drawNotice(on: &surface, in: area)
      return
    }
    drawSong(layout, on: &surface)
    drawMoving(layout, on: &surface)
    queuePanel(layout).draw(on: &surface, in: layout[.queue])
    drawLibrary(layout, on: &surface)
    if let overlay = content.overlay, !layout.hasPane(overlay) {
      overlay.draw(on: &surface, in: layout.area(of: overlay), theme: theme)
    }
    HintLine(hints: hints, theme: theme).draw(on: &surface, in: layout[.hints])
    drawTake(layout, on: &surface)
    drawCountIn(layout, on: &surface)
    drawMessage(layout, in: area, on: &surface)
  }

  private func drawMessage(_ layout: MainLayout, in area: Rect, on surface: inout Surface) {
    let block = messageBlock(layout, in: area)
    if block == nil || content.prompt != nil {
      MessageLine(content: content, theme: theme, hasBlock: block != nil)
        .draw(on: &surface, in: layout[.message])
    }
    block?.draw(on: &surface, theme: theme)
  }

  /// Returns the message that is longer than its line; nil if the line suffices.
  func messageBlock(_ layout: MainLayout, in area: Rect) -> MessageBlock? {
    layout.sizeClass == .tooSmall ? nil : MessageBlock(content, line: layout[.message], of: area)
  }

  /// The places that move while music plays or pads sound.
  package static let moving: [MainLayout.Place] = [
    .progress, .waveform, .meters, .pads, .lyrics, .timeline, .mixer,
  ]

  /// Draws moving places over the last drawing.
  package func drawMoving(
    _ layout: MainLayout, _ places: [MainLayout.Place] = moving, on surface: inout Surface
  ) {
    for place in places { drawMoving(place, in: layout, on: &surface) }
  }

  private func drawMoving(_ place: MainLayout.Place, in layout: MainLayout, on surface: inout Surface) {
    let area = layout[place]
    switch place {
    case .progress:
      progress(layout).draw(on: &surface, in: area)
    case .waveform:
      if let spectrum = content.spectrum {
        SpectrumBars(bands: spectrum, theme: theme).draw(on: &surface, in: area)
      } else if let waveform = content.waveform {
        WaveformBand(
          waveform: waveform, played: content.played, loop: content.loop, marks: content.marks, theme: theme
        )
        .draw(on: &surface, in: area)
      }
    case .meters:
      if let meters = content.meters { MeterBar(meters: meters, theme: theme).draw(on: &surface, in: area) }
    case .pads:
      // Not mirrored, since hands are not.
      surface.drawUnmirrored(in: area) { surface, area in
        PadGrid(
          pads: content.pads, bank: content.bank, note: content.padsNote, theme: theme,
          sizeClass: layout.sizeClass
        ).draw(on: &surface, in: area)
      }
    case .lyrics, .timeline, .mixer:
      guard !area.isEmpty, let pane = content.panes[place] else { return }
      surface.clear(area, theme[.plain])
      pane.draw(on: &surface, in: area, theme: theme)
    default: break
    }
  }

  /// Returns the position, beside which the chapter is named unless the line of the title has it.
  func progress(_ layout: MainLayout) -> ProgressBar {
    ProgressBar(
      elapsed: content.elapsed, total: content.total, bar: content.bar,
      chapter: layout.isSongInOneLine ? nil : content.chapter, marks: content.marks,
      display: content.timeDisplay, theme: theme)
  }

  /// The hints of the last lines; while text is typed, those of its keys.
  var hints: [KeyHint] {
    content.prompt == nil ? content.hints : content.promptHints
  }

  private func drawSong(_ layout: MainLayout, on surface: inout Surface) {
    HeaderBar(content, theme, layout).draw(on: &surface, in: layout[.header])
    content.artwork?.draw(on: &surface, in: layout[.artwork])
    SongPanel(content: content, theme: theme).draw(layout, on: &surface)
    TransportButtons(content: content, theme: theme, hasState: layout.hasStateInButtons)
      .draw(on: &surface, in: layout[.buttons])
    SettingsLine(content: content, theme: theme).draw(on: &surface, in: layout[.settings])
  }

  private func queuePanel(_ layout: MainLayout) -> ListPanel {
    panel(content.queue, showsSettings: true, layout)
  }

  /// Returns the list of the library, or its linked lists, with their areas.
  private func libraryPanels(_ layout: MainLayout) -> [(list: ListPanel, area: Rect)] {
    let isAlone = layout[.queue].isEmpty
    let lists = content.linkedLists
    if lists.isEmpty {
      return content.library.map { [(panel($0, showsSettings: isAlone, layout), layout[.library])] } ?? []
    }
    let areas = LinkedListsLayout.areas(lists.count, in: layout[.library])
    return zip(lists.indices, areas).map { index, area in
      let isLast = index == lists.count - 1
      return (panel(lists[index], showsSettings: isAlone && isLast, hasTabs: index == 0, layout), area)
    }
  }

  /// - Parameters:
  ///   - showsSettings: whether its heading has the changed settings and the loop for which the song has no room.
  ///   - hasTabs: whether its heading has the tab of a hidden panel.
  private func panel(
    _ list: ListContent, showsSettings: Bool, hasTabs: Bool = true, _ layout: MainLayout
  ) -> ListPanel {
    var list = list
    if showsSettings {
      let loop = layout[.take].isEmpty ? content.take?.loopText : nil
      let settings = SettingsLine.rest(content, in: layout[.settings].width)
      list.note = [loop ?? "", settings, list.note].filter { !$0.isEmpty }.joined(separator: " · ")
    }
    return ListPanel(list: list, tabs: hasTabs ? tabs(layout) : nil, theme: theme)
  }

  /// Returns the area that shows the hidden panel when it is clicked; nil if no panel is hidden.
  func otherTab(_ layout: MainLayout) -> Rect? {
    if content.panel == .queue { return queuePanel(layout).otherTab(in: layout[.queue]) }
    return libraryPanels(layout).first.flatMap { $0.list.otherTab(in: $0.area) }
  }

  /// Draws the library panel over the last drawing.
  package func drawLibrary(_ layout: MainLayout, on surface: inout Surface) {
    surface.clear(layout[.library], theme[.plain])
    for (list, area) in libraryPanels(layout) { list.draw(on: &surface, in: area) }
  }

  private func tabs(_ layout: MainLayout) -> ListPanel.Tabs? {
    content.library == nil || !layout[.library].isEmpty && !layout[.queue].isEmpty
      ? nil : ListPanel.Tabs(shown: content.panel, key: content.panelKey)
  }

  /// Draws rows of the queue over the last drawing.
  package func drawQueue(rows: [Int], _ layout: MainLayout, on surface: inout Surface) {
    ListPanel(list: content.queue, theme: theme)
      .draw(rows: rows, on: &surface, in: layout[.queue])
  }

  /// Draws the take and the record light, which is visible on every screen: without a free line, it replaces the keys.
  private func drawTake(_ layout: MainLayout, on surface: inout Surface) {
    guard let take = content.take else { return }
    // A layer covers both lines.
    let isCovered = content.overlay.map { !layout.hasPane($0) } ?? false
    if !isCovered { TakeMarksLine(take: take, theme: theme).draw(on: &surface, in: layout[.hits]) }
    if !isCovered, !layout[.take].isEmpty {
      TakeLine(take: take, theme: theme).draw(on: &surface, in: layout[.take])
    } else if take.light != .off, layout[.hints].isEmpty {
      let title = layout[.title].row(0)
      surface.write(take.lamp, at: Point(title.endX - 1, title.y), theme[.error], in: title)
    } else if take.light != .off {
      surface.clear(layout[.hints], theme[.plain])
      TakeLine(take: take, theme: theme).draw(on: &surface, in: layout[.hints])
    }
  }

  /// Draws the remaining beats over the pads, the waveform or the lists. The smallest screens show them only in the
  /// line of the take.
  private func drawCountIn(_ layout: MainLayout, on surface: inout Surface) {
    guard content.overlay.map(layout.hasPane) ?? true, layout.sizeClass != .minimal,
      let count = content.take?.countIn
    else {
      return
    }
    let number = LargeNumber(number: count, style: theme[.error])
    let places = [layout[.pads], layout[.waveform], layout.overlay]
    if let place = places.first(where: { number.fits(in: $0) }) { number.draw(on: &surface, in: place) }
  }

  private func drawNotice(on surface: inout Surface, in area: Rect) {
    let (width, height) = (SizeClass.smallest.width, SizeClass.smallest.height)
    let long = "terminal too small: \(width) × \(height) needed"
    let lines = area.width >= long.count ? [long] : ["too small:", "\(width) × \(height)"]
    let box = area.centred(Size(area.width, lines.count))
    for (index, line) in lines.enumerated() {
      surface.write(line, in: box.row(index), theme[.warning], .centre)
    }
  }
}

extension ScreenContent {
  package var parts: MainLayout.Parts {
    var parts = MainLayout.Parts()
    parts.hasLibrary = library != nil
    parts.hasLinkedLists = !linkedLists.isEmpty
    (parts.hasArtwork, parts.hasCover) = (hasArtwork || artwork != nil, hasCover)
    parts.hasTakes = take?.isShown ?? false
    parts.panel = panel
    parts.hasUnreadErrors = unreadErrors > 0
    parts.silence = isSilent ? device.last : nil
    (parts.layout, parts.panes, parts.openedPane) = (mode.shown, arrangedPanes, overlay?.pane)
    parts.isListNeeded = prompt != nil || isQueueFiltered
    return parts
  }

  /// The played part of the track, 0…1.
  var played: Double {
    guard let elapsed, let total, total > 0 else { return 0 }
    return min(max(Double(elapsed) / Double(total), 0), 1)
  }
}

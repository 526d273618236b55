import Application
import SystemBase
import TerminalKit

extension PlayerScreen {
  /// Returns the time at which the screen changes without an event; nil if nothing moves.
  package func nextChange(after now: HostTime) -> HostTime? {
    let text = animations.nextTextChange { nextTextChange(after: now) }
    guard hasFocus, let frame = animations.nextFrame(session.state.mode.shown) else { return text }
    let next = max(frame, now)
    return text.map { min($0, next) } ?? next
  }

  /// Returns the time at which a text changes without an event; nil if there is none.
  private func nextTextChange(after now: HostTime) -> HostTime? {
    var next: [HostTime] = []
    if let change = nextMessage(after: now) { next.append(change) }
    if let end = model.output.flatMap(OutputText.endOfDropouts), end > now { next.append(end) }
    if let seconds = application.recording?.seconds {
      next.append(now.advanced(bySeconds: seconds.rounded(.down) + 1 - seconds))
    }
    guard hasFocus || model.playbackState == .playing else { return next.min() }
    if model.playbackState == .playing {
      let elapsed = model.elapsed
      let rest = elapsed.rounded(.down) + 1 - elapsed
      next.append(now.advanced(bySeconds: rest / model.speed + 0.002))
      if let seconds = takes?.ranges.secondsToNextBar {
        next.append(now.advanced(bySeconds: seconds / model.speed + 0.002))
      }
      if let change = nextLyrics(after: elapsed, now) { next.append(change) }
    }
    if hasFocus, let free = takes?.free.view(at: now), free.isRunning {
      let rest = free.seconds.rounded(.down) + 1 - free.seconds
      next.append(now.advanced(bySeconds: min(rest, free.secondsToBar ?? rest) + 0.002))
    }
    if hasFocus, let reading = inputMeter.next { next.append(max(reading, now)) }
    return next.min()
  }

  /// The length of the recording of the output in whole seconds; nil if none runs.
  var recordedSeconds: Int? { application.recording?.seconds.map(ShownText.wholeSeconds) }

  /// Returns the time at which the next line of the lyrics begins, if they are shown.
  private func nextLyrics(after elapsed: Double, _ now: HostTime) -> HostTime? {
    guard session.layer(LyricsLayer.self) != nil || !layout[.lyrics].isEmpty,
      let change = application.state.lyrics.lyrics?.change(after: elapsed)
    else { return nil }
    return now.advanced(bySeconds: (change - elapsed) / model.speed + 0.002)
  }

  /// Whether the number of a count-in covers parts of the screen.
  private var isCountingIn: Bool { takes?.recording.beatsLeft != nil }

  /// Returns the time at which another message is shown, or the message in another way.
  private func nextMessage(after now: HostTime) -> HostTime? {
    guard standingMessage == nil else {
      return application.state.notices.coveredUntil.flatMap { $0 > now ? $0 : nil }
    }
    return application.state.notices.message(at: now)?.nextChange(after: now)
  }

  /// Returns whether parts can be drawn over the last drawing: nothing covers them.
  private func mayDrawParts(on surface: Surface) -> Bool {
    !isCovered && hasLayout(of: surface) && !isCountingIn && !isMessageOverPanels
  }

  /// Returns whether the lines of the message, the recording and the input are as in the last drawing.
  private func areLinesCurrent() -> Bool {
    inputMeter.follow(application.input, at: .now)
    let message = message(at: .now)
    return message?.looks(like: shown.message) ?? (shown.message == nil)
      && recordedSeconds == shown.recordedSeconds && inputMeter.reading == drawing.input && isHeaderCurrent
  }

  /// Whether the header counts dropouts as in the last drawing.
  private var isHeaderCurrent: Bool {
    model.output?.lastXrun == nil || deviceTexts(at: .now) == shown.device
  }

  /// Draws what is due over the last drawing: meters, spectrum and pads alone until a text changes.
  ///
  /// - Returns: the rows that may have changed; nil if everything must be drawn.
  package func drawDue(on surface: inout Surface) -> [Range<Int>]? {
    let now = HostTime.now
    let text = animations.nextTextChange { nextTextChange(after: now) }
    guard text.map({ now < $0 }) ?? true, !animations.hasPanes, mayDrawParts(on: surface),
      let frame = moveFrame(at: now)
    else { return drawMoving(on: &surface) }
    if frame.places.isEmpty { return [] }
    MainScreen(frame.content, theme: theme).drawMoving(layout, frame.places, on: &surface)
    return frame.places.map { layout[$0].rows }
  }

  private func moveFrame(at now: HostTime) -> (content: ScreenContent, places: [MainLayout.Place])? {
    let bar = layout[.meters].width
    var marks = AnimationSchedule.PadMarks()
    (marks.changes, marks.lateness) = (model.pads.changeCount, takes?.practice.lateness ?? [:])
    let pads = animations.isChanged(marks) ? movedPads(at: now) : nil
    return animations.move(bar == 0 ? nil : sound.meter(.master), width: bar, shownSpectrum, pads, marks)
  }

  /// The bands that the place of the waveform shows; nil if it does not show them.
  var shownSpectrum: [Float]? {
    guard session.state.showsSpectrum, !layout[.waveform].isEmpty else { return nil }
    return sound.spectrum?(layout[.waveform].width / 2)
  }

  /// Draws the moving parts over the last drawing.
  ///
  /// - Returns: the rows that may have changed; nil if everything must be drawn.
  package func drawMoving(on surface: inout Surface) -> [Range<Int>]? {
    if isCovered, shown.overlay?.isMoving == true { return drawMovingLayer(on: &surface) }
    guard mayDrawParts(on: surface), areLinesCurrent() else { return nil }
    let content = ScreenContent(moving: self, now: .now)
    guard content.playback == shown.playback,
      !layout.isSongInOneLine || content.chapter == shown.chapter
    else { return nil }
    let places = animations.changed(content, width: layout[.waveform].width)
    // The take of a recording changes with the time.
    if places.contains(.progress), takes?.recording.isActive == true { return nil }
    MainScreen(content, theme: theme).drawMoving(layout, places, on: &surface)
    if let open = openedPane, let drawn = content.panes[open.place] { drawing.content.overlay = drawn }
    animations.drawn(content, isCovered: !showsPads)
    return places.map { layout[$0].rows }
  }

  /// Draws the layer that covers the panels over the last drawing. The line of a take changes with the time.
  private func drawMovingLayer(on surface: inout Surface) -> [Range<Int>]? {
    guard hasLayout(of: surface), !isMessageOverPanels, areLinesCurrent(),
      takes?.recording.isActive != true, takes?.recording.beatsLeft == nil,
      let overlay = session.coveringLayer?.content(on: self, at: .now)
    else { return nil }
    overlay.draw(on: &surface, in: layout.overlay, theme: theme)
    drawing.content.overlay = overlay
    var content = ScreenContent(moving: self, now: .now)
    content.overlay = overlay
    animations.drawn(content, isCovered: !showsPads)
    return [layout.overlay.rows]
  }

  /// Draws the change of a selection: the library panel, or rows of the queue.
  ///
  /// - Returns: the rows of the screen that have changed; nil if everything must be drawn.
  package func drawSelection(on surface: inout Surface) -> [Range<Int>]? {
    guard mayDrawParts(on: surface) else { return nil }
    let before = layout
    scrollToSelection()
    if layout != before { return nil }
    return session.hasLibraryFocus ? drawLibrary(on: &surface) : drawQueue(on: &surface)
  }

  private func drawLibrary(on surface: inout Surface) -> [Range<Int>]? {
    var content = shown
    content.addLibrary(self)
    guard content.library != nil else { return nil }
    MainScreen(content, theme: theme).drawLibrary(layout, on: &surface)
    return [layout[.library].rows]
  }

  private func drawQueue(on surface: inout Surface) -> [Range<Int>]? {
    var queue = queueContent
    (queue.note, queue.hasFocus) = (shown.queue.note, shown.queue.hasFocus)
    guard let rows = queue.changedRows(since: shown.queue) else { return nil }
    drawing.content.queue = queue
    var content = ScreenContent()
    content.queue = queue
    MainScreen(content, theme: theme).drawQueue(rows: rows, layout, on: &surface)
    return rows.map { layout[.queue].row($0 + queue.headingLines).rows }
  }

  package func padSounded(_ pad: Int) { animations.struck(pad, at: .now) }

  /// Notes whether the terminal's window has the keyboard focus; without it, only the time moves.
  package func receive(focus: Bool) {
    hasFocus = focus
    animations.textsChanged()
    onChange?()
  }
}

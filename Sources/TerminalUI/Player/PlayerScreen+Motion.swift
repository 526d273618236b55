import SystemBase
import TerminalKit

extension PlayerScreen {
  /// When the picture changes by itself next; nil while nothing moves.
  package func nextChange(after now: HostTime) -> HostTime? {
    var next: [HostTime] = []
    if let change = nextMessage(after: now) { next.append(change) }
    guard hasFocus || model.playbackState == .playing else { return next.min() }
    if model.playbackState == .playing {
      let elapsed = model.elapsed
      next.append(now.advanced(bySeconds: elapsed.rounded(.down) + 1 - elapsed + 0.002))
    }
    if hasFocus, let frame = motion.nextFrame { next.append(max(frame, now)) }
    return next.min()
  }

  /// Whether a number lies over parts of the screen.
  private var isCountingIn: Bool { takes?.beatsLeft != nil }

  /// When a message that stays is covered no longer.
  private func nextMessage(after now: HostTime) -> HostTime? {
    guard standingMessage != nil, let end = state.notices.coveredUntil, end > now else { return nil }
    return end
  }

  /// Draws what has moved by itself over the last picture.
  ///
  /// - Returns: the rows that may have changed; nil where all must be drawn.
  package func drawMoving(on surface: inout Surface) -> [Range<Int>]? {
    guard state.overlay == nil, size == surface.size, layout.sizeClass != .tooSmall else { return nil }
    if isCountingIn { return nil }
    if message(at: .now)?.text != shownMessage { return nil }
    let content = ScreenContent(moving: self, now: .now)
    let places = motion.changed(content)
    // What a recording shows goes on with the time.
    if places.contains(.progress), takes?.isRecording == true { return nil }
    MainScreen(content, theme: theme).drawMoving(layout, places, on: &surface)
    motion.drawn(content)
    return places.map { layout[$0].rows }
  }

  /// Draws what looks otherwise since the selection has moved: the library's panel, or rows of the queue.
  ///
  /// - Returns: the rows of the screen that have changed; nil where all must be drawn.
  package func drawSelection(on surface: inout Surface) -> [Range<Int>]? {
    guard state.overlay == nil, size == surface.size, layout.sizeClass != .tooSmall else { return nil }
    if isCountingIn { return nil }
    let before = layout
    scrollToSelection()
    if layout != before { return nil }
    return application.hasLibraryFocus ? drawLibrary(on: &surface) : drawQueue(on: &surface)
  }

  private func drawLibrary(on surface: inout Surface) -> [Range<Int>]? {
    var content = ScreenContent()
    content.panel = ScreenContent.Panel(state.panel)
    content.addLibrary(self)
    guard content.library != nil else { return nil }
    MainScreen(content, theme: theme).drawLibrary(layout, on: &surface)
    return [layout[.library].rows]
  }

  private func drawQueue(on surface: inout Surface) -> [Range<Int>]? {
    var queue = queueContent
    (queue.note, queue.hasFocus) = (shownQueue.note, shownQueue.hasFocus)
    guard let rows = queue.changedRows(since: shownQueue) else { return nil }
    shownQueue = queue
    var content = ScreenContent()
    content.queue = queue
    MainScreen(content, theme: theme).drawQueue(rows: rows, layout, on: &surface)
    return rows.map { layout[.queue].row($0 + 1).rows }
  }

  /// A pad has begun to sound.
  package func padSounded(_ pad: Int) { motion.struck(pad - 1, at: .now) }

  /// The terminal's window has the keyboard, or has it no more: then nothing but the time moves.
  package func receive(focus: Bool) {
    hasFocus = focus
    onChange?()
  }
}

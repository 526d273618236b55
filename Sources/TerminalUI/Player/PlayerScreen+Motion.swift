import AudioBase
import TerminalKit

extension PlayerScreen {
  /// When the picture changes by itself next; nil while nothing moves.
  package func nextChange(after now: HostTime) -> HostTime? {
    guard state.hasFocus || model.playbackState == .playing else { return nil }
    var next: [HostTime] = []
    if model.playbackState == .playing {
      let elapsed = model.elapsed
      next.append(now.advanced(bySeconds: elapsed.rounded(.down) + 1 - elapsed + 0.002))
    }
    if state.hasFocus, let frame = motion.nextFrame { next.append(max(frame, now)) }
    return next.min()
  }

  /// Draws what moves by itself over the last picture.
  ///
  /// - Returns: the rows that may have changed; nil where all must be drawn.
  package func drawMoving(on surface: inout Surface) -> [Range<Int>]? {
    guard state.overlay == nil, state.size == surface.size, layout.sizeClass != .tooSmall else { return nil }
    let content = ScreenContent(moving: self, now: .now)
    MainScreen(content, theme: theme).drawMoving(layout, on: &surface)
    motion.drawn(content)
    return [MainLayout.Place.progress, .waveform, .meters, .pads].map { layout[$0].rows }
  }

  /// A pad has begun to sound.
  package func padSounded(_ pad: Int) { motion.struck(pad - 1, at: .now) }

  /// The terminal's window has the keyboard, or has it no more: then nothing but the time moves.
  package func take(focus: Bool) {
    state.hasFocus = focus
    onChange?()
  }
}

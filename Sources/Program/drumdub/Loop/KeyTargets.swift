import Application
import Controls
import TerminalKit

/// Sends the targets of keys and of the mouse to the terminal thread. A front end sets them before it draws a screen, so that
/// the first key after the screen appears acts on it. Main thread.
@MainActor
struct KeyTargets {
  private let terminalThread: TerminalThread
  private var pads = PadTargets()
  /// The area of the strings of the instrument; nil while its screen is closed.
  private var strings: Rect?
  /// The open screen; nil if it has no keys of its own.
  private var screen: ScreenName?

  init(_ terminalThread: TerminalThread) { self.terminalThread = terminalThread }

  /// Sets the targets. Without arguments, the front end shows nothing on the terminal.
  mutating func set(
    pads: PadTargets = PadTargets(), instrument: InstrumentKeys? = nil, screen: ScreenName? = nil
  ) {
    if pads != self.pads { terminalThread.change { $0.pads = pads } }
    if instrument?.strings != strings { setInstrument(instrument) }
    if screen != self.screen { terminalThread.change { $0.screen = screen } }
    (self.pads, strings, self.screen) = (pads, instrument?.strings, screen)
  }

  private func setInstrument(_ keys: InstrumentKeys?) {
    terminalThread.change { router in
      // The chord of the terminal thread is newer.
      let chord = router.instrument?.chord
      router.instrument = keys
      if let chord { router.instrument?.chord = chord }
    }
  }
}

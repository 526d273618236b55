import Controls
import TerminalKit

/// What keys and the mouse play and control, as the terminal thread knows it. A front end states it before it shows it, so
/// that a key that is pressed as soon as a screen appears acts on that screen. Main thread.
@MainActor
struct KeyTargets {
  private let terminalThread: TerminalThread
  private var pads = PadTargets()
  /// Where the strings of the instrument are; nil while its screen is not open.
  private var strings: Rect?
  private var isTimelineShown = false

  init(_ terminalThread: TerminalThread) { self.terminalThread = terminalThread }

  /// States the targets. Without arguments, nothing of the front end is on the terminal.
  mutating func set(
    pads: PadTargets = PadTargets(), instrument: InstrumentKeys? = nil, isTimelineShown: Bool = false
  ) {
    if pads != self.pads { terminalThread.change { $0.pads = pads } }
    if instrument?.strings != strings { setInstrument(instrument) }
    if isTimelineShown != self.isTimelineShown {
      terminalThread.change { $0.isTimelineShown = isTimelineShown }
    }
    (self.pads, strings, self.isTimelineShown) = (pads, instrument?.strings, isTimelineShown)
  }

  private func setInstrument(_ keys: InstrumentKeys?) {
    terminalThread.change { router in
      // The terminal thread knows the chord earlier.
      let chord = router.instrument?.chord
      router.instrument = keys
      if let chord { router.instrument?.chord = chord }
    }
  }
}

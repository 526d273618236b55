import Application
import Configuration
import Controls
import Glibc
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// A user interface of the terminal: turns input into commands and shows state. Another one may replace it while the
/// program runs. Main thread.
@MainActor
class FrontEnd {
  /// The exit code that the events shown so far imply.
  final var status: Int32 = 0
  /// Whether something waits to be shown at once.
  var hasUpdate: Bool { false }
  /// More descriptors that wake the main thread.
  var watched: [pollfd] { [] }
  /// Whether the program ends without the command to quit.
  var isOver: Bool { false }

  /// Returns the time at which the screen changes without an event; nil if nothing moves.
  func nextChange(after now: HostTime) -> HostTime? { nil }
  /// Called when the main thread wakes up. `change`: the last result of `nextChange`. `ready`: those of `watched` that
  /// have events.
  func wake(change: HostTime?, ready: Set<Int32>) {}
  /// Shows the changes.
  func update() {}
  /// Called when a picture or a waveform has arrived.
  func viewsChanged() {}
  func perform(_ command: Command, at time: HostTime) -> Application.Response { .done }
  func type(_ event: TerminalEvent) -> Application.Response { .done }
  /// A key has no effect, since keys act on pads only.
  func receiveLocked(_ key: KeyChord) {}
  /// A key has chosen a chord of the instrument.
  func chordChosen() {}
  func receive(_ mouse: MouseEvent) -> Application.Response { .done }
  func receive(focus: Bool) {}
  func receive(_ reply: TerminalReply) {}
  func resize() {}
  func redraw() {}
  /// Called when the input has ended. Returns whether the program continues.
  func inputEnded() -> Bool { true }
  /// Restores the terminal for the shell.
  func leaveTerminal() {}
  /// Uses the terminal again.
  func enterTerminal() {}
  /// Restores the terminal for good. Nothing is shown afterwards.
  func close() {}
}

/// No user interface: the player runs without a terminal. Errors and warnings go to standard error. Main thread.
@MainActor
final class BackgroundFrontEnd: FrontEnd {
  private let application: Application
  private var subscription: EventStream<Notice>.Subscription?
  /// Whether no track of the queue can be played.
  private(set) var hasFailed = false

  init(application: Application, keys: KeyBindings) {
    self.application = application
    super.init()
    subscription = application.streams.reported.subscribe { [weak self] notice in
      if case .player(.nothingPlays) = notice { self?.hasFailed = true }
      if notice.severity != .info { Messages.print(PlainText.line(notice, keys.map)) }
    }
  }

  override func perform(_ command: Command, at time: HostTime) -> Application.Response {
    application.perform(command, at: time).response
  }

  override func close() { subscription = nil }
}

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

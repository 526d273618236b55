import Application
import Configuration
import Controls
import CursesBackend
import Instruments
import MixEngine
import Percussion
import SystemBase
import TerminalKit

/// The keys: their commands and the thread that reads them.
@MainActor
final class KeyServices: KeyServing {
  let bindings: KeyBindings
  let thread: TerminalThread
  var onKeys: () -> Void = {}

  /// Creates the terminal thread and its bindings. `kit`: the kit whose pads the keys strike first. `file`: stores
  /// the bindings that are made while the program runs.
  init(_ settings: Settings, _ engine: AudioEngine, _ kit: Kit?, file: SavedFile, _ queue: MainQueue) {
    let maps = settings.keyMaps
    bindings = KeyBindings(maps.current, defaults: maps.defaults, file: file)
    var router = KeyRouter(
      keys: bindings.maps, heldKeys: HeldKeyFilter(ignoresRepeats: settings.heldKey == .ignore))
    (router.velocities, router.bank) = (settings.velocities, PadBank(of: kit))
    thread = TerminalThread(
      port: engine.control.port(for: .keys), notes: engine.control.notePort(for: .keys), router: router,
      escapeDelay: TerminalEnvironment.own.escapeDelay
    ) { queue.post(.terminal($0, $1)) }
    bindings.onChange = { [weak self] keys in
      self?.thread.change { $0.keys = keys }
      self?.onKeys()
    }
  }

  func names(of command: Command) -> [String] { bindings.map.keys(for: command).map(\.name) }

  func bind(_ key: String, to command: Command, for application: Application) {
    KeyChord(name: key).map { bindings.bind($0, to: command, for: application) }
  }

  func remove(_ key: String, of command: Command, for application: Application) {
    KeyChord(name: key).map { bindings.remove($0, of: command, for: application) }
  }

  func restore(for application: Application) { bindings.restore(for: application) }

  func use(_ mode: ScreenMode) {
    thread.change { $0.mode = mode }
    bindings.mode = mode
    onKeys()
  }

  func change(_ bank: BankChange) { thread.changeBank(bank) }

  func choose(_ chord: GuitarChord) { thread.change { $0.instrument?.chord = chord } }
}

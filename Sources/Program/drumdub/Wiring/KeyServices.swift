import Application
import Configuration
import Controls
import CursesBackend
import MixEngine
import Percussion
import SystemBase
import TerminalKit

/// The keys: their commands and the thread that reads them.
@MainActor
struct KeyServices {
  let bindings: KeyBindings
  let thread: TerminalThread

  /// Creates the terminal thread and its bindings.
  ///
  /// - Parameters:
  ///   - kit: the kit whose pads the keys strike first.
  ///   - file: stores the bindings that are made while the program runs.
  init(_ settings: Settings, _ engine: AudioEngine, _ kit: Kit?, file: SavedFile, _ queue: MainQueue) {
    let maps = settings.keyMaps
    bindings = KeyBindings(maps.current, defaults: maps.defaults, file: file)
    var router = KeyRouter(
      keys: bindings.maps, heldKeys: HeldKeyFilter(ignoresRepeats: settings.heldKey == .ignore))
    (router.velocities, router.bank) = (settings.velocities, PadBank(of: kit))
    thread = TerminalThread(
      port: engine.control.port(for: .keys), notes: engine.control.notePort(for: .keys), router: router,
      escapeDelay: TerminalEnvironment.own.escapeDelay
    ) { queue.post(.terminal($0)) }
  }

  /// Gives the application the keys.
  ///
  /// - Parameter onKeys: called when keys have changed.
  func connect(to application: Application, onKeys: @escaping () -> Void) {
    let (bindings, thread) = (bindings, thread)
    bindings.onChange = { keys in
      thread.change { $0.keys = keys }
      onKeys()
    }
    application.services.changeMode = { mode in
      thread.change { $0.mode = mode }
      bindings.mode = mode
      onKeys()
    }
    application.services.changeBank = { thread.changeBank($0) }
    application.services.chooseChord = { chord in thread.change { $0.instrument?.chord = chord } }
    application.services.keys = { bindings.map.keys(for: $0).map(\.name) }
    application.services.bindKey = { [unowned application] key, command in
      KeyChord(name: key).map { bindings.bind($0, to: command, for: application) }
    }
    application.services.removeKey = { [unowned application] key in
      KeyChord(name: key).map { bindings.remove($0, for: application) }
    }
    application.services.restoreKeys = { [unowned application] in bindings.restore(for: application) }
  }
}

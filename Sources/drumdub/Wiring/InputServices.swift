import Application
import Controls
import MixEngine
import TerminalKit

/// The keys: their commands and the thread that reads them.
@MainActor
struct InputServices {
  let bindings: KeyBindings
  let thread: InputThread

  init(_ settings: Settings, _ engine: AudioEngine, _ queue: MainQueue) {
    bindings = KeyBindings(
      settings.keyMap, defaults: settings.defaultKeyMap, file: BaseFolders.keysFile)
    // Over a network, the rest of a sequence may follow its ESC late.
    let escapeDelay: Int32 = BaseFolders.environment("SSH_CONNECTION") == nil ? 25 : 100
    thread = InputThread(
      port: engine.control.port(for: .keys),
      router: KeyRouter(
        keys: bindings.map, heldKeys: HeldKeyFilter(ignoresRepeats: settings.heldKey == .ignore)),
      escapeDelay: escapeDelay
    ) { queue.post(.input($0)) }
  }

  /// Gives the application the keys.
  ///
  /// - Parameter onKeys: called when keys have changed.
  func connect(to application: Application, onKeys: @escaping (KeyMap) -> Void) {
    let (bindings, thread) = (bindings, thread)
    bindings.onChange = { keys in
      thread.change { $0.keys = keys }
      onKeys(keys)
    }
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

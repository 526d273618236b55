import Controls

/// The keys of the settings.
extension Settings {
  enum Binding: Hashable, Sendable {
    case bind(key: String, command: String)
    case unbind(key: String)
  }

  /// The key map of these settings. Bindings were checked when they were read.
  package var keyMap: KeyMap { map(bindings + savedBindings) }

  /// The key map without the bindings that were made while the program ran.
  package var defaultKeyMap: KeyMap { map(bindings) }

  private func map(_ bindings: [Binding]) -> KeyMap {
    var map = KeyMap(padKeys: padKeys, layout: keyLayout)
    for binding in bindings {
      switch binding {
      case .bind(let key, let command): try? map.bind(key, to: command)
      case .unbind(let key): try? map.unbind(key)
      }
    }
    return map
  }
}

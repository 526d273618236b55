import Controls

/// The keys of the settings.
extension Settings {
  enum Binding: Hashable, Sendable {
    case bind(key: String, command: String)
    case unbind(key: String)
  }

  /// The keys of these settings. Bindings were checked when they were read.
  package var keyMaps: KeyMaps { maps(bindings + savedBindings) }

  /// The keys without the bindings that were made while the program ran.
  package var defaultKeyMaps: KeyMaps { maps(bindings) }

  private func maps(_ bindings: [Binding]) -> KeyMaps {
    var maps = KeyMaps(padKeys: padKeys, layout: keyLayout)
    for binding in bindings {
      switch binding {
      case .bind(let key, let command): try? maps.bind(key, to: command)
      case .unbind(let key): try? maps.unbind(key)
      }
    }
    return maps
  }
}

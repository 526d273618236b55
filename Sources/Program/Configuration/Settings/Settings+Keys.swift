import Application
import Controls

/// The keys of the settings.
extension Settings {
  enum Binding: Hashable, Sendable {
    case bind(key: String, command: String, ScreenName?)
    case unbind(key: String, ScreenName?)
  }

  /// The keys of these settings, and those without the bindings that were made while the program ran. Bindings were
  /// checked when they were read.
  package var keyMaps: (current: KeyMaps, defaults: KeyMaps) {
    var maps = KeyMaps(padKeys: padKeys, layout: keyLayout)
    bindings.forEach { $0.apply(to: &maps) }
    let defaults = maps
    savedBindings.forEach { $0.apply(to: &maps) }
    return (maps, defaults)
  }
}

extension Settings.Binding {
  fileprivate func apply(to maps: inout KeyMaps) {
    switch self {
    case .bind(let key, let command, let screen): try? maps.bind(key, to: command, on: screen)
    case .unbind(let key, let screen): try? maps.unbind(key, on: screen)
    }
  }
}

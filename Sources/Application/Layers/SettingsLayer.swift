import SystemBase

/// A setting as it is listed.
package struct SettingLine: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// No value was given.
    case standard
    /// A line of the configuration file.
    case file(line: Int)
    /// The command line.
    case option
    /// The user, since the start.
    case session
  }

  package let name: String
  package let value: String
  package let source: Source

  package init(name: String, value: String, source: Source) {
    (self.name, self.value, self.source) = (name, value, source)
  }
}

extension Application {
  /// Reports the value of a setting, and where it is from.
  func tellSetting(_ name: String) {
    let line = services.settings().first { $0.name == name }
    report(.setting(line.map(SettingNotice.value) ?? .invalid(.unknownSetting(name))))
  }
}

/// The list of the settings with their values.
package final class SettingsLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package private(set) var selection = 0
  package var lines: [SettingLine] { application.services.settings() }

  init(_ application: Application) { self.application = application }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    let lines = lines
    guard lines.indices.contains(selection) else { return nil }
    switch command {
    case .program(.cancel): close()
    case .list(.activate):
      application.open(
        PaletteLayer(application, text: "set \(lines[selection].name) \(lines[selection].value)"))
      return .acceptText
    case .queue(.save): application.services.keepSetting(lines[selection].name, nil)
    default: return nil
    }
    return .done
  }

  package func move(_ movement: Movement) {
    selection = movement.row(from: selection, last: lines.count - 1, page: SettingsLayer.page)
  }
}

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
    let line = program.settings.first { $0.name == name }
    report(.setting(line.map(SettingNotice.value) ?? .invalid(.unknownSetting(name))))
  }
}

/// The list of the settings with their values.
package final class SettingsLayer: ScreenLayer {
  static let page = 10
  /// The commands of the panels that mean something in the list.
  private static let own: Set<Command> = [.list(.activate), .queue(.save), .search(.find)]

  package unowned let application: Application
  package private(set) var selection = 0
  /// The text that the listed names or values contain.
  package var filter = "" { didSet { selection = 0 } }

  init(_ application: Application) { self.application = application }

  package var lines: [SettingLine] {
    let lines = application.program.settings
    guard let needle = Needle(filter) else { return lines }
    return lines.filter { needle.isIn($0.name) || needle.isIn($0.value) }
  }

  private var selected: SettingLine? { lines.indices.contains(selection) ? lines[selection] : nil }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .program(.cancel): close()
    case .list(.activate):
      guard let line = selected else { return .done }
      application.open(PaletteLayer(application, text: "set \(line.name) \(line.value)"))
      return .acceptText
    case .queue(.save): if let line = selected { application.program.keep(line.name, nil) }
    case .search(.find): application.open(SettingsFilterPrompt(application, text: filter))
    default: return nil
    }
    return .done
  }

  /// Returns whether a key does nothing in the list: where letters are commands, they do not act on what it hides.
  package func ignores(_ command: Command) -> Bool {
    application.state.mode.shown == .listen && command.actsOnPanels && !SettingsLayer.own.contains(command)
  }

  package func move(_ movement: Movement) {
    selection = movement.row(from: selection, last: lines.count - 1, page: SettingsLayer.page)
  }
}

/// Filters the list of settings.
package final class SettingsFilterPrompt: FilterPrompt {
  package var list: SettingsLayer? { application.layer(SettingsLayer.self) }

  override func textChanged() { list?.filter = text.text }
  override func discard() { list?.filter = "" }
  package override func move(_ movement: Movement) { list?.move(movement) }
}

extension Command {
  /// Whether it acts on the panels, the takes or what plays, and closes what is open.
  var actsOnPanels: Bool {
    switch self {
    case .playback, .seek, .list, .queue, .search, .take, .library, .timeline: !keepsLayers
    case .move, .program, .pads, .mixer, .pad, .request: false
    }
  }
}

import Application

/// The values that complete the argument of a command.
package enum ArgumentChoices {
  package static func choices(_ form: CommandForm, _ argument: String) -> [String] {
    switch form.name {
    case "set":
      let words = argument.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count > 1 else { return Setting.all.filter(\.isLive).map(\.name) }
      return values(of: String(words[0]))
    default: return values(of: form.name)
    }
  }

  private static let outputs = [
    "alsa", "alsa:", "auto", "fifo:", "file:", "jack", "null", "pulse", "pulse:",
  ]

  private static func values(of name: String) -> [String] {
    switch name {
    case "theme": ThemeChoice.names
    case "output": outputs
    case "click-output": outputs + ["main"]
    case "kit": KitFolders.names
    default:
      Setting.named(name).map {
        $0.value.contains("|") ? $0.value.split(separator: "|").map(String.init) : []
      } ?? []
    }
  }
}

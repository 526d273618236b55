import Application
import SystemBase

/// A setting, under the same name in the configuration file and, with two dashes, on the command line.
package struct Setting: Sendable {
  /// The effect of a change while the program runs.
  enum Change: Sendable {
    /// The setting has an effect only when the program starts.
    case atStart
    /// Applies the changed settings to the running player. The change is reported.
    case now(@MainActor @Sendable (any LiveSettings) -> Void)
    /// Opens a device or a file with the changed settings, stores them, and reports when it was opened. The function is called
    /// when the settings are stored.
    case opens(@MainActor @Sendable (any LiveSettings, Settings, @escaping () -> Void) -> Void)
    /// Checks a value by files, on another thread, and then stores and reports it.
    case reads(@MainActor @Sendable (any LiveSettings, Setting, FilePath) -> Void)

    /// The setting is read each time it is needed.
    static let whenNeeded = Change.now { _ in }
  }

  /// The values that complete the setting in the palette.
  enum Completion: Sendable {
    /// Those of the placeholder.
    case alternatives
    case words([String])
    /// Names that are listed in one value, each once.
    case names([String])
    /// The names in the folders of kits.
    case kits
    /// The names in the folders of themes.
    case themes
  }

  package let name: String
  /// The placeholder or the alternatives of its value, for the help.
  let value: String
  /// The valid values in words: `64 to 2048`, `usual or vi`.
  let expected: String
  /// The explanation, with the default value in parentheses.
  let summary: String
  /// Whether the command line gives it without a value, meaning `yes`.
  let isFlag: Bool
  /// Whether the session keeps it for the next start, unless the configuration gives it.
  let isSaved: Bool
  let change: Change
  let completion: Completion
  /// Stores a value in the settings. Returns false, and changes nothing, if the value is not valid.
  let apply: @Sendable (inout Settings, FilePath) -> Bool
  /// Returns the value as the user writes it; nil for none.
  let text: @Sendable (Settings) -> String?

  /// Declares a setting. `defaultWords`: the default value for the help; nil: as it is written. `summary`: the
  /// explanation without the default value.
  init<Value>(
    _ name: String, _ place: any WritableKeyPath<Settings, Value> & Sendable, _ values: SettingValues<Value>,
    default defaultWords: String? = nil, isFlag: Bool = false, isSaved: Bool = false,
    change: Change = .atStart, completion: Completion = .alternatives, _ summary: String
  ) {
    (self.name, value, expected) = (name, values.placeholder, values.expected)
    (self.isFlag, self.isSaved, self.change, self.completion) = (isFlag, isSaved, change, completion)
    apply = { settings, text in
      guard let value = values.read(text) else { return false }
      settings[keyPath: place] = value
      return true
    }
    text = { values.text($0[keyPath: place]) }
    self.summary = (defaultWords ?? text(Settings())).map { "\(summary) (\($0))" } ?? summary
  }

  /// Whether it can be changed while the program runs.
  var isLive: Bool { if case .atStart = change { false } else { true } }

  /// Stores a value in the settings.
  ///
  /// - Throws: `badValue`, and changes nothing, if the value is not valid.
  package func assign(_ value: FilePath, to settings: inout Settings) throws(ConfigurationError) {
    if apply(&settings, value) { return }
    throw .badValue(setting: name, value, expected: expected, summary: summary)
  }
}

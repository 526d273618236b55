import Controls
import SystemBase
import TerminalUI

/// Takes the settings from the configuration's lines. A wrong line is named with its number and skipped; the others count.
struct ConfigurationFile {
  struct Warning: Hashable, Sendable {
    let path: FilePath
    let line: Int
    let reason: String
  }

  private(set) var settings = Settings()
  private(set) var warnings: [Warning] = []
  let path: FilePath

  init(path: FilePath) { self.path = path }

  mutating func read(_ bytes: [UInt8]) {
    for (number, line) in ConfigurationLine.lines(of: bytes) {
      if let reason = take(line) { warnings.append(Warning(path: path, line: number, reason: reason)) }
    }
  }

  /// - Returns: what is wrong with the line.
  private mutating func take(_ line: ConfigurationLine) -> String? {
    switch line {
    case .setting(let name, let value): assign(name, value)
    case .bind(let key, let command):
      note(.bind(key: key, command: command)) { map throws(KeyMapError) in try map.bind(key, to: command) }
    case .unbind(let key):
      note(.unbind(key: key)) { map throws(KeyMapError) in try map.unbind(key) }
    case .wrong(let reason): reason
    }
  }

  private mutating func assign(_ name: String, _ value: FilePath) -> String? {
    guard let setting = Setting.named(name) else { return "there is no setting \(FilePath(name).shown)" }
    if setting.apply(&settings, value) { return nil }
    return "\(name) is \(setting.value), not \(value.shown) (\(setting.summary))"
  }

  private mutating func note(
    _ binding: Settings.Binding, _ isGood: (inout KeyMap) throws(KeyMapError) -> Void
  ) -> String? {
    var trial = KeyMap.empty
    do throws(KeyMapError) {
      try isGood(&trial)
    } catch {
      return ErrorText.sentence(error)
    }
    settings.bindings.append(binding)
    return nil
  }
}

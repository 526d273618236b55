import AudioBase
import TerminalUI

/// Reads `name=value`, `bind KEY command` and `unbind KEY`, a line each. `#` begins a comment: a line of its own, or,
/// after a blank, the rest of a line with a value.
///
/// A wrong line is named with its number and skipped; the others count.
struct ConfigurationFile {
  struct Warning: Hashable, Sendable {
    let path: FilePath
    let line: Int
    let reason: String

    /// All of them as one line, since the screen has one: where to look, and the first reason. Nil for none.
    static func sentence(_ warnings: [Warning]) -> String? {
      guard let first = warnings.first else { return nil }
      let path = first.path.shown
      if warnings.count == 1 { return "\(path), line \(first.line): \(first.reason); skipped" }
      let lines = warnings.map { "\($0.line)" }.joined(separator: ", ")
      return "\(path), lines \(lines) skipped; \(first.line): \(first.reason)"
    }
  }

  private(set) var settings = Settings()
  private(set) var warnings: [Warning] = []
  let path: FilePath

  init(path: FilePath) { self.path = path }

  mutating func read(_ bytes: [UInt8]) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = ConfigurationFile.trimmed(line)
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      if let reason = take(line) {
        warnings.append(Warning(path: path, line: index + 1, reason: reason))
      }
    }
  }

  /// - Returns: what is wrong with the line.
  private mutating func take(_ line: ArraySlice<UInt8>) -> String? {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    switch words.first {
    case "bind": return bind(words)
    case "unbind": return unbind(words)
    default: return assign(line)
    }
  }

  private mutating func assign(_ line: ArraySlice<UInt8>) -> String? {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
      return "neither name=value nor bind KEY command"
    }
    let name = String(decoding: ConfigurationFile.trimmed(line[..<equals]), as: UTF8.self)
    let value = FilePath(
      bytes: ConfigurationFile.trimmed(ConfigurationFile.uncommented(line[(equals + 1)...])))
    guard let setting = Setting.named(name) else { return "there is no setting \(FilePath(name).shown)" }
    if setting.apply(&settings, value) { return nil }
    return "\(name) is \(setting.value), not \(value.shown) (\(setting.summary))"
  }

  private mutating func bind(_ words: [String]) -> String? {
    guard words.count >= 3 else { return "bind needs a key and a command" }
    let command = words[2...].joined(separator: " ")
    var trial = KeyMap.empty
    do {
      try trial.bind(words[1], to: command)
    } catch {
      return ErrorText.sentence(error)
    }
    settings.bindings.append(.bind(key: words[1], command: command))
    return nil
  }

  private mutating func unbind(_ words: [String]) -> String? {
    guard words.count == 2 else { return "unbind needs a key" }
    var trial = KeyMap.empty
    do {
      try trial.unbind(words[1])
    } catch {
      return ErrorText.sentence(error)
    }
    settings.bindings.append(.unbind(key: words[1]))
    return nil
  }

  /// A `#` within a word, as in a path, is part of it.
  private static func uncommented(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let comment = value.indices.first { index in
      value[index] == UInt8(ascii: "#") && (index == value.startIndex || isBlank(value[index - 1]))
    }
    return value[..<(comment ?? value.endIndex)]
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = line.firstIndex(where: { !isBlank($0) }),
      let last = line.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return line[first...last]
  }
}

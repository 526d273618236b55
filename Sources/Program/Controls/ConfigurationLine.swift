import Application
import SystemBase

/// A line of the configuration: `name=value` or a binding of a key. `#` starts a comment at the beginning of a line or, after a blank, behind a value.
package enum ConfigurationLine: Hashable, Sendable {
  case setting(name: String, value: FilePath)
  case binding(KeyBinding)
  case invalid(ConfigurationError)

  /// Returns the lines that are neither empty nor comments, numbered from 1.
  package static func lines(of bytes: [UInt8]) -> [(number: Int, line: ConfigurationLine)] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let line = line.trimming(isBlank)
      return line.isEmpty || line.first == UInt8(ascii: "#") ? nil : (index + 1, ConfigurationLine(line))
    }
  }

  private init(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    let screen = words.dropFirst().first.flatMap(ScreenName.init)
    let binding = words.dropFirst(screen == nil ? 1 : 2)
    switch (words.first, binding.first) {
    case ("bind", let key?) where binding.count > 1:
      self = .binding(key, binding.dropFirst().joined(separator: " "), screen)
    case ("bind", _): self = .invalid(.incompleteBind)
    case ("unbind", let key?) where binding.count == 1: self = .binding(key, nil, screen)
    case ("unbind", _): self = .invalid(.incompleteUnbind)
    default: self = ConfigurationLine.setting(line)
    }
  }

  private static func binding(_ key: String, _ command: String?, _ screen: ScreenName?) -> ConfigurationLine {
    do throws(BindingError) {
      return .binding(try KeyBinding(key, to: command, on: screen))
    } catch {
      return .invalid(.binding(error))
    }
  }

  private static func setting(_ line: ArraySlice<UInt8>) -> ConfigurationLine {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return .invalid(.malformed) }
    return .setting(
      name: String(decoding: line[..<equals].trimming(isBlank), as: UTF8.self),
      // A path ends before a NUL.
      value: FilePath(bytes: uncommented(line[(equals + 1)...]).prefix { $0 != 0 }.trimming(isBlank)))
  }

  /// Returns the value without the comment behind it. A `#` within a word, as in a path, starts no comment.
  private static func uncommented(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let comment = value.indices.first { index in
      value[index] == UInt8(ascii: "#") && (index == value.startIndex || isBlank(value[index - 1]))
    }
    return value[..<(comment ?? value.endIndex)]
  }

  /// Returns the comment behind the value of a line, with the blanks before it; empty if there is none.
  package static func comment(of line: [UInt8]) -> ArraySlice<UInt8> {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return [] }
    let value = uncommented(line[(equals + 1)...])
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? equals + 1
    return value.endIndex < line.endIndex ? line[end...] : []
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

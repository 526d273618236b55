import Application
import Controls
import SystemBase
import TerminalUI

/// A configuration, and a theme: what their lines say is read back from lines that say it.
enum ConfigurationFuzz {
  static func take(_ bytes: [UInt8]) {
    let lines = ConfigurationLine.lines(of: bytes)
    precondition(zip(lines, lines.dropFirst()).allSatisfy { $0.number < $1.number }, "out of order")
    for (number, line) in lines {
      precondition(number <= bytes.count { $0 == 0x0A } + 1, "no such line")
      guard let again = written(line) else { continue }
      precondition(ConfigurationLine.lines(of: again).map(\.line) == [line], "\(line)")
    }
  }

  static func takeTheme(_ bytes: [UInt8]) {
    let file = ThemeFile(String(decoding: bytes, as: UTF8.self))
    precondition(
      zip(file.problems, file.problems.dropFirst()).allSatisfy { $0.line < $1.line }, "out of order")
    for colours in [0, 8, 16, 256, 1 << 24] { _ = file.theme(colours: colours) }
  }

  private static func written(_ line: ConfigurationLine) -> [UInt8]? {
    switch line {
    case .setting(let name, let value):
      // Bytes that are no text have been shown as others.
      name.utf8.contains(0xEF) ? nil : Array(name.utf8) + [0x3D] + value.bytes
    case .binding(let binding): Array(binding.line.utf8)
    case .invalid: nil
    }
  }
}

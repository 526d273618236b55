/// Text from files made safe for a terminal.
enum ShownText {
  /// Control characters, and those that turn the direction of the rest of the line, stand as `\u{1B}`.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map {
      isHarmful($0) ? "\\u{\(String($0.value, radix: 16, uppercase: true))}" : String($0)
    }
    .joined()
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

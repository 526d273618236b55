import Glibc
import SystemBase

/// Writes messages to standard error, one line each.
package enum Messages {
  /// Writes a line that begins with the program's name.
  package static func print(_ text: String) {
    printPlain("drumdub: \(text)")
  }

  /// Performs what an error ends. Returns its exit code; 1, and the sentence of the error as a message, if it fails.
  package static func reporting<Failure>(
    _ sentence: (Failure) -> String, _ body: () throws(Failure) -> Int32
  ) -> Int32 {
    do throws(Failure) { return try body() } catch {
      print(sentence(error))
      return 1
    }
  }

  /// Writes a line without the program's name, which continues the previous one.
  package static func printPlain(_ text: String) {
    let line = CharacterSet.own.bytes(of: "\(text)\n")
    _ = write(STDERR_FILENO, line, line.count)
  }
}

/// Prints a text in the character set of the environment. Replaces the function of the same name of Swift's library, which
/// prints UTF-8 only.
package func print(_ text: String, terminator: String = "\n") {
  if CharacterSet.own.isUTF8 { return Swift.print(text, terminator: terminator) }
  // Not through the buffer of Swift's library, which only writes strings.
  _ = FileBytes.writeAll(CharacterSet.own.bytes(of: text + terminator), to: STDOUT_FILENO)
}

package enum Version {
  package static let number = "0.1.0"
}

/// Text from files made safe for a terminal.
package enum PrintedText {
  /// Escapes control characters, and those that change the text direction, as `\u{1B}`.
  package static func escaped(_ text: String) -> String {
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

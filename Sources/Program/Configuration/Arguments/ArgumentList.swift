import CSystem
import SystemBase

/// The program's arguments as bytes: `CommandLine.arguments` would destroy names that are not UTF-8, and is empty without
/// /proc.
package enum ArgumentList {
  /// All but the program's own name.
  package static var given: [FilePath] {
    (1..<max(drumdub_argument_count(), 1)).compactMap { index in
      drumdub_argument(index).map { pointer in
        var bytes: [UInt8] = []
        var next = pointer
        while next.pointee != 0 {
          bytes.append(UInt8(bitPattern: next.pointee))
          next += 1
        }
        return FilePath(bytes: bytes)
      }
    }
  }
}

/// A usage error on the command line: one line, exit code 2.
package struct UsageError: Error, Hashable {
  package let message: String

  /// The user wants the page of the subcommand.
  package static let help = UsageError("")

  package init(_ message: String) { self.message = message }
}

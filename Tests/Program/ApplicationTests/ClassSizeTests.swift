import TestSupport
import Testing

/// A class with many stored properties has several responsibilities, which are types of their own.
@Suite struct ClassSizeTests {
  private static let limit = 20

  /// A class whose end was not read yet.
  private struct OpenClass {
    var name: Substring
    var indentation: Int
    var properties = 0
  }

  /// Words that stand before `class`, `let` or `var` in a declaration.
  private static let modifiers: Set<Substring> = [
    "package", "public", "internal", "private", "fileprivate", "final", "open", "override", "nonisolated",
    "private(set)", "internal(set)", "package(set)", "nonisolated(unsafe)", "unowned", "weak", "lazy",
  ]

  /// Returns the number of stored properties of each class in sources that are formatted.
  private static func classes(in lines: [Substring]) -> [(name: Substring, properties: Int)] {
    var (found, open) = ([(name: Substring, properties: Int)](), [OpenClass]())
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      let text = line.drop { $0 == " " }
      let indentation = line.count - text.count
      if let last = open.last, indentation == last.indentation, text == "}" {
        open.removeLast()
        found.append((last.name, last.properties))
      }
      let words = text.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
      if words.first == "class", let name = words.dropFirst().first, !text.hasSuffix("}") {
        open.append(OpenClass(name: name.prefix { $0.isLetter || $0.isNumber }, indentation: indentation))
      } else if let last = open.indices.last, indentation == open[last].indentation + 2,
        words.first == "let" || words.first == "var", isStored(text, next)
      {
        open[last].properties += 1
      }
    }
    return found
  }

  /// Returns whether a declared property is stored, which it is with a value or observers, and without braces.
  private static func isStored(_ text: Substring, _ next: Substring) -> Bool {
    guard let brace = text.firstIndex(of: "{") else { return true }
    return text[..<brace].contains("=") || text[brace...].contains("didSet") || next.contains("didSet")
  }

  @Test func storedPropertiesAreCounted() {
    let text = """
      @Observable
      package final class Player: Base {
        struct Part {
          var isOpen = false
        }
        static let limit = 3
        @ObservationIgnored private let names: [String]
        package private(set) var level = 0 {
          didSet { report() }
        }
        var onChange: () -> Void = { }
        var first: String? { names.first }
        var last: String? {
          names.last
        }
        let name: String
      }
      """
    let counted = Self.classes(in: text.split(separator: "\n"))
    #expect(counted.map(\.name) == ["Player"] && counted.map(\.properties) == [4])
  }

  @Test func classesHaveFewStoredProperties() throws {
    let classes = Self.classes(in: try SourceText.lines(below: "."))
    #expect(classes.count > 300)
    for (name, properties) in classes {
      #expect(properties <= Self.limit, "\(name)")
    }
  }
}

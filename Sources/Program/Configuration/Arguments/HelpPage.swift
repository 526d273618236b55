/// The help of the program or of a subcommand as data: `--help` prints it as text, the manual renders it as roff.
package struct HelpPage: Sendable, CustomStringConvertible {
  /// A term, such as an option with its value, and its explanation.
  package struct Row: Sendable {
    let term: String
    let text: String

    init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  /// Rows under a heading.
  struct Table: Sendable {
    let title: String
    let rows: [Row]
  }

  /// The forms of the command line.
  let synopsis: [String]
  /// The explanation of the command, in paragraphs.
  let overview: [String]
  let tables: [Table]
  /// Paragraphs behind the tables.
  var notes: [String] = []
}

extension HelpPage {
  static let help = Row("-h, --help", "print this help and exit")

  /// The help as `--help` prints it, in lines of 80 columns.
  package var description: String {
    let parts =
      [synopsis.joined(separator: "\n")] + overview.map { HelpPage.wrap($0) }
      + tables.map { HelpPage.text($0) } + notes.map { HelpPage.wrap($0) }
    return parts.joined(separator: "\n\n")
  }

  private static let columns = 80
  /// The widest term that shares a line with its explanation.
  private static let widestTerm = 22

  private static func text(_ table: Table) -> String {
    let widest = table.rows.map(\.term.count).filter { $0 <= widestTerm }.max() ?? 0
    let margin = String(repeating: " ", count: widest + 4)
    let rows = table.rows.map { row in
      let text = wrap(row.text, width: columns - margin.count, margin: margin)
      if row.term.count > widest { return "  \(row.term)\n\(margin)\(text)" }
      return "  \(row.term)\(margin.dropFirst(row.term.count + 2))\(text)"
    }
    return (["\(table.title):"] + rows).joined(separator: "\n")
  }

  /// Breaks a paragraph into lines; the margin precedes all of them but the first.
  private static func wrap(_ text: String, width: Int = columns, margin: String = "") -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n\(margin)")
  }
}

/// The help of the program or of a subcommand as data: `--help` prints it as text, the manual renders it as roff.
package struct HelpPage: Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The lines of the synopsis, an empty line, and the explanation.
  private let text: String

  package init(stringLiteral text: String) { self.text = text }

  private var head: Substring { text[..<(text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex)] }

  /// The forms of the command line.
  var synopsis: [String] { head.split(separator: "\n").map(String.init) }

  /// The explanation: paragraphs, and tables of rows, each below its title.
  var parts: [Markup] { Markup.parse(text.dropFirst(head.count)) }

  /// The rows below titles that name options: terms of the query language have hyphens, too.
  var optionRows: [Markup.Row] { rows(below: "ptions").filter { $0.term.hasPrefix("-") } }

  /// The words that may follow the name of the subcommand.
  var commandNames: [String] {
    rows(below: "Commands").flatMap { $0.term.split(separator: " ").prefix(1).map(String.init) }
  }

  /// The rows below titles that contain a word.
  private func rows(below word: String) -> [Markup.Row] {
    let parts = parts
    return zip(parts, parts.dropFirst()).flatMap { title, table in
      guard case .paragraph(let text) = title, text.contains(word), case .rows(let rows) = table else {
        return [Markup.Row]()
      }
      return rows
    }
  }

  /// The options that the page explains.
  package var options: [OptionName] { optionRows.map { OptionName(term: $0.term) } }

  /// The paragraphs before the title of the first table.
  var overview: [Markup] {
    parts.prefix { if case .rows = $0 { false } else { true } }.dropLast()
  }

  /// The help as `--help` prints it, in lines of 80 columns.
  package var description: String {
    synopsis.joined(separator: "\n") + parts.map(HelpPage.text).joined()
  }

  /// Returns a part with what separates it from the one before.
  private static func text(_ part: Markup) -> String {
    switch part {
    case .section(let text), .subsection(let text), .paragraph(let text): "\n\n\(wrap(text))"
    case .example(let lines): "\n\n\(lines.joined(separator: "\n"))"
    case .rows(let rows): "\n\(table(rows))"
    }
  }

  private static let columns = 80
  /// The widest term that shares a line with its explanation.
  private static let widestTerm = 22

  private static func table(_ rows: [Markup.Row]) -> String {
    let widest = rows.map(\.term.count).filter { $0 <= widestTerm }.max() ?? 0
    let margin = String(repeating: " ", count: widest + 4)
    return rows.map { row in
      let text = wrap(row.text, width: columns - margin.count, margin: margin)
      if row.term.count > widest { return "  \(row.term)\n\(margin)\(text)" }
      return "  \(row.term)\(margin.dropFirst(row.term.count + 2))\(text)"
    }.joined(separator: "\n")
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

/// A part of a text in the markup of the help and of the templates of the manual.
///
/// An empty line ends a part:
///
///     # Section
///
///     ## Subsection
///
///     A paragraph, whose lines
///     are joined.
///
///     TERM  its explanation, behind two blanks,
///         which goes on in indented lines
///     TERM  another row
///
/// Other indented lines are an example.
enum Markup: Hashable, Sendable {
  /// A term, such as an option with its value, and its explanation.
  struct Row: Hashable, Sendable {
    let term: String
    var text: String
  }

  case section(String)
  case subsection(String)
  case paragraph(String)
  /// Lines that are not wrapped.
  case example([String])
  case rows([Row])

  static func parse(_ text: some StringProtocol) -> [Markup] {
    var parts: [Markup] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        isOpen = false
      } else {
        let former = isOpen ? parts.popLast() : nil
        parts += Markup(line: String(line)).joined(to: former)
        isOpen = true
      }
    }
    return parts
  }

  private static let indentation = "    "
  private static let gap = "  "

  private init(line: String) {
    if line.hasPrefix(Markup.indentation) {
      self = .example([String(line.dropFirst(Markup.indentation.count))])
    } else if line.hasPrefix("# ") {
      self = .section(String(line.dropFirst(2)))
    } else if line.hasPrefix("## ") {
      self = .subsection(String(line.dropFirst(3)))
    } else if let gap = line.firstRange(of: Markup.gap) {
      self = .rows([Row(term: String(line[..<gap.lowerBound]), text: String(line[gap.upperBound...]))])
    } else {
      self = .paragraph(line)
    }
  }

  /// Returns the former part with this line, or both.
  private func joined(to former: Markup?) -> [Markup] {
    switch (former, self) {
    case (.paragraph(let text), .paragraph(let line)): return [.paragraph("\(text) \(line)")]
    case (.example(let lines), .example(let line)): return [.example(lines + line)]
    case (.rows(let rows), .rows(let row)): return [.rows(rows + row)]
    case (.rows(var rows), .example(let lines)):
      rows[rows.count - 1].text += " \(lines.joined())"
      return [.rows(rows)]
    case (let former?, _): return [former, self]
    case (nil, _): return [self]
    }
  }
}

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

enum Table {
  private static let head = ["part", "what", "drumdub", "peer", "ratio", "goal", ""]

  static func text(_ report: Report) -> String {
    let rows = report.figures.map(cells)
    let lines = rows.isEmpty ? [] : aligned([head] + rows)
    return (lines + report.notes.map { "note: \($0)" } + report.failures.map { "failed: \($0)" })
      .joined(separator: "\n")
  }

  /// Returns the cells of a figure, as `head` names them.
  static func cells(_ figure: Figure) -> [String] {
    let peer = figure.peerValue.map { "\(Decimals.text($0)) \(figure.unit)" }
    return [
      figure.part, figure.what, "\(Decimals.text(figure.value)) \(figure.unit)",
      [peer, figure.peer].compactMap { $0 }.joined(separator: " "),
      figure.ratio.map(Decimals.text) ?? "", figure.goal ?? "",
      figure.met.map { $0 ? "met" : "missed" } ?? "",
    ]
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = cells.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }
  }
}

/// Formats numbers with three significant digits.
enum Decimals {
  static func text(_ value: Double) -> String {
    let scale = value.magnitude >= 100 ? 1.0 : value.magnitude >= 10 ? 10 : 100
    let rounded = (value * scale).rounded() / scale
    if rounded == rounded.rounded() { return "\(Int(rounded))" }
    return "\(rounded)"
  }
}

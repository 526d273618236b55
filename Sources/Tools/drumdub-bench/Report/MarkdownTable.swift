/// The table of `Measurements.md`: one row for each figure, the goal beside it.
enum MarkdownTable {
  static func text(_ results: Results) -> String {
    let head = [
      "Measured on \(results.date), on \(results.processor).", "",
      "| part | what it measures | figure | peer | ratio | goal | |", "|---|---|---|---|---|---|---|",
    ]
    let rows = results.figures.map { figure in
      "| `\(figure.part)` | " + Table.cells(figure).dropFirst().map(escaped).joined(separator: " | ") + " |"
    }
    let rest = results.notes.map { "- left out: \($0)" } + results.failures.map { "- failed: \($0)" }
    return (head + rows + (rest.isEmpty ? [] : [""] + rest)).joined(separator: "\n")
  }

  /// A bar would end the cell.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

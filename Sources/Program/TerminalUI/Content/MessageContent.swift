import Player
import TerminalKit

package struct MessageContent: Hashable, Sendable {
  package var text: String
  package var severity: Severity
  /// The age of the message in seconds; nil is not shown.
  package var age: Int?
  /// Whether a text that is longer than its line is shown in full, because the message is new or a question.
  package var isNew: Bool

  /// Seconds for which a message is shown instead of the progress of a scan.
  static let secondsOverScan = 5

  package init(_ text: String, _ severity: Severity = .info, age: Int? = nil, isNew: Bool = false) {
    (self.text, self.severity) = (text, severity)
    (self.age, self.isNew) = (age, isNew)
  }

  func looks(like other: MessageContent?) -> Bool {
    text == other?.text && isNew == other?.isNew && age.map(ShownText.age) == other?.age.map(ShownText.age)
  }

  /// Returns the text in a number of columns. A text that does not fit names files without their folders; a problem of a
  /// file that does not fit then either begins with its reason.
  func text(in columns: Int) -> String {
    func fits(_ text: String) -> Bool { CharacterWidth.columns(of: text) <= columns }
    if fits(text) { return text }
    let short = MessageContent.withoutFolders(text)
    guard !fits(short), severity != .info, let colon = short.firstRange(of: ": "),
      short[..<colon.lowerBound].contains(where: { $0 == "/" || $0 == "." }),
      // What stands before a semicolon is a sentence, not the name of a file.
      short[..<colon.lowerBound].firstRange(of: "; ") == nil
    else { return short }
    return "\(short[colon.upperBound...]): \(short[..<colon.lowerBound])"
  }

  /// Returns a text with `…/` in place of the folders of its paths, each of which ends before `: `, `; ` or the end.
  private static func withoutFolders(_ text: String) -> String {
    var (short, rest) = ("", text[...])
    while let start = rest.indices.first(where: { index in
      rest[index] == "/" && (index == rest.startIndex || rest[rest.index(before: index)] == " ")
    }) {
      let ends = [": ", "; ", ", "].compactMap { rest[start...].firstRange(of: $0)?.lowerBound }
      let path = rest[start..<(ends.min() ?? rest.endIndex)]
      let name = path.lastIndex(of: "/").map { path[$0...] } ?? path
      short += rest[..<start] + (name == path ? name : "…" + name)
      rest = rest[path.endIndex...]
    }
    return short + rest
  }
}

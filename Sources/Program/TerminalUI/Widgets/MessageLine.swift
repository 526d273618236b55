import Player
import TerminalKit

/// The last line: the open prompt, or else the message.
struct MessageLine: Widget {
  let content: ScreenContent
  let theme: Theme
  /// Whether the error in the typed text is shown above the line.
  var hasBlock = false

  func draw(on surface: inout Surface, in area: Rect) {
    if let prompt = content.prompt {
      draw(prompt: prompt, on: &surface, in: area)
    } else if content.showsScan, let scan = content.scan {
      ScanLine(scan: scan, theme: theme).draw(on: &surface, in: area)
    } else if let message = content.message {
      draw(message, on: &surface, in: area)
    }
  }

  private func draw(prompt: String, on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let name = "\(content.promptName): "
    let note = hasBlock ? "" : content.promptNote.map { "  \($0)" } ?? ""
    let most = max(area.width - name.count - min(CharacterWidth.columns(of: prompt) + 1, area.width / 2), 0)
    let parts = area.columns([
      .fixed(name.count), .flexible(), .fixed(min(CharacterWidth.columns(of: note), most)),
    ])
    surface.write(note, in: parts[2], theme[.warning])
    surface.write(name, in: parts[0], theme[.prompt])
    // The cursor and the text before it stay visible.
    let rest = prompt.dropFirst(content.promptCursor ?? prompt.count) + " "
    let wide = CharacterWidth.columns(of: String(rest.prefix(1)))
    let before = String(prompt.prefix(content.promptCursor ?? prompt.count)).fittedAtStart(
      to: max(parts[1].width - wide, 0))
    let shown = before + rest
    surface.write(shown, at: parts[1].origin, theme[.plain], in: parts[1])
    let cursor = shown.index(shown.startIndex, offsetBy: before.count)
    if content.isPromptSelected {
      surface.restyle(shown.startIndex..<cursor, of: shown, in: parts[1]) { $0 = theme[.selectedRow] }
    }
    surface.restyle(cursor..<shown.index(after: cursor), of: shown, in: parts[1]) { $0 = theme[.cursor] }
  }

  private func draw(_ message: MessageContent, on surface: inout Surface, in area: Rect) {
    let age = message.age.map(ShownText.age) ?? ""
    let fits = CharacterWidth.columns(of: message.text) + age.count + 2 <= area.width
    let parts = area.columns([.flexible(), .fixed(fits ? age.count : 0)])
    surface.write(message.text(in: parts[0].width), in: parts[0], theme.message(message.severity))
    if fits { surface.write(age, in: parts[1], theme[.faint]) }
  }
}

extension ScreenContent {
  /// Whether the progress of the scan is shown: a problem, and any message in its first seconds, is shown instead.
  var showsScan: Bool {
    guard scan != nil, let message else { return scan != nil }
    return message.severity == .info && message.age.map { $0 >= MessageContent.secondsOverScan } ?? true
  }

  /// Returns the error in the typed text; nil if it fits beside the text.
  func longPromptError(in columns: Int) -> String? {
    guard let prompt, let promptNote, isPromptNoteError else { return nil }
    let typed = "\(promptName): \(prompt)   \(promptNote)"
    return CharacterWidth.columns(of: typed) > columns ? promptNote : nil
  }
}

/// The line with the progress of a scan.
struct ScanLine: Widget {
  let scan: ScanContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let bar = scan.done == nil ? 0 : min(area.width / 4, 30)
    let parts = area.columns([.fixed(bar), .fixed(bar > 0 ? 1 : 0), .flexible()])
    if let done = scan.done, bar > 0 {
      let full = Int((Double(bar) * done).rounded())
      surface.fill(parts[0], with: "─", theme[.progressRest])
      surface.fill(Rect(parts[0].x, parts[0].y, full, 1), with: "━", theme[.progressDone])
    }
    surface.write("scan: \(scan.text)", in: parts[2], theme[.plain])
  }
}

/// The line of keys; the last hints are dropped if they do not fit.
struct HintLine: Widget {
  let hints: [KeyHint]
  let theme: Theme

  /// Returns the places of the hints that fit.
  private static func places(_ hints: [KeyHint], in area: Rect) -> [(hint: KeyHint, place: Rect)] {
    var x = area.x
    return hints.prefix {
      x += HintLine.width($0) + 3
      return x - 3 <= area.endX
    }.reduce(into: []) { places, hint in
      let start = places.last.map { $0.place.endX + 3 } ?? area.x
      places.append((hint, Rect(start, area.y, HintLine.width(hint), 1)))
    }
  }

  private static func width(_ hint: KeyHint) -> Int {
    CharacterWidth.columns(of: hint.keys) + 1 + CharacterWidth.columns(of: hint.text)
  }

  /// Returns the areas that can be clicked: each key, then the text.
  static func areas(_ hints: [KeyHint], in area: Rect) -> [(area: Rect, action: KeyHint.Action)] {
    places(hints, in: area).flatMap { hint, place in
      var x = place.x
      let keys = zip(hint.keys.split(separator: " "), hint.actions).map { key, action in
        let columns = CharacterWidth.columns(of: String(key))
        defer { x += columns + 1 }
        return (Rect(x, place.y, columns, 1), action)
      }
      return keys + hint.actions.prefix(1).map { (place, $0) }
    }
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    for (hint, place) in HintLine.places(hints, in: area) {
      let used = surface.write(hint.keys, at: place.origin, theme[.hintKey], in: area)
      surface.write(hint.text, at: Point(place.x + used + 1, area.y), theme[.hintText], in: area)
    }
  }
}

/// A message, or an error in typed text, that is longer than the line of messages: it also covers the line of keys and, as
/// far as it needs them, rows above.
struct MessageBlock {
  private let lines: [String]
  private let severity: Severity
  private let margin: Int
  /// The covered rows; the line of typed text is not one of them.
  let area: Rect

  /// - Returns: nil if the line suffices, or if the record light needs the line of keys.
  init?(_ content: ScreenContent, line: Rect, of screen: Rect) {
    guard !line.isEmpty else { return nil }
    let most = min(max(screen.height / 4, 1), line.y - screen.y)
    if content.prompt != nil {
      guard let note = content.longPromptError(in: line.width) else { return nil }
      (lines, severity) = (MessageContent(note).lines(in: line.width, most: most), .warning)
    } else {
      guard let message = content.message, message.isNew, !content.showsScan, most > 1,
        content.take?.light ?? .off == .off, CharacterWidth.columns(of: message.text) > line.width
      else { return nil }
      (lines, severity) = (message.lines(in: line.width, most: most), message.severity)
    }
    let end = content.prompt == nil ? line.endY : line.y
    area = Rect(screen.x, end - lines.count, screen.width, lines.count)
    margin = line.x - screen.x
  }

  func draw(on surface: inout Surface, theme: Theme) {
    surface.clear(area, theme[.plain])
    for (line, place) in zip(lines, area.inset(margin).lines) {
      surface.write(line, in: place, theme.message(severity))
    }
  }
}

extension MessageContent {
  /// Returns the text in at most this many lines: whole if it fits, or else with files without their folders, and cut.
  fileprivate func lines(in columns: Int, most: Int) -> [String] {
    let whole = text.wrapped(to: columns)
    if whole.count <= most { return whole }
    let short = text(in: columns * most).wrapped(to: columns)
    let last = short.dropFirst(most - 1).joined(separator: " ").fitted(to: columns)
    return Array(short.prefix(most - 1)) + [last]
  }
}

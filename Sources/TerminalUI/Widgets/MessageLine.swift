import TerminalKit

/// The last line: what is being typed, else the message.
struct MessageLine: Widget {
  let content: ScreenContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    if let prompt = content.prompt {
      draw(prompt: prompt, on: &surface, in: area)
    } else if let scan = content.scan, content.message?.severity ?? .info == .info {
      ScanLine(scan: scan, theme: theme).draw(on: &surface, in: area)
    } else if let message = content.message {
      draw(message, on: &surface, in: area)
    }
  }

  private func draw(prompt: String, on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let name = "\(content.promptName): "
    let note = content.promptNote.map { "  \($0)" } ?? ""
    let most = max(area.width - name.count - min(CharacterWidth.columns(of: prompt) + 1, area.width / 2), 0)
    let parts = area.columns([
      .fixed(name.count), .flexible(), .fixed(min(CharacterWidth.columns(of: note), most)),
    ])
    surface.write(note, in: parts[2], theme[.warning])
    surface.write(name, in: parts[0], theme[.prompt])
    // The end of what is typed matters, and the cursor behind it.
    let shown = prompt.fittedAtStart(to: parts[1].width - 1) + " "
    surface.write(shown, at: parts[1].origin, theme[.plain], in: parts[1])
    let cursor = shown.index(before: shown.endIndex)..<shown.endIndex
    surface.restyle(cursor, of: shown, in: parts[1]) { $0 = theme[.cursor] }
  }

  private func draw(_ message: ScreenContent.Message, on surface: inout Surface, in area: Rect) {
    let age = message.age.map { "\(ShownText.clock($0)) ago" } ?? ""
    let fits = CharacterWidth.columns(of: message.text) + age.count + 2 <= area.width
    let parts = area.columns([.flexible(), .fixed(fits ? age.count : 0)])
    surface.write(message.text, in: parts[0], theme.message(message.severity))
    if fits { surface.write(age, in: parts[1], theme[.faint]) }
  }
}

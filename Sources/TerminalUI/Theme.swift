import TerminalKit

/// The looks of things, by what they are.
package struct Theme: Hashable, Sendable {
  package let brand, heading, rule: Style
  package let title, artist, plain, faint: Style
  package let activeButton, idleButton: Style
  package let progressDone, progressKnob, progressRest: Style
  /// Frames of the eight pads, and the same struck.
  package let pads, litPads: [Style]
  package let padKey, padName: Style
  package let currentRow, failedRow, selectedRow: Style
  package let hintKey, hintText: Style
  package let info, warning, error: Style
  package let prompt, cursor: Style

  /// - Parameter colours: how many the terminal shows; 0 for a theme of bold, dim and reverse alone.
  package init(colours: Int) {
    self = colours >= 256 ? .full : (colours >= 8 ? .basic : .monochrome)
  }

  package func message(_ severity: ScreenContent.Severity) -> Style {
    switch severity {
    case .info: info
    case .warning: warning
    case .error: error
    }
  }

  package func playback(_ state: ScreenContent.Playback) -> Style {
    switch state {
    case .playing, .seekingForward, .seekingBackward: progressDone
    case .interrupted: warning
    case .paused, .stopped: faint
    }
  }
}

extension Theme {
  /// Hues for the accent and the pads, and how the rest is made from them.
  private struct Palette {
    var brand, accent, artist, faint, rule: Colour
    var onAccent: Colour
    var warning, error: Colour
    var pads: [Colour]
    var selected: Style
    var idleButton: Style
  }

  private init(_ palette: Palette) {
    let bold: Style.Attributes = .bold
    let (accent, strong) = (Style(palette.accent), Style(palette.accent, bold))
    (brand, heading) = (Style(palette.brand, bold), Style(palette.brand, bold))
    (rule, faint, plain) = (Style(palette.rule), Style(palette.faint), .plain)
    (title, artist) = (Style(.default, bold), Style(palette.artist))
    activeButton = Style(palette.onAccent, on: palette.accent, bold)
    idleButton = palette.idleButton
    (progressDone, progressKnob, progressRest) = (accent, strong, Style(palette.rule))
    pads = palette.pads.map { Style($0) }
    litPads = palette.pads.map { Style(palette.onAccent, on: $0, bold) }
    padKey = Style(.default, bold)
    padName = .plain
    currentRow = strong
    failedRow = Style(palette.error)
    selectedRow = palette.selected
    hintKey = Style(palette.brand)
    hintText = Style(palette.faint)
    info = Style(palette.artist)
    warning = Style(palette.warning)
    error = Style(palette.error, bold)
    prompt = Style(palette.brand, bold)
    cursor = Style(.default, .reverse)
  }

  /// For 256 colours, on a dark or a light ground.
  private static let full = Theme(
    Palette(
      brand: .rgb(255, 135, 0), accent: .rgb(0, 175, 135), artist: .rgb(0, 135, 215), faint: .indexed(244),
      rule: .indexed(241), onAccent: .indexed(16), warning: .rgb(215, 135, 0), error: .rgb(255, 95, 95),
      pads: [
        .rgb(255, 95, 95), .rgb(255, 135, 0), .rgb(215, 175, 0), .rgb(95, 175, 0), .rgb(0, 175, 135),
        .rgb(0, 175, 215), .rgb(135, 135, 255), .rgb(215, 95, 215),
      ],
      selected: Style(.indexed(231), on: .indexed(24)), idleButton: Style(.indexed(244))))

  /// For 8 or 16 colours, as the user's terminal has them.
  private static let basic = Theme(
    Palette(
      brand: .indexed(3), accent: .indexed(2), artist: .indexed(6), faint: .default, rule: .default,
      onAccent: .indexed(0), warning: .indexed(3), error: .indexed(1),
      pads: [1, 3, 2, 6, 4, 5, 1, 3].map { Colour.indexed($0) }, selected: Style(.default, .reverse),
      idleButton: Style(.default)))

  private static let monochrome = Theme(monochrome: ())

  private init(monochrome: Void) {
    let (bold, dim, reverse) = (Style(.default, .bold), Style(.default, .dim), Style(.default, .reverse))
    (brand, heading, rule) = (bold, bold, dim)
    (title, artist, plain, faint) = (bold, .plain, .plain, dim)
    (activeButton, idleButton) = (Style(.default, [.bold, .reverse]), dim)
    (progressDone, progressKnob, progressRest) = (bold, bold, dim)
    pads = Array(repeating: .plain, count: 8)
    litPads = Array(repeating: reverse, count: 8)
    (padKey, padName) = (bold, .plain)
    (currentRow, failedRow, selectedRow) = (bold, dim, reverse)
    (hintKey, hintText) = (bold, .plain)
    (info, warning, error) = (.plain, bold, Style(.default, [.bold, .reverse]))
    (prompt, cursor) = (bold, reverse)
  }
}

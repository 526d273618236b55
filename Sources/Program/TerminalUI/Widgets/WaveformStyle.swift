import TerminalKit

/// The styles of one column of a waveform.
struct WaveformStyle: Hashable {
  /// The style of the level.
  var inner: Style
  /// The style of the peak beyond the level.
  var outer: Style
  /// The characters for peak and level if colours cannot distinguish them; nil if they can.
  var shades: [Character]?
  /// Whether bars hang from the upper edge of the cell.
  var isDownwards = false

  /// - Parameters: eighths of the cell, `inner` not above `whole`.
  func cell(inner: Int, whole: Int) -> Cell {
    if whole == 0 { return Cell(style: outer) }
    if let shades, let shaded = shaded(inner, whole, shades) { return shaded }
    if inner == 8 { return Cell("█", style: self.inner) }
    // A cell has only two colours; the background is one of them only if the bar fills the cell.
    if whole >= 7, inner > 0, inner < whole { return bar(inner, self.inner.foreground, on: outer.foreground) }
    let look = inner * 2 >= whole ? self.inner : outer
    return bar(whole, look.foreground, on: look.background)
  }

  private func bar(_ level: Int, _ colour: Colour, on ground: Colour) -> Cell {
    guard isDownwards, level < 8 else {
      return Cell(VerticalBar.eighths[level], style: Style(colour, on: ground, inner.attributes))
    }
    // There are no hanging bars: the background draws them.
    let reversed = inner.attributes.symmetricDifference(.reverse)
    return Cell(VerticalBar.eighths[8 - level], style: Style(colour, on: ground, reversed))
  }

  /// Returns the shaded cell; nil at the tip on the middle line, where a part of a cell is better than a shade.
  private func shaded(_ inner: Int, _ whole: Int, _ shades: [Character]) -> Cell? {
    if inner >= 4 { return Cell(shades[0], style: self.inner) }
    if whole >= 4 { return Cell(shades[1], style: outer) }
    return isDownwards ? Cell(style: outer) : Cell("▁", style: outer)
  }
}

struct WaveformTheme {
  private let theme: Theme
  private let bands: [Style]
  /// Whether colours can be mixed, which requires RGB colours.
  private let mixes: Bool
  private let balance: SIMD3<Float>

  /// - Parameter balance: the levels of the bands in the whole track.
  init(_ theme: Theme, balance: SIMD3<Float>) {
    (self.theme, self.balance) = (theme, balance)
    bands = [theme[.waveLow], theme[.waveMiddle], theme[.waveHigh]]
    mixes = (bands + [theme[.waveRest]]).allSatisfy {
      $0.foreground.isMixable && $0.background.isMixable
    }
  }

  /// The style at the current position.
  var cursor: WaveformStyle {
    let look = theme[.waveCursor]
    guard mixes else { return WaveformStyle(inner: look, outer: look, shades: ["█", "│"]) }
    return style(look.foreground, strength: 1)
  }

  func style(for shares: SIMD3<Float>, isPlayed: Bool) -> WaveformStyle {
    // Music has less energy in higher bands, so each band is compared with its level in the whole track.
    let beside = shares / balance
    let look = bands[(0..<3).max { beside[$0] < beside[$1] } ?? 1]
    guard mixes else {
      let shown = isPlayed ? look : theme[.waveRest]
      return WaveformStyle(inner: shown, outer: shown, shades: isPlayed ? ["█", "▒"] : ["▒", "░"])
    }
    if isPlayed { return style(look.foreground, strength: 1) }
    return style(look.foreground.mixed(with: theme[.waveRest].foreground, 0.4), strength: 0.6)
  }

  private func style(_ colour: Colour, strength: Float) -> WaveformStyle {
    let ground = theme[.waveRest].background
    return WaveformStyle(
      inner: Style(colour.mixed(with: ground, 1 - strength), on: ground),
      outer: Style(colour.mixed(with: ground, 1 - strength * 0.6), on: ground))
  }
}

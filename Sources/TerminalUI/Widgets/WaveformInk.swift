import TerminalKit

/// How one column of a waveform is drawn, cell by cell.
struct WaveformInk: Hashable {
  /// How loud it is.
  var inner: Style
  /// How far it goes beyond that.
  var outer: Style
  /// What stands for the two where colours cannot tell them apart; nil where they can.
  var shades: [Character]?
  /// Bars hang from the cell's upper edge.
  var isDownwards = false

  private static let eighths = Array(" ▁▂▃▄▅▆▇█")

  var downwards: WaveformInk {
    var ink = self
    ink.isDownwards = true
    return ink
  }

  var unshaded: WaveformInk {
    var ink = self
    ink.shades = nil
    return ink
  }

  /// - Parameters: eighths of the cell, `inner` not above `whole`.
  func cell(inner: Int, whole: Int) -> Cell {
    if whole == 0 { return Cell(style: outer) }
    if let shades, let shaded = shaded(inner, whole, shades) { return shaded }
    if inner == 8 { return Cell("█", style: self.inner) }
    // Two colours are all that a cell has: the ground is one of them only where the bar fills it.
    if whole >= 7, inner > 0, inner < whole { return bar(inner, self.inner.foreground, on: outer.foreground) }
    let look = inner * 2 >= whole ? self.inner : outer
    return bar(whole, look.foreground, on: look.background)
  }

  private func bar(_ level: Int, _ colour: Colour, on ground: Colour) -> Cell {
    guard isDownwards, level < 8 else {
      return Cell(WaveformInk.eighths[level], style: Style(colour, on: ground, inner.attributes))
    }
    // There are no bars that hang: it is what the ground's bar leaves.
    let reversed = inner.attributes.symmetricDifference(.reverse)
    return Cell(WaveformInk.eighths[8 - level], style: Style(colour, on: ground, reversed))
  }

  /// Nil where a part of a cell is better than a shade: at the tip that stands on the middle line.
  private func shaded(_ inner: Int, _ whole: Int, _ shades: [Character]) -> Cell? {
    if inner >= 4 { return Cell(shades[0], style: self.inner) }
    if whole >= 4 { return Cell(shades[1], style: outer) }
    return isDownwards ? Cell(style: outer) : Cell("▁", style: outer)
  }
}

/// The inks of a theme.
struct WaveformInks {
  private let theme: Theme
  private let bands: [Style]
  /// Whether colours can be mixed: only where they are known.
  private let mixes: Bool
  private let balance: SIMD3<Float>

  /// - Parameter balance: how strong each band is over the whole track.
  init(_ theme: Theme, balance: SIMD3<Float>) {
    self.theme = theme
    self.balance = balance
    bands = [theme[.waveLow], theme[.waveMiddle], theme[.waveHigh]]
    mixes = (bands + [theme[.waveRest]]).allSatisfy {
      $0.foreground.isMixable && $0.background.isMixable
    }
  }

  /// At the place that is heard.
  var cursor: WaveformInk {
    let look = theme[.waveCursor]
    guard mixes else { return WaveformInk(inner: look, outer: look, shades: ["█", "│"]) }
    return ink(look.foreground, strength: 1)
  }

  func ink(for shares: SIMD3<Float>, isPlayed: Bool) -> WaveformInk {
    // Music has less of what is higher: a band is seen where there is more of it than elsewhere.
    let beside = shares / balance
    let look = bands[(0..<3).max { beside[$0] < beside[$1] } ?? 1]
    guard mixes else {
      let shown = isPlayed ? look : theme[.waveRest]
      return WaveformInk(inner: shown, outer: shown, shades: isPlayed ? ["█", "▒"] : ["▒", "░"])
    }
    if isPlayed { return ink(look.foreground, strength: 1) }
    return ink(look.foreground.mixed(with: theme[.waveRest].foreground, 0.4), strength: 0.6)
  }

  private func ink(_ colour: Colour, strength: Float) -> WaveformInk {
    let ground = theme[.waveRest].background
    return WaveformInk(
      inner: Style(colour.mixed(with: ground, 1 - strength), on: ground),
      outer: Style(colour.mixed(with: ground, 1 - strength * 0.6), on: ground))
  }
}

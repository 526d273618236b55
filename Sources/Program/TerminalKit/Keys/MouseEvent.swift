/// A mouse event of the terminal.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package let kind: Kind
  /// The button; nil if the kind has none.
  package let button: Button?
  /// The cell, counted from the terminal's upper left corner.
  package let point: Point
  package let modifiers: KeyChord.Modifiers

  package init(
    _ kind: Kind, button: Button? = nil, at point: Point, modifiers: KeyChord.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// Decodes an SGR report, `CSI < code ; x ; y M`, or `m` for a release. Source: xterm's ctlseqs, "Mouse
  /// Tracking".
  init?(code: Int, x: Int, y: Int, isRelease: Bool) {
    guard x > 0, y > 0, code >= 0 else { return nil }
    let place = Point(x - 1, y - 1)
    var held: KeyChord.Modifiers = []
    if code & 4 != 0 { held.insert(.shift) }
    if code & 8 != 0 { held.insert(.alt) }
    if code & 16 != 0 { held.insert(.ctrl) }
    if code & 64 != 0 {
      // 66 and 67 are a tilted wheel.
      guard code & 3 < 2 else { return nil }
      self.init(code & 1 == 0 ? .wheelUp : .wheelDown, at: place, modifiers: held)
      return
    }
    guard code & 3 < 3, code < 128 else { return nil }
    let button: Button = code & 3 == 0 ? .left : (code & 3 == 1 ? .middle : .right)
    let kind: Kind = isRelease ? .release : (code & 32 != 0 ? .drag : .press)
    self.init(kind, button: button, at: place, modifiers: held)
  }
}

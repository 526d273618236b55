import TerminalKit

/// How much room the screen has.
package enum SizeClass: Hashable, Sendable {
  /// All pads side by side, the song in three lines.
  case regular
  /// The pads two by four.
  case compact
  /// All that matters, in 40 × 12.
  case minimal
  case tooSmall

  package static let smallest = Size(40, 12)

  package init(_ size: Size) {
    if size.holds(Size(100, 20)) {
      self = .regular
    } else if size.holds(Size(60, 22)) {
      self = .compact
    } else {
      self = size.holds(SizeClass.smallest) ? .minimal : .tooSmall
    }
  }
}

import TerminalKit

/// How much room the screen has.
package enum SizeClass: CaseIterable, Hashable, Sendable {
  /// All pads side by side, artwork large, library and queue beside each other.
  case regular
  /// The pads two by four, artwork small in the corner, one panel at a time.
  case compact
  /// All that matters, in 40 × 12; below that what fits, down to 20 × 5.
  case minimal
  case tooSmall

  package static let smallest = Size(20, 5)

  package init(_ size: Size) {
    if size.holds(Size(100, 22)) {
      self = .regular
    } else if size.holds(Size(60, 22)) {
      self = .compact
    } else {
      self = size.holds(SizeClass.smallest) ? .minimal : .tooSmall
    }
  }
}

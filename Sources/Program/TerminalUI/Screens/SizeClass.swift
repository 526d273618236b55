import TerminalKit

/// The size of the screen, in classes.
package enum SizeClass: CaseIterable, Hashable, Sendable {
  /// All pads in one row, large artwork, library and queue side by side.
  case regular
  /// The pads in two rows, small artwork, one panel at a time.
  case compact
  /// The most important parts: 40 × 12, and down to 20 × 5 what fits.
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

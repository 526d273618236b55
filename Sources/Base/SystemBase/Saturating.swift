extension FixedWidthInteger {
  /// Creates the whole number below a number, limited to half of the range, so that the sum of two such numbers is in the
  /// range; 0 for NaN. For times from files, which may state anything.
  @inlinable package init(saturating number: Double) {
    let limit = Double(Self.max / 2 + 1)
    self = number.isNaN ? 0 : Self(Swift.min(Swift.max(number, -limit), limit))
  }
}

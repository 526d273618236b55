/// Which way lines are read. Columns are counted from the leading edge, so what is laid out once serves both.
package enum LayoutDirection: String, CaseIterable, Hashable, Sendable {
  case leftToRight, rightToLeft
}

/// The parts of the main screen, and what the letters of the keyboard do, in the order in which a key chooses them.
package enum ScreenLayout: String, CaseIterable, Hashable, Sendable {
  /// Pads and lists.
  case both
  /// Large pads without lists.
  case drum
  /// Lists without pads. The letters are commands.
  case listen
}

/// The layout that the user chose, and the lock of the keys.
package struct ScreenMode: Hashable, Sendable {
  package var layout = ScreenLayout.both
  package var isLocked = false

  package init() {}

  /// The number of rows of keys that strike pads.
  package var padRows: Int { isLocked ? 2 : 1 }

  /// The layout that is shown. Where keys act on pads only, the pads are shown without lists.
  package var shown: ScreenLayout { isLocked ? .drum : layout }
}

/// What a terminal has to show pictures with.
package struct PictureTerminal: Hashable, Sendable {
  /// 0 for none.
  package var colours: Int
  package var isUTF8: Bool

  package init(colours: Int, isUTF8: Bool) {
    self.colours = colours
    self.isUTF8 = isUTF8
  }
}

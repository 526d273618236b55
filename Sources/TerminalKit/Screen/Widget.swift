/// Something that can be drawn: a value, made anew for each frame.
package protocol Widget {
  /// Draws inside `area` and nowhere else, whatever its size.
  func draw(on surface: inout Surface, in area: Rect)
}

/// A picture of the terminal's own and the block that it covers, counted from the left.
package struct PlacedGraphic: Hashable, Sendable {
  package let picture: GraphicPicture
  package let place: Rect
}

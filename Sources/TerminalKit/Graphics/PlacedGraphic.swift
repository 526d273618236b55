/// A picture that the terminal draws, and the cells that it covers, counted from the left.
package struct PlacedGraphic: Hashable, Sendable {
  package let picture: GraphicPicture
  package let place: Rect
}

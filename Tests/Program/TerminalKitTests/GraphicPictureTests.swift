import Testing

@testable import TerminalKit

@Suite struct GraphicPictureTests {
  private let picture = GraphicPicture(.kitty, Size(4, 2), drawing: [1, 2, 3])

  @Test func pictureIsCentredOverBlankCells() {
    var surface = Surface(Size(10, 4))
    surface.fill(surface.bounds, with: "x")
    Picture.graphic(picture).draw(on: &surface, in: Rect(0, 0, 8, 4))
    #expect(surface.graphic == PlacedGraphic(picture: picture, place: Rect(2, 1, 4, 2)))
    for y in 1...2 { #expect(surface.lines[y] == "xx\u{A0}\u{A0}\u{A0}\u{A0}xxxx") }
  }

  @Test func pictureOnAMirroredScreenIsPlacedFromTheLeft() {
    var surface = Surface(Size(10, 4), direction: .rightToLeft)
    Picture.graphic(picture).draw(on: &surface, in: Rect(0, 0, 4, 2))
    #expect(surface.graphic?.place == Rect(6, 0, 4, 2))
  }

  @Test func pictureThatDoesNotFitIsNotShown() {
    var surface = Surface(Size(10, 4))
    Picture.graphic(picture).draw(on: &surface, in: Rect(0, 0, 3, 4))
    #expect(surface.graphic == nil)
  }

  @Test(arguments: [(Rect(5, 2, 9, 9), true), (Rect(6, 0, 4, 4), false), (Rect(0, 3, 10, 1), false)])
  func pictureIsRemovedWhenOneOfTheCellsIsCleared(cleared: Rect, goes: Bool) {
    var surface = Surface(Size(10, 4))
    Picture.graphic(picture).draw(on: &surface, in: Rect(2, 1, 4, 2))
    surface.clear(cleared)
    #expect((surface.graphic == nil) == goes)
  }
}

import Testing

@testable import ResourceSynthesis

@Suite struct PictureTests {
  @Test func filledShapeHasASolidInsideAndSoftEdges() {
    var canvas = Canvas(size: 8, Colour(0x000000))
    canvas.fill(Colour(0xFFFFFF)) { $0.fromDisc(Point(x: 0, y: 0), radius: 0.55) }
    let greys = canvas.pixels.map { Int($0.red * 255) }
    #expect(greys[0] == 0)
    #expect(greys[3 * 8 + 3] == 255)
    #expect(greys.contains { (1..<255).contains($0) })
    // The picture has the symmetry of its shapes.
    #expect(greys == greys.reversed())
  }

  @Test func drumIsBrighterThanTheBackgroundInBothPictures() {
    for palette in [DrumPicture.sunrise, DrumPicture.quiet] {
      let canvas = DrumPicture.draw(palette)
      let skin = canvas.pixels[200 * canvas.size + 100]
      let corner = canvas.pixels[0]
      #expect(skin.green > corner.green + 0.2)
    }
  }
}

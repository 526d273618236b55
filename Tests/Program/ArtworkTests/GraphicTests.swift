import TerminalKit
import Testing

@testable import Artwork

@Suite struct GraphicTests {
  private static func flag(_ width: Int, _ height: Int) -> [UInt8] {
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      index < width * height / 2 ? [255, 0, 0] : [0, 0, 255]
    }
    return Array("P6 \(width) \(height) 255\n".utf8) + pixels
  }

  private static func text(_ picture: GraphicPicture) -> String {
    String(decoding: picture.drawing, as: UTF8.self)
  }

  @Test(arguments: [TerminalGraphics.Kind.kitty, .sixel]) func graphicKeepsTheShapeOfThePicture(
    kind: TerminalGraphics.Kind
  ) throws {
    for (width, height) in [(64, 64), (200, 50), (50, 200), (1, 1), (700, 600)] {
      let pixels = try Pixels(Self.flag(width, height), subject: "flag")
      for cell in [Size(10, 20), Size(8, 16), Size(13, 27)] {
        let made = pixels.graphic(in: Size(20, 10), TerminalGraphics(kind, cell: cell))
        let picture = try #require(made)
        #expect(Size(20, 10).holds(picture.size) && picture.size.width > 0 && picture.size.height > 0)
        #expect(picture.size.width == 20 || picture.size.height == 10)
        // To the cell, of one shape with the picture.
        let (x, y) = (Double(picture.size.width * cell.width), Double(picture.size.height * cell.height))
        let shape = Double(width) / Double(height)
        #expect(x >= (y - Double(cell.height)) * shape - 2 && y >= (x - Double(cell.width)) / shape - 2)
      }
    }
  }

  @Test func kittyGraphicStatesPixelsAndCells() throws {
    let pixels = try Pixels(Self.flag(64, 64), subject: "flag")
    let made = pixels.graphic(in: Size(20, 10), TerminalGraphics(.kitty, cell: Size(10, 20)))
    let picture = try #require(made)
    #expect(picture.size == Size(20, 10))
    #expect(Self.text(picture).hasPrefix("\u{1B}_Ga=T,f=32,o=z,s=200,v=200,i=7267,p=1,c=20,r=10,C=1,q=2,m="))
    #expect(Self.text(picture).hasSuffix("\u{1B}\\"))
  }

  @Test func sixelGraphicIsOneStringThatEndsInTheLastCell() throws {
    let pixels = try Pixels(Self.flag(64, 64), subject: "flag")
    let made = pixels.graphic(in: Size(20, 10), TerminalGraphics(.sixel, cell: Size(10, 20)))
    let picture = try #require(made)
    let text = Self.text(picture)
    #expect(text.hasPrefix("\u{1B}P") && text.hasSuffix("\u{1B}\\"))
    #expect(text.split(separator: "\u{1B}", omittingEmptySubsequences: true).count == 2)
    let raster = text.split(separator: "\"")[1].prefix { $0.isNumber || $0 == ";" }.split(separator: ";")
    #expect(raster.map { Int($0) ?? 0 }[2...] == [200, 198])
    // Each `-` begins another six rows.
    #expect(text.filter { $0 == "-" }.count <= 33)
  }

  @Test func emptyPlaceGivesNoGraphic() throws {
    let pixels = try Pixels(Self.flag(4, 4), subject: "flag")
    let made = pixels.graphic(in: Size(0, 5), TerminalGraphics(.kitty, cell: Size(10, 20)))
    #expect(made == nil)
  }
}

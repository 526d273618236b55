import SystemBase
import TerminalKit
import Testing

@testable import Artwork

@Suite struct PixelsTests {
  private static let colour = PictureTerminal(colours: 1 << 24, isUTF8: true)

  /// A portable pixmap: the upper half red, the lower one blue.
  private static func flag(_ width: Int, _ height: Int) -> [UInt8] {
    let upper = (0..<width * height / 2).flatMap { _ -> [UInt8] in [255, 0, 0] }
    let lower = (0..<width * height / 2).flatMap { _ -> [UInt8] in [0, 0, 255] }
    return Array("P6 \(width) \(height) 255\n".utf8) + upper + lower
  }

  @Test func cellsShowTheColoursAndShapeOfThePicture() throws {
    let picture = try Pixels(Self.flag(64, 64), subject: "flag").cells(in: Size(20, 6), Self.colour)
    #expect(picture.size == Size(12, 6))
    for x in 0..<12 {
      let (top, bottom) = (picture[x, 0].style, picture[x, 5].style)
      #expect([top.foreground, top.background].contains(.rgb(255, 0, 0)))
      #expect([bottom.foreground, bottom.background].contains(.rgb(0, 0, 255)))
    }
  }

  @Test(arguments: [(400, 10), (10, 400), (1, 1), (1_000, 1_000)]) func cellsFitAnyPlace(
    width: Int, height: Int
  )
    throws
  {
    let pixels = try Pixels(Self.flag(width, height + height % 2), subject: "flag")
    for (columns, rows) in [(20, 6), (1, 1), (80, 2), (3, 30)] {
      let size = pixels.cells(in: Size(columns, rows), Self.colour).size
      #expect(size.width >= 1 && size.width <= columns && size.height >= 1 && size.height <= rows)
    }
    #expect(pixels.cells(in: Size(0, 5), Self.colour).size.width == 0)
  }

  @Test func cellsWithoutColoursAndUTF8AreASCII() throws {
    let terminal = PictureTerminal(colours: 0, isUTF8: false)
    let picture = try Pixels(Self.flag(40, 40), subject: "flag").cells(in: Size(10, 5), terminal)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        #expect(picture[x, y].character.isASCII)
        #expect(picture[x, y].style == .plain)
      }
    }
  }

  @Test func invalidOrOversizedPictureIsRefused() {
    for bytes in [[], Array("no picture".utf8), Array("P6 20000 20000 255\n".utf8) + [1, 2, 3]] {
      #expect { _ = try Pixels(bytes, subject: "x") } throws: { ($0 as? FileError)?.code == .damaged }
    }
  }

  @Test func truncatedPictureIsShownInFullSize() throws {
    let bytes = Array(Self.flag(64, 64).prefix(9_000))
    #expect(try Pixels(bytes, subject: "cut").cells(in: Size(10, 5), Self.colour).size == Size(10, 5))
  }
}

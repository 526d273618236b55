import CChafa
import Glibc
import SystemBase
import TerminalKit

/// Owns a decoded picture of gdk-pixbuf.
struct Pixels: ~Copyable {
  let raw: UnsafeMutablePointer<UInt8>
  let width: Int32
  let height: Int32

  /// The largest width and height in pixels; larger pictures are scaled down while they are decoded.
  private static let longestSide: Int32 = 512
  private static let mostBytes = 32 << 20
  private static let mostPixels: Int64 = 64_000_000

  /// Decodes a picture.
  ///
  /// - Throws: `unsupported` if a library is missing, `damaged` if the data is not a picture or the picture
  ///   is too large.
  init(_ bytes: [UInt8], subject: String) throws(FileError) {
    if let reason = drumdub_pictures_load() {
      throw FileError(.unsupported, subject, detail: String(cString: reason))
    }
    guard bytes.count <= Pixels.mostBytes else { throw FileError(.damaged, subject, detail: "over 32 MB") }
    var (width, height): (Int32, Int32) = (0, 0)
    guard
      let raw = drumdub_picture_decode(
        bytes, bytes.count, Pixels.longestSide, Pixels.mostPixels, &width, &height)
    else { throw FileError(.damaged, subject, detail: "gdk_pixbuf_loader_write") }
    (self.raw, self.width, self.height) = (raw, width, height)
  }

  deinit { free(raw) }

  /// Returns the picture in at most this many cells, with its aspect ratio.
  func cells(in place: Size, _ terminal: PictureTerminal) -> CellPicture {
    var (columns, rows) = (Int32(clamping: place.width), Int32(clamping: place.height))
    drumdub_picture_fit(width, height, &columns, &rows)
    let size = Size(min(max(Int(columns), 1), place.width), min(max(Int(rows), 1), place.height))
    var cells = [drumdub_picture_cell](repeating: drumdub_picture_cell(), count: size.width * size.height)
    if cells.isEmpty { return CellPicture(size, []) }
    drumdub_picture_cells(
      raw, width, height, Int32(clamping: terminal.colours), terminal.isUTF8 ? 1 : 0, Int32(size.width),
      Int32(size.height), &cells)
    return CellPicture(size, cells.map(Pixels.cell))
  }

  private static func cell(_ cell: drumdub_picture_cell) -> Cell {
    let scalar = Unicode.Scalar(cell.character) ?? " "
    return Cell(
      scalar.value < 0x20 ? " " : Character(scalar),
      style: Style(colour(cell.foreground), on: colour(cell.background)))
  }

  private static func colour(_ packed: Int32) -> Colour {
    packed < 0
      ? .default
      : .rgb(UInt8(packed >> 16 & 255), UInt8(packed >> 8 & 255), UInt8(packed & 255))
  }
}

/// The abilities of a terminal to show pictures.
package struct PictureTerminal: Hashable, Sendable {
  /// The number of colours; 0 for none.
  package var colours: Int
  package var isUTF8: Bool
  /// The graphics protocol, or nil if pictures are made of characters.
  package var graphics: TerminalGraphics?

  package init(colours: Int, isUTF8: Bool, graphics: TerminalGraphics? = nil) {
    (self.colours, self.isUTF8, self.graphics) = (colours, isUTF8, graphics)
  }
}

extension Pixels {
  /// Returns the picture in at most this many cells with its aspect ratio, or nil if a library fails.
  func graphic(in place: Size, _ graphics: TerminalGraphics) -> GraphicPicture? {
    guard place.width > 0, place.height > 0 else { return nil }
    let box = Size(place.width * graphics.cell.width, place.height * graphics.cell.height)
    let shown = fitted(in: box)
    let cells = Size(
      (shown.width + graphics.cell.width - 1) / graphics.cell.width,
      (shown.height + graphics.cell.height - 1) / graphics.cell.height)
    let whole = Size(cells.width * graphics.cell.width, cells.height * graphics.cell.height)
    let canvas = canvas(shown, on: whole)
    let drawing =
      switch graphics.kind {
      case .kitty: Pixels.deflated(canvas).map { KittyGraphics.drawing($0, size: whole, over: cells) }
      case .sixel: Pixels.sixels(canvas, whole, over: cells, graphics.cell)
      }
    return drawing.map { GraphicPicture(graphics.kind, cells, drawing: $0) }
  }

  /// Returns the largest size with the aspect ratio of the picture.
  private func fitted(in box: Size) -> Size {
    let scale = min(Double(box.width) / Double(width), Double(box.height) / Double(height))
    return Size(
      min(max(Int((Double(width) * scale).rounded()), 1), box.width),
      min(max(Int((Double(height) * scale).rounded()), 1), box.height))
  }

  /// Returns the scaled picture, centred on a transparent background of whole cells.
  private func canvas(_ shown: Size, on whole: Size) -> [UInt8] {
    var canvas = [UInt8](repeating: 0, count: whole.width * whole.height * 4)
    drumdub_picture_scale(
      raw, width, height, &canvas, Int32(whole.width), Int32(whole.height), Int32(shown.width),
      Int32(shown.height))
    return canvas
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var count = 0
    guard let raw = drumdub_picture_deflate(bytes, bytes.count, &count) else { return nil }
    defer { free(raw) }
    return Array(UnsafeBufferPointer(start: raw, count: count))
  }

  private static func sixels(_ canvas: [UInt8], _ size: Size, over cells: Size, _ cell: Size) -> [UInt8]? {
    var count = 0
    let raw = drumdub_picture_sixels(
      canvas, Int32(size.width), Int32(size.height), Int32(cells.width), Int32(cells.height),
      Int32(cell.width), Int32(cell.height), &count)
    guard let raw else { return nil }
    defer { free(raw) }
    return Array(UnsafeBufferPointer(start: raw, count: count))
  }
}

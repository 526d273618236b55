import CChafa
import Glibc
import TerminalKit

/// Pictures for terminals with graphics.
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

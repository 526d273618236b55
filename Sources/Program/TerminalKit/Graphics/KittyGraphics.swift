import SystemBase

/// Sequences of the kitty graphics protocol. Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/.
package enum KittyGraphics {
  /// The id of the displayed picture; the program shows one at a time.
  package static let image = 7_267
  /// The id of the picture in the query, which is never displayed.
  static let queryImage = 7_268
  private static let chunkLength = 4_096

  /// Asks whether the terminal supports the protocol, with a picture of one pixel that is neither displayed
  /// nor stored.
  package static let query = sequence("i=\(queryImage),a=q,t=d,f=24,s=1,v=1", Array("AAAA".utf8))

  /// Removes and deletes the picture.
  package static let removal = sequence("a=d,d=I,i=\(image),q=2")

  /// Returns the sequences that draw a picture over some cells without moving the cursor. `pixels`: red, green, blue
  /// and opacity of each pixel, row by row, deflated (RFC 1950). `size`: the size in pixels.
  package static func drawing(_ pixels: [UInt8], size: Size, over cells: Size) -> [UInt8] {
    let head =
      "a=T,f=32,o=z,s=\(size.width),v=\(size.height),i=\(image),p=1,c=\(cells.width),r=\(cells.height),C=1,q=2"
    let coded = Base64.bytes(of: pixels)
    var drawing: [UInt8] = []
    for start in stride(from: 0, to: max(coded.count, 1), by: chunkLength) {
      let end = min(start + chunkLength, coded.count)
      let more = "m=\(end < coded.count ? 1 : 0)"
      drawing += sequence(start == 0 ? "\(head),\(more)" : "q=2,\(more)", coded[start..<end])
    }
    return drawing
  }

  private static func sequence(_ keys: String, _ payload: some Collection<UInt8> = []) -> [UInt8] {
    let head = Array("\u{1B}_G\(keys)".utf8)
    return (payload.isEmpty ? head : head + Array(";".utf8) + payload) + Array("\u{1B}\\".utf8)
  }
}

import SystemBase

/// Sequences of the kitty graphics protocol. Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/.
package enum KittyGraphics {
  /// Of the one picture that the program shows at a time.
  package static let image = 7_267
  /// Of the picture in the question, which is never shown.
  package static let asked = 7_268
  private static let chunkLength = 4_096

  /// Whether the terminal takes pictures: it is sent one of a single pixel, to be looked at and not kept.
  package static let question = sequence("i=\(asked),a=q,t=d,f=24,s=1,v=1", Array("AAAA".utf8))

  /// Takes the picture away and forgets it.
  package static let removal = sequence("a=d,d=I,i=\(image),q=2")

  /// Draws a picture over so many cells, the cursor left where it is.
  ///
  /// - Parameters:
  ///   - pixels: red, green, blue and opacity of each, row by row, deflated (RFC 1950).
  ///   - size: in pixels.
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

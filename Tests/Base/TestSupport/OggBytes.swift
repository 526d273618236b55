/// The pages of an Ogg file, whose headers can be changed (RFC 3533, section 6).
package struct OggBytes {
  package var pages: [[UInt8]] = []

  package init(_ bytes: [UInt8]) {
    var start = 0
    while start + 27 <= bytes.count {
      let count = Int(bytes[start + 26])
      let body = bytes[(start + 27)..<(start + 27 + count)].reduce(0) { $0 + Int($1) }
      let end = start + 27 + count + body
      pages.append(Array(bytes[start..<end]))
      start = end
    }
  }

  /// Makes a page of a body of up to 254 bytes, which is one packet; without its checksum.
  package static func page(serial: UInt8, flags: UInt8, _ body: [UInt8]) -> [UInt8] {
    let head = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8)
    return head + [serial, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [1, UInt8(body.count)] + body
  }

  /// Adds a number to the positions of the pages with sound from the `from`th on, up to the `to`th.
  package mutating func shift(by frames: Int, from: Int = 0, to: Int = .max) {
    var sound = 0
    for index in pages.indices {
      var granule = (6..<14).reversed().reduce(0) { $0 << 8 | Int(pages[index][$1]) }
      guard granule > 0 else { continue }
      if (from..<to).contains(sound) { granule += frames }
      for place in 0..<8 { pages[index][6 + place] = UInt8(truncatingIfNeeded: granule >> (8 * place)) }
      sound += 1
    }
  }

  /// Removes the mark of the end from the last page.
  package mutating func removeEndMark() { pages[pages.count - 1][5] &= ~4 }

  /// The file, with the checksums of its pages.
  package var bytes: [UInt8] { pages.flatMap(OggBytes.sealed) }

  private static func sealed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    for place in 22..<26 { page[place] = 0 }
    var sum: UInt32 = 0
    for byte in page {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    for place in 0..<4 { page[22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place))) }
    return page
  }
}

import AudioBase

extension Track {
  /// The two lines of an M3U playlist. A path that a line cannot hold, or that looks like something else there, is
  /// written as a `file:` address.
  package var m3uEntry: [UInt8] {
    let seconds = duration.map { String(Int($0.rounded())) } ?? "-1"
    let name = [artist, title ?? path.stem].compactMap(\.self).joined(separator: " - ")
    let info = "#EXTINF:\(seconds),\(name)".map { $0.isNewline ? " " : $0 }
    return Array(String(info).utf8) + [0x0A] + location + [0x0A]
  }

  private var location: [UInt8] {
    let isPlain = path.bytes.first == UInt8(ascii: "/") && path.bytes.last != 0x20
    if isPlain, path.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), path.text != nil { return path.bytes }
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    return Array("file://".utf8)
      + path.bytes.flatMap { byte in
        switch byte {
        case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x7E: [byte]
        default: [0x25, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
        }
      }
  }
}

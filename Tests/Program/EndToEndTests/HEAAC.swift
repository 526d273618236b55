/// Makes HE-AAC of AAC at 24 kHz by adding the signalling; without data of its own, the decoder doubles the rate.
enum HEAAC {
  /// Replaces the AudioSpecificConfig of five bytes in an MP4 file (ISO 14496-3, section 1.6.5).
  static func explicit(_ file: [UInt8], _ signalling: String) -> [UInt8]? {
    let tag: [UInt8] = [5, 0x80, 0x80, 0x80, 5]
    guard let place = file.indices.first(where: { file[$0...].starts(with: tag) }) else { return nil }
    var file = file
    if signalling == "hierarchical" {
      // Object type 5, 24 kHz, two channels, 48 kHz, object type 2.
      let bits = Bits([(5, 5), (6, 4), (2, 4), (3, 4), (2, 5), (0, 18)])
      file.replaceSubrange(place + 5..<place + 10, with: bits.bytes)
    } else {
      // The extension has its flag and 48 kHz.
      file[place + 9] = 0x80 | 3 << 3
    }
    return file
  }

  /// Adds a fill element with an empty SBR payload to each ADTS frame, before its end.
  static func implicit(_ file: [UInt8]) -> [UInt8] {
    var made: [UInt8] = []
    var offset = 0
    while offset + 7 <= file.count {
      let length = Int(file[offset + 3] & 3) << 11 | Int(file[offset + 4]) << 3 | Int(file[offset + 5] >> 5)
      var bits = Bits()
      for byte in file[(offset + 7)..<(offset + length)] { bits.append(Int(byte), 8) }
      // The end is the last three ones.
      while bits.values.last == 0 { bits.values.removeLast() }
      bits.values.removeLast(3)
      for (value, count) in [(6, 3), (2, 4), (0xD, 4), (0, 12), (7, 3)] { bits.append(value, count) }
      let body = bits.bytes
      var header = Array(file[offset..<(offset + 7)])
      let size = body.count + 7
      header[3] = header[3] & 0xFC | UInt8(size >> 11)
      header[4] = UInt8(size >> 3 & 0xFF)
      header[5] = header[5] & 0x1F | UInt8(size & 7) << 5
      made += header + body
      offset += length
    }
    return made
  }

  private struct Bits {
    var values: [UInt8] = []

    init(_ fields: [(Int, Int)] = []) { for (value, count) in fields { append(value, count) } }

    mutating func append(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { values.append(UInt8(value >> place & 1)) }
    }

    var bytes: [UInt8] {
      stride(from: 0, to: values.count, by: 8).map { start in
        (0..<8).reduce(0) { $0 << 1 | (start + $1 < values.count ? values[start + $1] : 0) }
      }
    }
  }
}

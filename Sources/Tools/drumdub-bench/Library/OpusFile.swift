/// Makes Ogg Opus files (RFC 7845, RFC 3533) of a second of silence.
enum OpusFile {
  static func bytes(_ tags: TrackTags) -> [UInt8] {
    let head = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
    let comments = Array("OpusTags".utf8) + VorbisComments.bytes(tags)
    // A frame of 20 ms without sound data.
    let packets = [[UInt8]](repeating: [0xFC, 0xFF, 0xFE], count: 50)
    return page([head], number: 0, flags: 2, granule: 0) + page([comments], number: 1, flags: 0, granule: 0)
      + page(packets, number: 2, flags: 4, granule: 48_000)
  }

  private static func page(_ packets: [[UInt8]], number: Int, flags: UInt8, granule: Int) -> [UInt8] {
    let lacing = packets.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
    var page = Array("OggS".utf8) + [0, flags] + VorbisComments.little(granule) + [0, 0, 0, 0]
    page += VorbisComments.little(7) + VorbisComments.little(number) + [0, 0, 0, 0] + [UInt8(lacing.count)]
    page += lacing + packets.flatMap { $0 }
    page.replaceSubrange(22..<26, with: VorbisComments.little(Int(checksum(page))))
    return page
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(UInt32(0)) { $0 << 8 ^ table[Int(UInt8($0 >> 24) ^ $1)] }
  }

  private static let table = (0..<UInt32(256)).map { index in
    (0..<8).reduce(index << 24) { value, _ in value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }
}

import AudioBase
import SystemBase

/// The packets of compressed sound in a CAF file (Apple's Core Audio Format, chunks `pakt` and `data`).
struct CAFPackets {
  /// The number of packets, and of the frames that the table states.
  let count: Int
  let statedFrames: Int
  private let first: Int
  /// The bytes of the last packet that is not empty.
  private let last: Range<Int>

  /// Reads the table of packets; fails if there is none or the file is cut.
  init?(_ chunks: [String: ChunkReader.Chunk], _ file: borrowing RegularFile) throws(FileError) {
    guard let table = chunks["pakt"], let data = chunks["data"], data.size > 4,
      data.size <= file.size - data.content, table.size > CAFPackets.tableHead,
      table.size <= file.size - table.content, let count = table.head.span.big(0, 8),
      let frames = table.head.span.big(8, 8)
    else { return nil }
    // Sizes have seven bits a byte, of which the last one is less than 128. FFmpeg adds an empty packet to FLAC.
    let room = min(table.size - CAFPackets.tableHead, 8)
    var sizes = try file.read(at: table.content + table.size - room, count: room)
    while sizes.count > 1, sizes[sizes.count - 1] == 0, sizes[sizes.count - 2] < 0x80 { sizes.removeLast() }
    guard let end = sizes.last, end < 0x80 else { return nil }
    let start = sizes.dropLast().lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? 0
    let size = sizes[start...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    guard size > 0, size <= data.size - 4 else { return nil }
    (self.count, statedFrames, first) = (count, frames, data.content + 4)
    last = data.content + data.size - size..<data.content + data.size
  }

  private static let tableHead = 24

  /// Returns the frames of the packets, which the encoder may have stated as whole packets or by the mean packet; nil for
  /// codecs whose packets do not tell.
  func frames(
    _ codec: AudioCodec?, perPacket: Int, rate: Int, _ file: borrowing RegularFile
  ) throws(FileError) -> Int? {
    switch codec {
    case .alac:
      guard perPacket > 0, statedFrames % perPacket == 0, let rest = try lastALAC(file), rest < perPacket
      else {
        return nil
      }
      return max(statedFrames + rest - perPacket, 0)
    case .flac:
      guard let head = try FLACFrameHeader(file.read(at: first, count: 16)),
        let end = try FLACFrameHeader(file.read(at: last.lowerBound, count: min(last.count, 16)))
      else { return nil }
      return (end.hasFixedSize ? end.number * head.size : end.number) + end.size
    case .opus:
      let head = try file.read(at: first, count: 2)
      let size = OpusPages.frames(of: head.span, at: 0, length: head.count)
      guard rate == 48_000, size > 0, count >= 0, count <= file.size else { return nil }
      return count * size
    default: return nil
    }
  }

  /// Returns the frames of the last packet of ALAC; nil if it has as many as the others. A packet begins with 23 bits, the
  /// fourth last of which states whether 32 bits with its number of frames follow (Apple Lossless, `ALACDecoder.cpp`).
  private func lastALAC(_ file: borrowing RegularFile) throws(FileError) -> Int? {
    guard last.count >= 7 else { return nil }
    let head = try file.read(at: last.lowerBound, count: 7)
    guard let bits = head.span.big(0, 7), bits >> 36 & 1 == 1 else { return nil }
    return bits >> 1 & 0xFFFF_FFFF
  }
}

/// The header of a frame of FLAC (RFC 9639, section 9.1).
struct FLACFrameHeader {
  /// The number of the frame if all frames but the last one have one size, else that of its first sample.
  let number: Int
  let hasFixedSize: Bool
  /// The number of samples of each channel.
  let size: Int

  /// Reads the header at the beginning of some bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 7, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
    // The number is coded as a character of UTF-8, with up to seven bytes.
    let ones = (~bytes[4]).leadingZeroBitCount
    let end = 4 + max(ones, 1)
    guard ones != 1, ones < 8, bytes.count >= end + 2 else { return nil }
    var number = Int(bytes[4]) & (ones == 0 ? 0x7F : 0x7F >> ones)
    for byte in bytes[5..<end] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(byte & 0x3F)
    }
    switch Int(bytes[2] >> 4) {
    case 1: size = 192
    case let code where (2...5).contains(code): size = 144 << code
    case 6: size = Int(bytes[end]) + 1
    case 7: size = (Int(bytes[end]) << 8 | Int(bytes[end + 1])) + 1
    case let code where code >= 8: size = 1 << code
    default: return nil
    }
    (self.number, hasFixedSize) = (number, bytes[1] == 0xF8)
  }
}

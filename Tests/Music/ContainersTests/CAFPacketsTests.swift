import TestSupport
import Testing

@testable import Containers

/// The frames of the packets in CAF files whose tables state others.
@Suite struct CAFPacketsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(content.count, 8) + content
  }

  /// A file at 48 kHz whose table states 1,000 frames. Packets have fewer than 128 bytes.
  private func file(_ codec: String, _ packets: [[UInt8]]) throws -> FileWindow {
    let rate = big(Int(Double(48_000).bitPattern), 8)
    let format = rate + Array(codec.utf8) + [0, 0, 0, 120, 2, 0].flatMap { big($0, 4) }.dropFirst(4)
    let table = big(packets.count, 8) + big(1_000, 8) + big(0, 8) + packets.map { UInt8($0.count) }
    let body =
      chunk("desc", Array(format)) + chunk("data", big(0, 4) + packets.joined()) + chunk("pakt", table)
    return try FileWindow(opening: folder.write(Array("caff".utf8) + [0, 1, 0, 0] + body, to: "a.caf"))
  }

  @Test func packetsOfOpusStateTheirFrames() throws {
    let window = try file("opus", Array(repeating: [252, 1, 2, 3, 4], count: 3))
    #expect(try StreamHeader.packetFramesOfCAF(window.file) == 3 * 960)
    #expect(try StreamHeader.caf(window.file).duration == 0.06)
  }

  @Test func lastPacketOfFLACStatesItsPlaceAndFrames() throws {
    let first: [UInt8] = [0xFF, 0xF8, 0x59, 0x18, 0] + [UInt8](repeating: 0, count: 20)
    let last: [UInt8] = [0xFF, 0xF8, 0x79, 0x18, 1, 0, 99] + [UInt8](repeating: 0, count: 9)
    // FFmpeg ends with an empty packet.
    let window = try file("flac", [first, last, []])
    #expect(try StreamHeader.packetFramesOfCAF(window.file) == 4_608 + 100)
    #expect(try StreamHeader.caf(window.file).duration == 0.098)
  }

  @Test func damagedPacketsLeaveWhatIsStated() throws {
    for packets in [[[], []], [[UInt8](repeating: 7, count: 20)], [[0xFF, 0xF8]]] {
      let window = try file("flac", packets)
      #expect(try StreamHeader.packetFramesOfCAF(window.file) == nil)
      #expect(try StreamHeader.caf(window.file).duration == 0.021)
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xF8, 0xC9, 0x18, 10, 0, 0], 10, true, 4_096),
      ([0xFF, 0xF9, 0x79, 0x18, 0xC2, 0x80, 0x0F, 0xFF], 128, false, 4_096),
      ([0xFF, 0xF8, 0x69, 0x18, 0, 9, 0], 0, true, 10), ([0xFF, 0xF8, 0x19, 0x18, 0, 0, 0], 0, true, 192),
    ] as [([UInt8], Int, Bool, Int)])
  func headerOfAFLACFrameIsRead(_ bytes: [UInt8], number: Int, hasFixedSize: Bool, size: Int) throws {
    let header = try #require(FLACFrameHeader(bytes))
    #expect(header.number == number && header.hasFixedSize == hasFixedSize && header.size == size)
    #expect(FLACFrameHeader(Array(bytes.dropFirst())) == nil)
  }
}

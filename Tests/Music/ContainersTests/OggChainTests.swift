import SystemBase
import TestSupport
import Testing

@testable import Containers

@Suite struct OggChainTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func links(_ bytes: [UInt8]) throws -> [Range<Int>] {
    try FileWindow(opening: folder.write(bytes, to: "a.ogg")).oggLinks(from: 0)
  }

  /// A link of one or two streams, each with a page that begins it.
  private func link(_ serials: [UInt8], pages: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let body = [UInt8](repeating: 7, count: 254)
    var bytes = serials.flatMap { OggBytes.page(serial: $0, flags: 2, Array("head".utf8)) }
    for _ in 0..<pages {
      let serial = serials[Int.random(in: 0..<serials.count, using: &generator)]
      bytes += OggBytes.page(
        serial: serial, flags: 0, Array(body.prefix(Int.random(in: 0...254, using: &generator))))
    }
    return bytes + serials.flatMap { OggBytes.page(serial: $0, flags: 4, body) }
  }

  /// Links of a few pages, and of more than are searched one after the other.
  @Test(arguments: 0..<6) func linksAreFoundWhateverTheirSize(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (bytes, expected): ([UInt8], [Range<Int>]) = ([], [])
    for number in 0..<6 {
      let serials = number % 3 == 1 ? [UInt8(2 * number), UInt8(2 * number + 1)] : [UInt8(2 * number)]
      let pages = Int.random(in: 0...(number % 2 == 0 ? 5 : 2_000), using: &generator)
      let start = bytes.count
      bytes += link(serials, pages: pages, &generator)
      expected.append(start..<bytes.count)
    }
    #expect(try links(bytes) == expected)
  }

  @Test func linksOfOneSerialNumberAreFound() throws {
    var generator = SeededGenerator(seed: 3)
    let all = (0..<3).map { _ in link([1], pages: 30, &generator) }
    let ends = [all[0].count, all[0].count + all[1].count, all.joined().count]
    #expect(try links(Array(all.joined())) == [0..<ends[0], ends[0]..<ends[1], ends[1]..<ends[2]])
    let other = link([2], pages: 30, &generator)
    let found = try links(other + all.joined())
    #expect(found.map(\.count) == [other.count] + all.map(\.count))
  }

  /// Links of equal numbers beside each other, and around those of other numbers.
  @Test(arguments: ["AAB", "ABA", "ABB", "AABB", "AABCC", "ABAC", "ABCA", "AAA"])
  func linksOfRepeatedSerialNumbersAreFound(order: String) throws {
    var generator = SeededGenerator(seed: 5)
    let all = order.utf8.map { link([$0], pages: 30, &generator) }
    #expect(try links(Array(all.joined())).map(\.count) == all.map(\.count))
    let large = order.utf8.map { link([$0], pages: 3_000, &generator) }
    #expect(try links(Array(large.joined())).map(\.count) == large.map(\.count))
  }

  /// The second link lacks the ends of its last two pages: they state ends within and behind the head of the third.
  @Test func linkWithCutPagesIsFollowedByTheNextOne() throws {
    var generator = SeededGenerator(seed: 7)
    let body = [UInt8](repeating: 7, count: 254)
    let first = link([1], pages: 30, &generator)
    let second =
      OggBytes.page(serial: 1, flags: 2, Array("head".utf8)) + OggBytes.page(serial: 1, flags: 0, body)
      + OggBytes.page(serial: 1, flags: 0, body).dropLast(200)
      + OggBytes.page(serial: 1, flags: 4, body).dropLast(253) + [UInt8](repeating: 7, count: 180)
    let third = OggBytes.page(serial: 2, flags: 2, body)
    #expect(try links(first + second + third).map(\.count) == [first.count, second.count, third.count])
  }

  @Test func fileOfOneLinkIsOneRange() throws {
    var generator = SeededGenerator(seed: 9)
    let one = link([1, 2], pages: 20, &generator)
    #expect(try links(one) == [0..<one.count])
    #expect(try links(Array("OggS".utf8)) == [0..<4])
    // Bytes after the last page belong to it.
    #expect(try links(one + [1, 2, 3]) == [0..<one.count + 3])
  }

  @Test(
    arguments: [
      ([0x00], 480), ([24], 2_880), ([96], 480), ([104], 960), ([128], 120), ([248], 960), ([249], 1_920),
      ([250], 1_920), ([251, 6], 5_760), ([251, 0x46], 5_760), ([251, 7], 0), ([251], 0), ([], 0),
    ] as [([UInt8], Int)])
  func framesOfAnOpusPacketAreCounted(_ packet: [UInt8], _ frames: Int) {
    #expect(OpusPages.frames(of: packet.span, at: 0, length: packet.count) == frames)
  }

  @Test func checksumOfAPageIsThatOfRFC3533() {
    #expect(OggPage.checksum(Array("123456789".utf8)) == 0x89A1_897F)
  }
}

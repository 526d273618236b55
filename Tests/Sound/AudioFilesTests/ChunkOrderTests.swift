import AudioBase
import TestSupport
import Testing

/// AIFF files whose chunks stand in an unusual order, or beside chunks of odd sizes and names.
@Suite struct ChunkOrderTests {
  private let folder: TemporaryFolder
  private let sound = TestSound(frames: 5_001)

  init() throws { folder = try TemporaryFolder() }

  private static let orders: [[String]] = [
    ["COMM", "SSND"], ["SSND", "COMM"], ["NAME", "SSND", "ANNO", "COMM"], ["NAME", "COMM", "ANNO", "SSND"],
    ["COMM", "\u{1}\u{2}\u{3}\u{4}", "SSND"], ["COMM", "APPL", "SSND"], ["APPL", "SSND", "COMM", "NAME"],
  ]

  private func chunk(_ name: String, isPadded: Bool) -> [UInt8] {
    let content: [UInt8] =
      switch name {
      case "COMM":
        bytes(UInt16(sound.channels).bigEndian) + bytes(UInt32(sound.frames).bigEndian)
          + bytes(UInt16(16).bigEndian) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
      case "SSND": [UInt8](repeating: 0, count: 8) + sound.pcm(bigEndian: true)
      case "APPL": ascii("abcd") + [UInt8](repeating: 7, count: 70_001)
      default: ascii("abc")
      }
    let padding: [UInt8] = isPadded && content.count % 2 == 1 ? [0] : []
    return ascii(name) + bytes(UInt32(content.count).bigEndian) + content + padding
  }

  /// Some writers leave out the byte that pads a chunk of an odd size.
  @Test(arguments: orders, [true, false]) func soundIsDecoded(_ order: [String], isPadded: Bool) throws {
    let body = ascii("AIFF") + order.flatMap { chunk($0, isPadded: isPadded) }
    let path = try folder.write(
      ascii("FORM") + bytes(UInt32(body.count).bigEndian) + body, to: "a.aiff")
    let decoded = try Decoded(path)
    let endedEarly = decoded.endedEarly
    #expect(decoded.format.length == FrameCount(sound.frames))
    #expect(firstDifference(decoded.samples, sound.floats) == nil)
    #expect(!endedEarly)
    #expect(try largestSeekError(path, count: 5) == 0)
  }
}

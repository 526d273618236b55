import SystemBase
import TestSupport
import Testing

@testable import Containers

/// Files that end before the end that their headers state.
@Suite struct CutSoundTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func isCut(_ bytes: some Sequence<UInt8>) throws -> Bool {
    let file = try RegularFile(folder.write(Array(bytes), to: "a"))
    return try FileContent(of: file).damage(of: file)?.code == .endsEarly
  }

  /// The whole file is complete; without its last byte, and at two thirds, it is not.
  private func expectCut(_ whole: [UInt8], _ place: SourceLocation = #_sourceLocation) throws {
    #expect(try !isCut(whole), sourceLocation: place)
    #expect(try isCut(whole.dropLast()), sourceLocation: place)
    #expect(try isCut(whole.prefix(whole.count * 2 / 3)), sourceLocation: place)
  }

  private func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)

  @Test func monkeysAudioHasTheSizesOfItsParts() throws {
    let parts = [52, 24, 40, 44, 3_000].flatMap { little($0, 4) } + little(0, 4) + little(8, 4)
    let head = Array("MAC ".utf8) + little(3_990, 2) + [0, 0] + parts + [UInt8](repeating: 0, count: 16)
    let whole = head + [UInt8](repeating: 7, count: 24 + 40 + 44 + 3_000 + 8)
    try expectCut(whole)
    #expect(try !isCut(whole + CutSoundTests.id3v1))
  }

  @Test func trueAudioHasATableOfItsFrames() throws {
    // Frames of 46,080 samples at 44.1 kHz: two and a part.
    let head =
      Array("TTA1".utf8) + [1, 0, 2, 0, 16, 0] + little(44_100, 4) + little(100_000, 4) + little(0, 4)
    let sizes = [400, 410, 90]
    let table = sizes.flatMap { little($0, 4) } + little(0, 4)
    try expectCut(head + table + [UInt8](repeating: 7, count: 900))
  }

  @Test func musepackEndsWithAPacketWithoutContent() throws {
    let whole =
      Array("MPCK".utf8) + Array("AP".utf8) + [0x78] + [UInt8](repeating: 7, count: 117) + Array("SE".utf8)
      + [3]
    try expectCut(whole)
    #expect(try !isCut(whole + CutSoundTests.id3v1))
  }

  @Test func matroskaSegmentHasASize() throws {
    let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x84, 1, 2, 3, 4]
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    let content = [UInt8](repeating: 7, count: 300)
    try expectCut(header + segment + [0x01, 0, 0, 0, 0, 0, 0x01, 0x2C] + content)
    try expectCut(header + [0xEC, 0x82, 0, 0] + segment + [0x41, 0x2C] + content)
    // The unknown size of a stream.
    #expect(try !isCut(header + segment + [0x01] + [UInt8](repeating: 0xFF, count: 7) + content))
    #expect(try !isCut(header + segment + [0xFF] + content))
  }

  private func block(_ first: Int, samples: Int, of total: Int, bytes: Int = 500) -> [UInt8] {
    let numbers = [total, first, samples, 0, 0].flatMap { little($0, 4) }
    // Sound that looks like the name of a block.
    let sound = Array("wvpk".utf8) + [UInt8](repeating: 0x77, count: bytes - 4)
    return Array("wvpk".utf8) + little(24 + bytes, 4) + [0x10, 4, 0, 0] + numbers + sound
  }

  @Test func wavPackBlocksReachTheNumberOfSamples() throws {
    let whole =
      block(0, samples: 1_000, of: 2_500) + block(1_000, samples: 1_000, of: 2_500)
      + block(2_000, samples: 500, of: 2_500)
    try expectCut(whole)
    #expect(try isCut(block(0, samples: 1_000, of: 2_500) + block(1_000, samples: 1_000, of: 2_500)))
    #expect(try !isCut(whole + block(2_500, samples: 0, of: 2_500, bytes: 20)))
    #expect(try !isCut(whole + CutSoundTests.id3v1))
    // The tag begins, but its end is lost.
    #expect(try isCut(whole + Array("APETAGEX".utf8) + little(2_000, 4) + little(90, 4)))
    // The length was not known when the header was written.
    #expect(try !isCut(block(0, samples: 1_000, of: 0xFFFF_FFFF)))
  }

  /// The last frame of an MP3 whose header states more bytes than there are.
  @Test func lastFrameOfAnMP3IsComplete() throws {
    let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]
    let numbers: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 9, 0, 0, 0x10, 0x4A]
    let info = header + [UInt8](repeating: 0, count: 32) + Array("Info".utf8) + numbers
    let frame = header + [UInt8](repeating: 1, count: 413)
    let whole = info + [UInt8](repeating: 0, count: 417 - info.count) + (0..<9).flatMap { _ in frame }
    #expect(whole.count == 0x104A)
    #expect(try !isCut(whole))
    #expect(try isCut(whole.dropLast(7)))
    // It ends behind a frame: nothing tells this from a wrong number.
    #expect(try !isCut(whole.dropLast(417)))
  }

  /// No header states the length.
  @Test(arguments: [[0xFF, 0xFB, 0x90, 0x00], [0xFF, 0xF1, 0x50, 0x80, 0x34, 0x3F, 0xFC]] as [[UInt8]])
  func lastFrameOfAStreamIsComplete(_ header: [UInt8]) throws {
    let frame = header + [UInt8](repeating: 1, count: 417 - header.count)
    let whole = (0..<40).flatMap { _ in frame }
    #expect(try !isCut(whole))
    for lost in [1, 200, 415, 416] { #expect(try isCut(whole.dropLast(lost)), "\(lost)") }
    #expect(try !isCut(whole.dropLast(417)))
    #expect(try !isCut(whole + CutSoundTests.id3v1))
    #expect(try isCut(whole.dropLast(200) + CutSoundTests.id3v1))
    // A tag of an unknown kind.
    #expect(try !isCut(whole + Array("XTAG".utf8) + [UInt8](repeating: 0xFF, count: 60)))
  }
}

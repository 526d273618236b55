import TestSupport
import Testing

@testable import Containers
@testable import SystemBase

/// The end of a FLAC file, by its last frame header.
struct FLACTailTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A FLAC file of frames of 4,096 samples with sound that contains sync codes.
  private func file(frames: Int, bytes: Int, total: Int, hasNoise: Bool = true) throws -> FilePath {
    var info = [UInt8](repeating: 0, count: 34)
    (info[0], info[1], info[2], info[3]) = (0x10, 0, 0x10, 0)
    // 44.1 kHz, two channels, 16 bits, then the number of samples.
    (info[10], info[11], info[12]) = (0x0A, 0xC4, 0x42)
    info[13] = 0xF0
    for index in 0..<4 { info[14 + index] = UInt8(truncatingIfNeeded: total >> (24 - 8 * index)) }
    var content = Array("fLaC".utf8) + [0x80, 0, 0, 34] + info
    for number in 0..<frames {
      let header: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18, UInt8(number)]
      let sound = (0..<bytes).map { place -> UInt8 in
        if hasNoise, place % 97 < 2 { return place % 97 == 0 ? 0xFF : 0xF8 }
        return UInt8(place % 251)
      }
      let frame = header + [checksum(header)] + sound
      let sum = frame.reduce(UInt16(0)) { sum, byte in
        (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
      }
      content += frame + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    }
    let path = folder.file("\(frames)-\(bytes)-\(total).flac")
    try AtomicFile.replace(path, with: content)
    return path
  }

  private func checksum(_ bytes: [UInt8]) -> UInt8 {
    bytes.reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 != 0 ? sum << 1 ^ 7 : sum << 1 }
    }
  }

  private func isCut(_ path: FilePath) throws -> Bool {
    let file = try RegularFile(path)
    return try FLACTail.isCut(file, start: 0, sound: 42..<file.size)
  }

  @Test func aCompleteFileIsNotCut() throws {
    #expect(try !isCut(try file(frames: 5, bytes: 3_000, total: 5 * 4_096)))
    #expect(try !isCut(try file(frames: 1, bytes: 10, total: 4_096)))
  }

  @Test func aFileWithoutItsLastFramesIsCut() throws {
    #expect(try isCut(try file(frames: 4, bytes: 3_000, total: 5 * 4_096)))
    #expect(try isCut(try file(frames: 60, bytes: 3_000, total: 100 * 4_096)))
  }

  @Test func aFileThatEndsWithinItsLastFrameIsCut() throws {
    var whole = try FileBytes.read(try file(frames: 5, bytes: 3_000, total: 5 * 4_096), limit: 1 << 20)
    for lost in [1, 2, 1_500, 3_000] {
      #expect(try isCut(try folder.write(whole.dropLast(lost), to: "cut.flac")), "\(lost)")
    }
    let zeros = [UInt8](repeating: 0, count: 100)
    #expect(try !isCut(try folder.write(whole + zeros, to: "zeros.flac")))
    // A largest frame of 4,000 bytes: what follows the last one is something else.
    (whole[16], whole[17]) = (0x0F, 0xA0)
    #expect(try !isCut(try folder.write(whole + [UInt8](repeating: 7, count: 5_000), to: "other.flac")))
  }

  @Test func fileWithFramesLargerThanTheWindowIsNotCut() throws {
    #expect(try !isCut(try file(frames: 1, bytes: 200 << 10, total: 9 * 4_096, hasNoise: false)))
  }

  @Test func anUnknownLengthIsNotCut() throws {
    #expect(try !isCut(try file(frames: 2, bytes: 100, total: 0)))
  }
}

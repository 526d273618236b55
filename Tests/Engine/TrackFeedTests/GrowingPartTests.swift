import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import TrackFeed

/// The file of a part that is still being written.
@Suite struct GrowingPartTests {
  @Test func itIsReadWhereItIsThereAndSilentElsewhere() throws {
    let sound = [Frame](repeating: Frame(repeating: 0.5), count: 60_000)
    let stream = try TrackStream(
      TrackLocation(path: FilePath("d")), rate: .standard, decoders: MemoryDecoders(["d": sound]),
      converters: NoConversion())
    // More of the file is not complete.
    let reader = PartReader(
      stream, of: SongPart("drums", FilePath("d"), prepared: [0..<10_000, 20_000..<60_000]),
      trackRate: .standard)
    try reader.place(at: 0)
    var block = [Frame](repeating: .zero, count: 1_000)
    var blocks: [[Frame]] = []
    for _ in 0..<40 {
      try block.withUnsafeMutableBufferPointer { (block) throws(FileError) in try reader.read(into: block) }
      blocks.append(block)
    }
    let isThere = { (frame: Frame) in frame == Frame(repeating: 0.5) }
    #expect(blocks[..<9].joined().allSatisfy(isThere) && blocks[21...].joined().allSatisfy(isThere))
    #expect(blocks[11..<19].joined().allSatisfy { $0 == .zero })
    try reader.place(at: 15_000)
    try block.withUnsafeMutableBufferPointer { (block) throws(FileError) in try reader.read(into: block) }
    #expect(block.allSatisfy { $0 == .zero })
  }
}

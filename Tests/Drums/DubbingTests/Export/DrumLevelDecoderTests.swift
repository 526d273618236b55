import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

@Suite struct DrumLevelDecoderTests {
  private static let file = (0..<1_000).map { Frame(Float($0) / 1_024, -Float($0) / 1_024) }
  private static let drums = (0..<600).map { Frame(Float($0) / 2_048, 0.25) }

  private func decoder(
    _ gains: (file: Float, drums: Float), section: TrackSection? = nil
  ) throws -> any AudioDecoder {
    let decoders = MemoryDecoders(["song": Self.file, "drums": Self.drums])
    let track = TrackLocation(path: FilePath("song"), section: section)
    return try DrumLevelDecoders(decoders, track, drums: FilePath("drums"), gains: gains).open(track.path)
  }

  private func read(_ decoder: any AudioDecoder, _ most: Int = 7) throws -> [Frame] {
    var frames: [Frame] = []
    var buffer = [Float](repeating: 0, count: 2 * most)
    while true {
      let count = try buffer.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      if count == 0 { return frames }
      frames += (0..<count).map { Frame(buffer[2 * $0], buffer[2 * $0 + 1]) }
    }
  }

  private func drum(_ frame: Int) -> Frame { frame < 600 ? Self.drums[frame] : .zero }

  @Test func fileLosesOrKeepsItsDrumsOrIsReplacedByThem() throws {
    #expect(try read(decoder((1, -1))) == (0..<1_000).map { Self.file[$0] - drum($0) })
    #expect(try read(decoder((1, 0))) == Self.file)
    #expect(try read(decoder((0, 1)), 333) == (0..<1_000).map { drum($0) })
  }

  @Test func soughtFramesHaveTheirDrums() throws {
    let decoder = try decoder((1, -1))
    _ = try read(decoder)
    for frame in [500, 0, 598, 900] {
      try decoder.seek(to: FrameCount(frame))
      #expect(try read(decoder) == (frame..<1_000).map { Self.file[$0] - drum($0) })
    }
  }

  /// The section begins after a 75th of a second, which is 640 frames.
  @Test func drumsOfASectionBeginWithIt() throws {
    let section = try #require(TrackSection(start: DiscTime(frames: 1)))
    let decoder = try decoder((1, -1), section: section)
    #expect(
      try read(decoder) == (0..<1_000).map { $0 < 640 ? Self.file[$0] : Self.file[$0] - drum($0 - 640) })
  }

  @Test func otherFilesAreOpenedAsTheyAre() throws {
    let decoders = DrumLevelDecoders(
      MemoryDecoders(["song": Self.file, "drums": Self.drums]), TrackLocation(path: FilePath("song")),
      drums: FilePath("drums"), gains: (1, -1))
    #expect(try read(decoders.open(FilePath("drums"))) == Self.drums)
    #expect(throws: FileError.self) { try decoders.open(FilePath("other")) }
  }
}

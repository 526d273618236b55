import AudioBase
import MixEngine
import SystemBase
import Testing

@Suite struct PadSampleTests {
  @Test func memoryThatTheSystemRefusesIsAnError() {
    // More than a process can address.
    var writer = PadSampleWriter(capacity: 1 << 55)
    let frames = [Frame](repeating: Frame(0.5, 0.5), count: 8)
    #expect(throws: ResourceRefusal.self) {
      try frames.withUnsafeBufferPointer { try writer.append($0) }
    }
    #expect(writer.count == 0)
    let sample = writer.sample(at: .standard)
    #expect(sample.count == .zero && sample.frames.isEmpty)
  }

  @Test func framesAreKeptWhileTheMemoryGrowsAndASecondSideIsAdded() throws {
    var writer = PadSampleWriter(capacity: 0)
    let equal = (0..<300).map { Frame(Float($0), Float($0)) }
    let other = (0..<900).map { Frame(Float($0), -Float($0)) }
    for frames in [equal, equal, other] {
      try frames.withUnsafeBufferPointer { frames in try writer.append(frames) }
    }
    let sample = writer.sample(at: .standard)
    #expect(sample.frames == equal + equal + other && !sample.isMono)
  }

  @Test(arguments: [
    (isStereo: false, scale: Float(1), bytes: 2), (false, 0.999, 4), (true, 1, 4), (true, 0.999, 8),
  ]) func framesTakeAsMuchMemoryAsTheirFormNeeds(isStereo: Bool, scale: Float, bytes: Int) throws {
    // All samples of 16 bits, from the lowest to the highest.
    let frames = (-32_768...32_767).map { number in
      let sample = Float(number) / 32_768 * scale
      return Frame(sample, isStereo && number == 7 ? 0 : sample)
    }
    let sample = PadSample(PCMBuffer(frames: frames, sampleRate: .standard))
    #expect(sample.frames == frames && sample.byteCount == frames.count * bytes)
  }

  @Test(arguments: [1, -1.1, -0.0, Float.nan, .infinity]) func samplesThatDoNotFitInto16BitsAreFloats(
    sample: Float
  ) throws {
    var writer = PadSampleWriter(capacity: 0)
    let exact = (0..<500).map { Frame(Float($0) / 32_768, Float(-$0) / 32_768) }
    for frames in [exact, [Frame(repeating: sample)]] {
      try frames.withUnsafeBufferPointer { frames in try writer.append(frames) }
    }
    let stored = writer.sample(at: .standard).frames
    #expect(stored.dropLast() == exact[...])
    #expect(stored.last?.x.bitPattern == sample.bitPattern && stored.last?.y.bitPattern == sample.bitPattern)
  }
}

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
}

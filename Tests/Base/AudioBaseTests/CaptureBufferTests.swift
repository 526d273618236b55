import Synchronization
import SystemBase
import Testing

@testable import AudioBase

@Suite struct CaptureBufferTests {
  private func block(_ first: Int, _ count: Int = 64) -> [Frame] {
    (first..<(first + count)).map { Frame(Float($0) / 1e6, -Float($0) / 1e6) }
  }

  private func push(_ buffer: CaptureBuffer, _ frames: [Frame], at seconds: Double) {
    let time = HostTime(nanoseconds: 0).advanced(bySeconds: seconds)
    frames.withUnsafeBufferPointer { buffer.receive($0, at: CaptureTime(time)) }
  }

  private func readAll(_ buffer: CaptureBuffer) -> (frames: [Frame], blocks: [CaptureBuffer.Block]) {
    var (frames, blocks): ([Frame], [CaptureBuffer.Block]) = ([], [])
    buffer.read { part, block in
      frames += part
      if let block { blocks.append(block) }
    }
    return (frames, blocks)
  }

  @Test func capturedBlocksKeepTheirTimesAcrossTheEndOfTheRing() {
    let buffer = CaptureBuffer(capacity: FrameCount(256))
    var (expected, got): ([Frame], [Frame]) = ([], [])
    for round in 0..<20 {
      let frames = block(round * 100, 100)
      push(buffer, frames, at: Double(round))
      expected += frames
      let (read, blocks) = readAll(buffer)
      got += read
      #expect(blocks.map(\.time.captured.nanoseconds) == [Int64(round) * 1_000_000_000])
    }
    #expect(got == expected && buffer.captured == FrameCount(2_000))
  }

  @Test func framesThatDoNotFitAreCountedAndTheGapIsAtOnePlace() {
    let buffer = CaptureBuffer(capacity: FrameCount(128))
    for index in 0..<4 { push(buffer, block(index * 64), at: Double(index)) }
    #expect(readAll(buffer).frames == block(0, 128))
    push(buffer, block(256), at: 4)
    let (frames, blocks) = readAll(buffer)
    #expect(frames == block(256) && blocks.map(\.lost) == [128] && blocks[0].time.isRestart)
  }

  @Test func captureLevelsArePeaksSinceTheLastReading() {
    let buffer = CaptureBuffer(capacity: FrameCount(1_024))
    push(buffer, [Frame(0.25, -0.5), Frame(-0.125, 0)], at: 0)
    #expect(buffer.takeLevels() == InputLevels(left: 0.25, right: 0.5))
    #expect(buffer.takeLevels() == InputLevels())
    push(buffer, [Frame(-1, 0)], at: 1)
    #expect(buffer.takeLevels() == InputLevels(left: 1, right: 0, isClipped: true))
  }
}

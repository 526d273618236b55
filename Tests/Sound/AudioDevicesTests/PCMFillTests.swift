import AudioBase
import Testing

@testable import AudioDevices

/// How much of the buffer of a PCM is filled.
@Suite struct PCMFillTests {
  private func fill(
    capacity: Int, short: Int, period: Int = 256, length: BufferLength = .short
  ) -> PCMFill {
    var fill = PCMFill(capacity: capacity, short: short, period: period, rate: .standard)
    fill.length = length
    return fill
  }

  @Test(arguments: [512, 4_096, 5_000])
  func bufferWithoutALongOneIsFilledPeriodByPeriod(capacity: Int) {
    let whole = fill(capacity: capacity, short: capacity)
    #expect(!whole.hasLongBuffer && whole.target == capacity && whole.wakeRoom == 256)
    #expect(whole.dueBlocks(room: 255) == 0 && whole.dueBlocks(room: capacity) == 1)
  }

  @Test func capacityIsThatOfALongBufferInWholePeriods() {
    #expect(PCMFill.capacity(short: 512, period: 256, rate: .standard) == 19 * 256)
    #expect(PCMFill.capacity(short: 512, period: 256, rate: SampleRate(44_100)) == 18 * 256)
    #expect(PCMFill.capacity(short: 8_192, period: 256, rate: .standard) == 8_192)
    #expect(PCMFill.capacity(short: 12_000, period: 6_000, rate: .standard) == 12_000)
  }

  @Test func shortBufferIsAPartOfTheCapacity() {
    let part = fill(capacity: 4_864, short: 512)
    #expect(part.hasLongBuffer && part.target == 512 && part.refillLevel == 256)
    #expect(part.dueBlocks(room: 4_864 - 257) == 0)
    #expect(part.dueBlocks(room: 4_864 - 256) == 1 && part.dueBlocks(room: 4_864) == 1)
  }

  @Test func longBufferIsFilledWhenHalfOfItIsPlayed() {
    let long = fill(capacity: 4_864, short: 512, length: .long)
    #expect(long.target == 4_864 && long.refillLevel == 9 * 256)
    #expect(long.dueBlocks(room: 10 * 256 - 1) == 0 && long.dueBlocks(room: 10 * 256) == 10)
    #expect(long.dueBlocks(room: 4_864) == 19)
    #expect(abs(long.refillSeconds(at: .standard) - 0.053_3) < 0.001)
  }

  @Test func longBufferIsRefilledNoLaterThanAShortOne() {
    let long = fill(capacity: 4_864, short: 16 * 256, length: .long)
    #expect(long.refillLevel == 15 * 256 && long.dueBlocks(room: 4 * 256) == 4)
  }

  @Test func bufferThatIsSmallerOrLargerThanWantedIsUsedInWholePeriods() {
    #expect(fill(capacity: 3_000, short: 512, length: .long).target == 11 * 256)
    #expect(fill(capacity: 65_536, short: 512, length: .long).target == 19 * 256)
    #expect(fill(capacity: 65_536, short: 512, length: .long).wakeRoom == 65_536 - 9 * 256)
    // The driver has no smaller buffer.
    #expect(!fill(capacity: 16_384, short: 16_384).hasLongBuffer)
    #expect(!fill(capacity: 512, short: 1_024).hasLongBuffer)
  }
}

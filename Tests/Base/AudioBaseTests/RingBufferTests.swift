import AudioBase
import SystemBase
import Testing

@Suite struct RingBufferTests {
  @Test func elementsComeOutInOrderAndAFullRingRefuses() {
    let ring = RingBuffer<Int>(capacity: 3)
    for number in 1...4 { #expect(ring.writer.push(number)) }
    #expect(!ring.writer.push(5))
    #expect(ring.reader.available == 4)
    #expect(ring.reader.peek(2) == 3)
    #expect((1...4).map { _ in ring.reader.pop() } == [1, 2, 3, 4])
    #expect(ring.reader.pop() == nil)
    #expect(ring.writer.space == 4)
  }

  @Test func blocksAcrossTheEndOfTheRingStayInOrder() {
    let ring = RingBuffer<Int>(capacity: 8)
    var taken: [Int] = []
    for start in stride(from: 0, to: 60, by: 6) {
      let written = Array(start..<start + 6).withUnsafeBufferPointer { ring.writer.push($0) }
      #expect(written == 6)
      while let number = ring.reader.pop() { taken.append(number) }
    }
    #expect(taken == Array(0..<60))
  }

  @Test func ringBetweenTwoThreadsLosesNoElement() {
    let ring = RingBuffer<Int>(capacity: 64)
    let writer = ring.writer
    let thread = WorkerThread(name: "ring-test") {
      var number = 0
      while number < 100_000 { if writer.push(number) { number += 1 } }
    }
    var expected = 0
    while expected < 100_000 {
      guard let number = ring.reader.pop() else { continue }
      #expect(number == expected)
      expected += 1
    }
    thread.join()
  }
}

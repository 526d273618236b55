import AudioBase
import Testing

@testable import AudioDevices

/// How much sound is buffered in a sound card. The tests run in separate processes, which find a virtual card by their
/// environment.
@Suite struct ALSACardTests {
  @Test func longBufferIsFilledSeldomAndAHitMakesItShort() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let card = try TestCard()
        let isSteady = try PaceWatch.holds { try LongBufferRun(card)?.isSteady ?? false }
        #expect(isSteady, "the sound goes on, and no more is buffered than should be")
      }
    }
  }

  @Test func smallBufferAndServersBufferAndThatOfACardWithoutMemoryStayShort() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let card = try TestCard()
        let outputs = [
          { try card.open("small") }, { try card.open("scarce") }, { try card.open(isCard: nil) },
        ]
        for open in outputs {
          let staysShort = try PaceWatch.holds {
            let output = try open()
            #expect(output.format.buffer == FrameCount(1_024))
            let source = TestSource()
            let log = DeviceLog()
            try output.start(source.source, events: log.receive)
            output.use(.long)
            #expect(source.wait(forFrames: 24_000))
            output.stop()
            return log.buffers.isEmpty && log.errors.isEmpty && source.preparedFrames == 0
              && output.format.buffer == FrameCount(1_024)
          }
          #expect(staysShort, "dropouts of a busy machine may change it")
        }
      }
    }
  }

  @Test func dropoutLeavesALongBufferLong() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let card = try TestCard()
        // A busy machine may have another dropout, before the one of the card.
        let isLong = try PaceWatch.holds { try DropoutRun(card).isFilledAgain }
        #expect(isLong, "the empty buffer is filled again")
      }
    }
  }

  @Test func dropoutOfAShortBufferIsNoLossOfTheCard() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let card = try TestCard()
        let output = try card.open("failing")
        let source = TestSource()
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        #expect(log.waitForXrun(), "\(log.errors)")
        #expect(source.wait(forFrames: source.rendered + 24_000), "\(log.errors)")
        output.stop()
        #expect(log.errors.isEmpty, "\(log.errors)")
      }
    }
  }

  @Test func restsAndStopsWithALongBuffer() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let card = try TestCard()
        let output = try card.open()
        let source = TestSource(restsAfter: 14_400)
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        output.use(.long)
        for round in 1...3 {
          #expect(source.waitForRest(round))
          source.wake()
        }
        #expect(source.wait(forFrames: 3 * 14_400 + 9_600))
        output.stop()
        let (rendered, blocks) = (source.rendered, source.all)
        let woken = blocks.indices.filter {
          $0 > 0 && blocks[$0].time.isRestart && !blocks[$0 - 1].time.isRestart
        }
        #expect(woken.count >= 3, "the first block after a rest restarts the clock")
        #expect(log.buffers == [FrameCount(4_864)] && log.errors.isEmpty && log.interruptions.isEmpty)
        output.stop()
        #expect(source.rendered == rendered)
      }
    }
  }
}

/// A run in which a card has a dropout while its buffer is long.
private struct DropoutRun {
  /// Whether the buffer stayed long and was filled after the dropout.
  let isFilledAgain: Bool

  init(_ card: TestCard) throws {
    let output = try card.open("failing")
    let source = TestSource()
    let log = DeviceLog()
    try output.start(source.source, events: log.receive)
    defer { output.stop() }
    output.use(.long)
    guard log.waitForStates(1) == [FrameCount(4_864)], log.waitForXrun() else {
      isFilledAgain = false
      return
    }
    let dropout = source.all.count
    #expect(source.wait(forFrames: source.rendered + 24_000))
    isFilledAgain = log.buffers.count == 1 && source.all[dropout...].contains { $0.time.delay > 2_048 }
  }
}

/// A run in which a card plays with a short buffer, then with a long one until a hit.
private struct LongBufferRun {
  private let blocks: [TestSource.Block]
  /// The first block after the request for a long buffer.
  private let request: Int
  /// The blocks of half a second with a long buffer.
  private let listening: Range<Int>
  /// A block that was rendered after the buffer has become short.
  private let hit: Int
  private let xruns: Int
  /// Whether nothing but the two requests has changed the buffer.
  private let isUndisturbed: Bool

  /// Returns nil if the buffer does not get the lengths that are requested.
  init?(_ card: TestCard) throws {
    let output = try card.open()
    #expect(output.format.buffer == FrameCount(1_024), "a part of the buffer")
    let source = TestSource()
    let log = DeviceLog()
    try output.start(source.source, events: log.receive)
    #expect(source.wait(forFrames: 9_600))
    request = source.all.count
    output.use(.long)
    defer { output.stop() }
    // 100 ms at 48 kHz.
    guard log.waitForStates(1)?.last == FrameCount(4_864) else { return nil }
    #expect(output.format.buffer == FrameCount(4_864))
    #expect(source.wait(forFrames: source.rendered + 9_728))
    let filled = source.all.count
    #expect(source.wait(forFrames: source.rendered + 24_000))
    listening = filled..<source.all.count
    source.strike()
    guard log.waitForStates(2)?.last == FrameCount(1_024) else { return nil }
    hit = source.all.count
    #expect(source.wait(forFrames: source.rendered + 12_000))
    output.stop()
    isUndisturbed = log.interruptions.isEmpty && log.errors.isEmpty && log.buffers.count == 2
    (blocks, xruns) = (source.all, log.xruns)
  }

  /// Whether blocks came in time, and half of the long buffer at once.
  var isSteady: Bool {
    let short = blocks[..<request] + blocks[hit...]
    let longDelays = listening.map { blocks[$0].time.delay }
    let fills = zip(longDelays, longDelays.dropFirst()).count { $1 < $0 }
    return isUndisturbed && xruns == 0 && short.allSatisfy { $0.time.delay < 1_024 }
      && fills <= 24_000 / 2_560 + 1 && (4_352..<4_864).contains(longDelays.max() ?? 0)
  }
}

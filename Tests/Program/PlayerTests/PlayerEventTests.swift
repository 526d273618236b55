import MixEngine
import Observation
import PlayerTestSupport
import Synchronization
import Testing

@testable import AudioBase
@testable import Player

/// Each change is an event, exactly once and in order; observation only signals that there was one.
@MainActor @Suite struct PlayerEventTests {
  @Test func observationCoalescesChangesThatEventsReportOneByOne() {
    let bench = PlayerBench("a")
    let changes = Atomic<Int>(0)
    withObservationTracking {
      _ = (bench.model.levels.volume, bench.model.playbackState)
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    for _ in 0..<3 { bench.model.changeVolume(by: Decibels(-1)) }
    bench.model.play()
    bench.model.pause()
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(
      bench.events() == [
        .volume(Decibels(-1), isMuted: false), .volume(Decibels(-2), isMuted: false),
        .volume(Decibels(-3), isMuted: false), .state(.playing), .state(.paused),
      ])
  }

  @Test func changeOfAnUnobservedPropertyNotifiesNoObserver() {
    let bench = PlayerBench("a")
    let changes = Atomic<Int>(0)
    withObservationTracking {
      _ = bench.model.levels.volume
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    bench.model.play()
    bench.model.padsChanged(PadSet([1, 2]))
    #expect(changes.load(ordering: .relaxed) == 0)
    #expect(bench.model.pads.sounding == PadSet([1, 2]))
  }

  @Test func allSubscribersGetEventsInTheSameOrder() {
    let stream = EventStream<Int>()
    var first: [Int] = []
    var second: [Int] = []
    let one = stream.subscribe { event in
      first.append(event)
      if event < 3 { stream.send(event * 10) }
    }
    let two = stream.subscribe { second.append($0) }
    stream.send(1)
    stream.send(2)
    #expect(first == [1, 10, 2, 20])
    #expect(second == first)
    withExtendedLifetime((one, two)) {}
  }

  @Test func aSubscriptionEndsWithItsOwner() {
    let stream = EventStream<Int>()
    var got: [Int] = []
    var subscription: EventStream<Int>.Subscription? = stream.subscribe { got.append($0) }
    stream.send(1)
    withExtendedLifetime(subscription) {}
    subscription = nil
    stream.send(2)
    #expect(got == [1])
  }

  @Test func outputStatusIsReportedOnlyOnChange() {
    let bench = PlayerBench()
    let format = OutputFormat(sampleRate: .standard, period: FrameCount(256), buffer: FrameCount(512))
    let status = OutputStatus(name: "null", format: format, latency: 0.006)
    bench.model.outputChanged(status)
    bench.model.outputChanged(status)
    #expect(bench.events() == [.output(status)])
    #expect(bench.model.output == status)
  }

  @Test func interruptedMusicPlaysOnWhenAnotherOutputIsChosen() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0)
    bench.model.outputWasInterrupted(.serverGone)
    _ = bench.transport.take()
    bench.model.outputWasChosen()
    #expect(bench.model.playbackState == .playing && bench.transport.take() == [.play])
    bench.model.pause()
    bench.model.outputWasChosen()
    #expect(bench.model.playbackState == .paused, "paused music stays paused")
  }

  @Test func noticeStaysUntilDismissed() {
    let bench = PlayerBench()
    bench.model.outputWasResumed()
    #expect(bench.model.notice == .outputResumed)
    #expect(bench.events() == [.notice(.outputResumed)])
    bench.model.dismissNotice()
    #expect(bench.model.notice == nil)
  }
}

import AudioBase
import Dubbing
import MixEngine
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import Player

/// The beats that are sent as a clock.
@Suite @MainActor struct ClockSendingTests {
  @MainActor private final class Plans { var list: [ClockPlan] = [] }

  /// The difference between the place that a plan states for a time and the one that is heard, in seconds.
  private func error(_ plan: ClockPlan, _ bench: TakeBench) throws -> Double {
    let now = bench.player.device.now
    let heard = try #require(bench.player.transport.heard(at: now))
    let stated = plan.message(at: now) / 24
    return (plan.grid.frame(atPlace: stated) - Double(heard.trackFrame.value)) / 48_000
  }

  @Test func planFollowsThePlaceOfTheMusicThroughPauseAndSeek() throws {
    let bench = try TakeBench([("a", [Frame](repeating: .zero, count: 900_000))])
    let plans = Plans()
    bench.controller.tempo.sendClock { plans.list.append($0) }
    #expect(plans.list.last?.isRunning == false)
    try bench.play()
    #expect(plans.list.last?.isRunning == true)
    #expect(try error(try #require(plans.list.last), bench).magnitude < 0.001)
    bench.player.model.seek(to: 10)
    bench.run(frames: 24_000)
    #expect(try error(try #require(plans.list.last), bench).magnitude < 0.001)
    #expect(bench.player.model.elapsed > 10)
    bench.player.model.pause()
    #expect(plans.list.last?.isRunning == false)
    bench.controller.tempo.sendClock(nil)
    let count = plans.list.count
    bench.player.model.play()
    bench.run(frames: 4_800)
    #expect(plans.list.count == count)
    bench.close()
  }

  @Test func planHasTheBeatsOfTheMetronomeAndANewTempo() throws {
    let bench = try TakeBench([])
    let plans = Plans()
    bench.controller.tempo.sendClock { plans.list.append($0) }
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 30_000)
    let (plan, beats) = (try #require(plans.list.last), try #require(bench.controller.tempo.freeBeats))
    let timeline = bench.player.engine.events.timeline
    let second = timeline.time(ofOutputFrame: try #require(beats.origin) + 24_000)
    #expect(plan.time(ofMessage: 24).seconds(since: second).magnitude < 0.001)
    bench.controller.tempo.setTempo(60)
    bench.run(frames: 4_800)
    let slow = try #require(plans.list.last)
    #expect((slow.time(ofMessage: 24).seconds(since: slow.time(ofMessage: 0)) - 1).magnitude < 1e-6)
    bench.close()
  }
}

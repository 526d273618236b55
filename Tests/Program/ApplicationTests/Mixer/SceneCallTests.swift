import ApplicationTestSupport
import AudioBase
import MixEngine
import PlayerTestSupport
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// Calls of scenes: their begin, the steps to their values, and what ends them early.
@MainActor @Suite struct SceneCallTests {
  private let bench: TakeBench
  private let application: Application
  private let mixer: MixerController
  /// The levels of the scene.
  private let initial: MixLevels
  private var owner: MixOwner { mixer.owner }

  init() throws {
    bench = try TakeBench([("a", Ramp.frames(900_000))])
    application = Application(model: bench.player.model)
    let owner = MixOwner(
      bench.player.engine.control, MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
    ) { _, _ in }
    mixer = MixerController(owner: owner, model: bench.player.model)
    application.mixer = mixer
    application.takes = bench.controller
    initial = bench.player.model.levels.mix
    owner.change { $0[.pads].pan = 1 }
    _ = application.storeScene(2)
    owner.change { $0[.pads].pan = 0 }
    bench.player.model.setLevels(MixLevels(music: Decibels(-10), pads: Decibels(-16)))
  }

  private var pan: Double { owner.graph[.pads].pan }
  private var levels: MixLevels { bench.player.model.levels.mix }

  private func call(_ number: Int, in time: String) throws -> Outcome {
    mixer.sceneTiming.fade = try #require(SceneTime(time))
    return application.callScene(number)
  }

  @Test func shortSceneIsReachedAtOnceAndOneUndoTakesItBack() throws {
    #expect(try call(2, in: "10 ms") == .notice(.mixer(.sceneCalled(2, .now, missing: []))))
    #expect(pan == 1 && mixer.nextSceneStep == nil && levels == initial)
    #expect(try call(2, in: "10 ms") == .notice(.mixer(.sceneIsHeard(2, missing: []))))
    _ = application.turn(.undo)
    #expect(pan == 0 && levels == MixLevels(music: Decibels(-10), pads: Decibels(-16)))
  }

  @Test func valuesMoveEvenlyAndAHandKeepsWhatItMoves() throws {
    let begin = bench.player.model.now()
    _ = try call(2, in: "1000 ms")
    #expect(pan == 0 && mixer.nextSceneStep != nil)
    application.followScene(at: begin.advanced(bySeconds: 0.5))
    #expect(abs(pan - 0.5) < 0.01)
    owner.set(20, at: MixGraph.Address(.pads, .pan))
    application.followScene(at: begin.advanced(bySeconds: 0.75))
    #expect(pan == 0.2 && levels != initial)
    application.followScene(at: begin.advanced(bySeconds: 1.1))
    #expect(pan == 0.2 && levels == initial && mixer.nextSceneStep == nil)
  }

  @Test func undoEndsTheWayToAScene() throws {
    let begin = bench.player.model.now()
    _ = try call(2, in: "1000 ms")
    application.followScene(at: begin.advanced(bySeconds: 0.5))
    _ = application.turn(.undo)
    application.followScene(at: begin.advanced(bySeconds: 1.1))
    #expect(pan == 0 && mixer.nextSceneStep == nil)
  }

  @Test func sceneWaitsForTheBarWhileMusicPlays() throws {
    try bench.play()
    mixer.sceneTiming.start = .bar
    #expect(try call(2, in: "10 ms") == .notice(.mixer(.sceneCalled(2, .bar, missing: []))))
    let step = try #require(mixer.nextSceneStep)
    let wait = step.seconds(since: bench.player.model.now())
    // A bar of 120 BPM has two seconds, and 0.2 of them are rendered.
    #expect(pan == 0 && wait > 1 && wait <= 2)
    application.followScene(at: step)
    #expect(pan == 1)
  }

  @Test func emptySceneNamesThoseThatAreStored() {
    #expect(application.callScene(1) == .notice(.mixer(.noScene(1, stored: [2]))))
    #expect(application.storeScene(1) == .notice(.mixer(.sceneStored(1, isChanged: true))))
    #expect(application.storeScene(1) == .notice(.mixer(.sceneStored(1, isChanged: false))))
    _ = application.turn(.undo)
    #expect(owner.graph.scenes.keys.sorted() == [2])
  }

  @Test(arguments: [
    (SceneStart.now, 0.0), (.beat, 0.75 * 0.5), (.bar, 2.75 * 0.5),
  ]) func sceneBeginsWithTheNextBeatOrBar(start: SceneStart, seconds: Double) {
    let clock = BeatClock(beat: 5.25, secondsOfBeat: 0.5, beatsOfBar: 4)
    #expect(clock.seconds(to: start) == seconds)
    #expect(BeatClock(beat: nil, secondsOfBeat: 0.5, beatsOfBar: 4).seconds(to: start) == 0)
  }

  @Test(arguments: [
    ("10 ms", 0.01), ("250 ms", 0.25), ("1 beat", 0.5), ("0.5 beats", 0.25), ("2 bars", 3.0), ("4 bars", 6),
  ]) func timeOfASceneIsReadBack(text: String, seconds: Double) throws {
    let time = try #require(SceneTime(text))
    #expect(time.text == text)
    #expect(time.seconds(at: BeatClock(beat: nil, secondsOfBeat: 0.5, beatsOfBar: 3)) == seconds)
  }

  @Test(arguments: ["", "ms", "9 ms", "5 bars", "1 hour", "1", "nan ms", "0 beats", "1 beat 2"])
  func otherTextIsNoTimeOfAScene(text: String) { #expect(SceneTime(text) == nil) }
}

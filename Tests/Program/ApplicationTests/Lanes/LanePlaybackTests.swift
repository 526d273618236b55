import AudioBase
import Dubbing
import MixEngine
import Player
import PlayerTestSupport
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Application

/// The values that lanes of a take move, and the hands that hold them.
@MainActor @Suite struct LanePlaybackTests {
  private let bench: TakeBench
  private let mixer = TestLaneMixer()
  private var lanes: LaneController { bench.controller.lanes }
  private let gain = Lane.ID("music/gain")

  init() throws {
    bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.lanes.mixer = mixer
  }

  /// Plays the track with a take, at least to frame 25,000 of it.
  private func play(_ taken: [Lane], layers: Int = 0, mixer: TakeMixer = TakeMixer()) throws {
    try bench.play()
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.ownMixer = mixer
    for _ in 0..<layers { take.addLayer() }
    take.setLanes(taken)
    let list = bench.controller.list
    list.tracks[list.group]?.replace(take)
    list.tracks[list.group]?.current = take.id
    bench.controller.playback.sendSequences()
    bench.run(frames: 48_000)
  }

  private func lane(_ points: [Int: Double], _ id: Lane.ID? = nil) -> Lane {
    Lane(id ?? gain, points.map { Lane.Point($0.key, $0.value) })
  }

  /// The change of the level of the music by a hand.
  private func change(to value: Double) {
    lanes.receive(AutomationChange(address: 0, value: value, outputFrame: bench.player.output.count))
  }

  @Test func valueIsThatOfThePlaceWhileTheTakePlaysOrIsPaused() throws {
    try play([lane([0: -3, 20_000: -6, 800_000: -9])])
    #expect(lanes.value(at: "music/gain") == -6 && lanes.value(at: "pads/gain") == nil && lanes.isMoving)
    bench.player.model.pause()
    bench.run(frames: 4_800)
    #expect(lanes.value(at: "music/gain") == -6 && !lanes.isMoving)
    bench.controller.playback.toggle()
    #expect(lanes.value(at: "music/gain") == nil)
    bench.controller.playback.toggle()
    #expect(lanes.value(at: "music/gain") == -6)
    bench.player.model.stop()
    #expect(lanes.value(at: "music/gain") == nil)
    bench.close()
  }

  @Test func valuesBeginWithThoseOfTheMixerOfTheTake() throws {
    try play(
      [
        lane([800_000: -9]), lane([800_000: 1], Lane.ID("pads/gain")),
        lane([800_000: 1], Lane.ID("master/mute")),
      ],
      mixer: TakeMixer(MixGraph(), MixGains(music: Decibels(-4), pads: Decibels(2), balance: 1)))
    let levels = MixLevels(music: Decibels(-4), pads: Decibels(2))
    #expect(lanes.value(at: "music/gain") == levels.music(balance: 1).value)
    #expect(lanes.value(at: "pads/gain") == levels.pads(balance: 1).value)
    #expect(lanes.value(at: "master/mute") == 0)
    bench.close()
  }

  @Test func linesBeginBehindTheirFirstPoint() {
    let points = [Lane.Point(100, -6), Lane.Point(200, -8)]
    let lines = Lane(gain, points, shape: .lines).beginning(with: -3)
    #expect(lines.frames == [0, 99, 100, 200] && lines.values == [-3, -3, -6, -8])
    let steps = Lane(gain, points).beginning(with: -3)
    #expect(steps.frames == [0, 100, 200] && steps.values == [-3, -6, -8])
    #expect(Lane(gain, points).beginning(with: nil) == Lane(gain, points))
    #expect(steps.beginning(with: 0) == steps)
  }

  @Test func lanesAreCompiledOnceUntilTheyOrTheModesChange() throws {
    try play([lane([0: -3]), lane([0: 1], Lane.ID("pads/gain"))])
    let both = ["music/gain", "pads/gain"]
    #expect(mixer.compiled == [both])
    bench.controller.playback.sendSequences()
    bench.controller.list.edit { $0.rename(to: "other") }
    #expect(mixer.compiled == [both])
    lanes.set(.off, of: .pads)
    #expect(mixer.compiled.filter { $0.count == 2 } == [both] && mixer.compiled.contains(["music/gain"]))
    #expect(lanes.value(at: "pads/gain") == nil && lanes.value(at: "music/gain") == -3)
    lanes.set(.read, of: .pads)
    #expect(lanes.value(at: "pads/gain") == 1)
    bench.close()
  }

  @Test func laneOfALayerIsHeardWithIt() throws {
    try play([lane([0: -3]), lane([10: -7, 50_000: -7], Lane.ID("music/gain", layer: 1))], layers: 1)
    #expect(lanes.value(at: "music/gain") == -7)
    bench.controller.list.edit { $0.change(1) { $0.isMuted = true } }
    #expect(lanes.value(at: "music/gain") == -3)
    bench.close()
  }

  @Test func unknownAddressesAreSaidOnceWhenNothingIsAwaited() throws {
    mixer.isComplete = false
    try play([lane([0: -3]), lane([0: 1], Lane.ID("music/echo/time"))])
    let notice = TakeNotice.lane(.unknown(take: "take 1", ["music/echo/time"]))
    #expect(!bench.notices.contains(notice))
    mixer.isComplete = true
    for _ in 0..<2 { lanes.mixerChanged() }
    #expect(bench.notices.filter { $0 == notice }.count == 1)
    #expect(lanes.value(at: "music/echo/time") == nil && lanes.value(at: "music/gain") == -3)
    guard case .list("take 1", _, let lines) = lanes.list else {
      Issue.record("no list")
      return
    }
    #expect(lines.map(\.address) == ["music/echo/time", "music/gain"] && lines.map(\.mode) == [nil, .touch])
    bench.close()
  }

  @Test func valueThatAHandChangesIsItsOwnUntilHalfASecondAfterTheLastChange() throws {
    try play([lane([0: -3])])
    change(to: -12)
    #expect(lanes.value(at: "music/gain") == nil)
    let due = try #require(lanes.nextDue)
    #expect(abs(due.seconds(since: bench.player.device.now) - 0.5) < 1e-6)
    bench.run(frames: 12_000)
    change(to: -13)
    lanes.follow(at: due)
    #expect(lanes.value(at: "music/gain") == nil, "it was changed again")
    lanes.follow(at: try #require(lanes.nextDue))
    #expect(lanes.value(at: "music/gain") == -3 && lanes.nextDue == nil)
    bench.close()
  }

  @Test func valueThatAButtonHoldsIsReleasedWithIt() throws {
    try play([lane([0: -3])])
    lanes.dragged = "music/gain"
    change(to: -12)
    for _ in 0..<3 { lanes.follow(at: try #require(lanes.nextDue)) }
    #expect(lanes.value(at: "music/gain") == nil)
    lanes.dragged = nil
    lanes.follow(at: bench.player.device.now)
    #expect(lanes.value(at: "music/gain") == -3 && lanes.nextDue == nil)
    bench.close()
  }

  @Test func valueWithoutALaneIsNotHeld() throws {
    try play([lane([0: -3])])
    lanes.receive(AutomationChange(address: 1, value: -2, outputFrame: 0))
    lanes.receive(AutomationChange(address: 99, value: -2, outputFrame: 0))
    #expect(lanes.nextDue == nil)
    bench.close()
  }

  @Test func lanesOfTheTakeWithoutATrackAreListedBesideATrackWithoutOne() throws {
    try bench.play()
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.setLanes([lane([0: -3])])
    bench.controller.list.tracks[.free] = TrackTakes(isFound: true, takes: [take], current: take.id)
    let line = LaneNotice.Line(address: "music/gain", layer: nil, points: 1, mode: .touch)
    #expect(lanes.list == .list(take: "take 1", isFree: true, [line]))
    bench.close()
  }

  // MARK: Lanes of the output

  private let volume = Lane.ID("master/gain")
  private let mute = Lane.ID("master/mute")

  private func overruled(_ address: String) -> TakeNotice {
    .lane(.overruled(take: "take 1", address, .master))
  }

  @Test func muteOfALaneHoldsWhenTheVolumeIsMovedAndThatIsSaidOnce() throws {
    try play([lane([0: 1], mute)])
    for level in [-6.0, -9] { bench.player.model.setVolume(Decibels(level)) }
    #expect(mixer.compiled == [["master/mute"], ["master/mute"], ["master/mute"]])
    #expect(bench.notices.filter { $0 == overruled("master/mute") }.count == 1)
    bench.close()
  }

  @Test func volumeThatIsTouchedIsCompiledWithoutItsLaneSoThatTheMuteGoesOn() throws {
    try play([lane([0: -3], volume), lane([0: 0], mute)])
    let (both, sent) = (["master/gain", "master/mute"], ["master/gain"])
    lanes.receive(AutomationChange(address: 3, value: -12, outputFrame: 0))
    #expect(mixer.compiled == [both, ["master/mute"], sent] && lanes.value(at: "master/gain") == nil)
    #expect(!bench.notices.contains(overruled("master/gain")))
    lanes.follow(at: try #require(lanes.nextDue))
    #expect(mixer.compiled == [both, ["master/mute"], sent, both] && lanes.value(at: "master/gain") == -3)
    #expect(bench.notices.contains(overruled("master/gain")))
    bench.close()
  }

  @Test func outputThatAHandMutesStaysMutedUntilItEndsThat() throws {
    try play([lane([0: 0], mute)])
    lanes.receive(AutomationChange(address: 2, value: 1, outputFrame: 0))
    for _ in 0..<3 { lanes.follow(at: try #require(lanes.nextDue)) }
    #expect(lanes.value(at: "master/mute") == nil)
    lanes.receive(AutomationChange(address: 2, value: 0, outputFrame: 0))
    lanes.follow(at: try #require(lanes.nextDue))
    #expect(lanes.value(at: "master/mute") == 0 && lanes.nextDue == nil)
    bench.close()
  }

  // MARK: Recording

  /// Records two seconds in which a hand changes the level of the music once. Returns the values that the engine reports.
  private func recordChange() throws -> [Double] {
    try play([lane([0: -3])])
    var values: [Double] = []
    let former = bench.player.onEvent
    bench.player.onEvent = { [lanes] event in
      former?(event)
      guard case .automation(let change) = event else { return }
      lanes.receive(change)
      if change.address == 0 { values.append(change.value) }
    }
    bench.onBlock = { [lanes, device = bench.player.device] in lanes.follow(at: device.now) }
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    bench.run(frames: 4_800)
    bench.player.engine.control.set(
      AutomationTarget(.music), to: Double(0.25).bitPattern, address: 0, value: -12)
    bench.run(frames: 96_000)
    return values
  }

  @Test func releasedValueIsRecordedAsThatOfTheLane() throws {
    #expect(try recordChange() == [-12, -3])
    #expect(lanes.value(at: "music/gain") == -3 && lanes.nextDue == nil)
    bench.close()
  }

  @Test func latchedValueIsRecordedUntilTheRecordingEnds() throws {
    lanes.set(.latch, of: .music)
    let values = try recordChange()
    #expect(values.count >= 3 && Set(values) == [-12])
    #expect(lanes.value(at: "music/gain") == nil)
    try bench.stopRecording()
    bench.run(frames: 48_000)
    #expect(lanes.value(at: "music/gain") == -3 && lanes.nextDue == nil)
    bench.close()
  }

  // MARK: Levels

  /// The changes that the engine reports of what is done between two blocks.
  private func reported(_ engine: AudioEngine, _ change: () -> Void) -> [AutomationChange] {
    let device = OfflineDevice(engine)
    _ = device.render(FrameCount(256), block: FrameCount(256))
    change()
    _ = device.render(FrameCount(256), block: FrameCount(256))
    var changes: [AutomationChange] = []
    while let event = engine.events.next() {
      if case .automation(let change) = event { changes.append(change) }
    }
    return changes
  }

  @Test func levelsThatChangeAreReportedAsValuesOfTheMixer() {
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    let levels = LevelMixer(engine.control)
    levels.mixer = mixer
    levels.set(.music, to: .unity)
    levels.set(.master, to: .unity)
    let changes = reported(engine) {
      levels.set(.music, to: Decibels(-6))
      levels.set(.music, to: Decibels(-6))
      levels.set(.master, to: .silence)
      levels.set(.master, to: .unity)
      levels.fadeOut(.music, seconds: 1)
      levels.set(.music, to: Decibels(-6))
    }
    #expect(changes.map(\.address) == [0, 2, 2] && changes.map(\.value) == [-6, 1, 0])
  }
}

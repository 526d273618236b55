import ApplicationTestSupport
import AudioBase
import Dubbing
import PlayerTestSupport
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import MixEngine
@testable import Player

/// The mixer of a take: it is stored with the recording, compared with the present one, kept in the take and loaded.
@Suite @MainActor struct TakeMixerTests {
  private let bench: TakeBench
  private let application: Application
  private let owner: MixOwner

  init() throws {
    bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 0)
    application = bench.makeApplication()
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    owner = MixOwner(bench.player.engine.control, catalog) { _, _ in }
    application.mixer = MixerController(owner: owner, model: bench.player.model)
    owner.change { $0[.pads].pan = 0.5 }
    try bench.play()
    try bench.recordHit()
  }

  private var take: Take { get throws { try #require(bench.controller.list.current) } }

  private var present: MixGains { bench.player.model.mixGains }

  @Test func recordingStoresTheMixerAndTheLevelsOfThePlayer() throws {
    #expect(try take.mixer == owner.graph && take.gains == bench.player.model.storedGains)
    #expect(application.takeOfOtherMixer == nil)
    #expect(application.perform(.keep) == .notice(.mixer(.isOfTake("take 1"))))
  }

  @Test func changedMixerIsKeptInTheTakeUntilThatIsUndone() throws {
    owner.change { $0[.pads].pan = -0.5 }
    #expect(application.takeOfOtherMixer == "take 1")
    #expect(application.perform(.keep) == .notice(.mixer(.keptInTake("take 1"))))
    #expect(try take.mixer == owner.graph && application.takeOfOtherMixer == nil)
    _ = application.turn(.undo)
    #expect(try take.mixer?[.pads].pan == 0.5 && owner.graph[.pads].pan == -0.5)
    #expect(application.takeOfOtherMixer == "take 1")
  }

  @Test func mixerOfTheTakeIsLoadedWithItsLevelsUntilThatIsUndone() throws {
    let own = present
    owner.change { $0[.pads].pan = -0.5 }
    bench.player.model.setLevels(MixLevels(music: Decibels(-3), pads: Decibels(-12)))
    bench.player.model.changeBalance(by: 2)
    let changed = present
    #expect(application.perform(.load) == .notice(.mixer(.loadedOfTake("take 1"))))
    #expect(owner.graph[.pads].pan == 0.5 && present == own && application.takeOfOtherMixer == nil)
    _ = application.turn(.undo)
    #expect(owner.graph[.pads].pan == -0.5 && present == changed)
    #expect(application.takeOfOtherMixer == "take 1")
    _ = application.turn(.redo)
    #expect(owner.graph[.pads].pan == 0.5 && present == own)
  }

  @Test func levelsAloneMakeAnotherMixer() {
    bench.player.model.setLevels(MixLevels(music: Decibels(-3), pads: Decibels(-12)))
    #expect(application.takeOfOtherMixer == "take 1")
    bench.controller.playback.toggle()
    #expect(application.takeOfOtherMixer == nil)
  }

  @Test func levelsOfPartsOfTheSongBelongToTheMixer() throws {
    let songs = bench.controller.songs
    songs.edit([.part("drums", SongPartLevel(isMuted: true))], of: bench.controller.list.group)
    #expect(application.takeOfOtherMixer == "take 1")
    #expect(application.perform(.load) == .notice(.mixer(.loadedOfTake("take 1"))))
    #expect(songs.song.partLevels.isEmpty && application.takeOfOtherMixer == nil)
    songs.edit([.part("drums", SongPartLevel(isMuted: true))], of: bench.controller.list.group)
    #expect(application.perform(.keep) == .notice(.mixer(.keptInTake("take 1"))))
    #expect(try take.songParts == ["drums": SongPartLevel(isMuted: true)])
    #expect(application.takeOfOtherMixer == nil)
  }

  @Test func loadedMixerAndLevelsOfPartsAreUndoneAsOne() throws {
    let (songs, muted) = (bench.controller.songs, ["drums": SongPartLevel(isMuted: true)])
    owner.change { $0[.pads].pan = -0.5 }
    songs.edit([.part("drums", SongPartLevel(isMuted: true))], of: bench.controller.list.group)
    #expect(application.perform(.load) == .notice(.mixer(.loadedOfTake("take 1"))))
    #expect(owner.graph[.pads].pan == 0.5 && songs.song.partLevels.isEmpty)
    _ = application.turn(.undo)
    #expect(owner.graph[.pads].pan == -0.5 && songs.song.partLevels == muted)
    _ = application.turn(.redo)
    #expect(owner.graph[.pads].pan == 0.5 && songs.song.partLevels.isEmpty)
    _ = application.turn(.undo)
    _ = application.turn(.undo)
    #expect(owner.graph[.pads].pan == 0.5 && songs.song.partLevels == muted)
  }

  @Test func takeWithoutAMixerSaysNothingUntilOneIsKept() throws {
    bench.controller.list.edit { $0.ownMixer = TakeMixer() }
    #expect(application.takeOfOtherMixer == nil)
    #expect(application.perform(.load) == .notice(.mixer(.takeHasNone("take 1"))))
    #expect(application.perform(.keep) == .notice(.mixer(.keptInTake("take 1"))))
    #expect(try take.mixer == owner.graph)
  }
}

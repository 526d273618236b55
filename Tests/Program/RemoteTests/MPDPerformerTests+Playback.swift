import Application
import ApplicationTestSupport
import AudioBase
import Player
import PlayerTestSupport
import Testing

@testable import Remote

/// Playback, volume and the state of the player.
extension MPDPerformerTests {
  @Test func stalledStreamIsReportedAsPaused() throws {
    let bench = PlayerBench("http://radio.example/live")
    let tools = MPDPerformerTests.tools(pads)
    let application = Application(model: bench.model)
    let performer = MPDPerformer(application, tools)
    let watcher = RemoteWatcher(performer)
    bench.model.play()
    bench.begin(0, of: 1e6)
    #expect(performer.state == "play")
    _ = watcher.changes()
    bench.emit(.moved(bench.id(0), bench.anchor(8, rate: 0)))
    #expect(performer.state == "pause" && watcher.changes() == [.player])
    var session = MPDSession(isLocal: true, needsPassword: false)
    guard case .reply(let reply) = try performer.perform(MPDLine("status"), &session) else {
      Issue.record("no reply")
      return
    }
    let text = String(decoding: reply.bytes, as: UTF8.self)
    #expect(text.contains("state: pause\nwaiting: buffering\n"))
  }

  @Test func statisticsCountTheTimeInWhichMusicPlays() throws {
    #expect(try value("playtime", of: "stats") == "0")
    bench.model.play()
    bench.begin(0)
    bench.pass(seconds: 90)
    #expect(try value("playtime", of: "stats") == "90")
    bench.model.pause()
    bench.pass(seconds: 60)
    #expect(try value("playtime", of: "stats") == "90")
  }

  @Test func volumeOfMPDUsesTheScaleOfMPRIS() throws {
    let level = try #require(VolumeScale.level(fraction: 0.25))
    bench.model.setVolume(level)
    #expect(try value("volume") == "25")
    try lines("setvol 40")
    #expect(VolumeScale.fraction(bench.model.levels.volume, isMuted: false) == 0.4)
    try lines("volume -15")
    #expect(VolumeScale.fraction(bench.model.levels.volume, isMuted: false) == 0.25)
  }

  @Test func playbackOptionsSetAndReportTheModesOfThePlayer() throws {
    try lines("repeat 1")
    #expect(bench.model.queue.repeatMode == .all)
    try lines("single 1")
    #expect(bench.model.queue.repeatMode == .one)
    #expect(try value("repeat") == "1" && value("single") == "1")
    try lines("single 0")
    #expect(bench.model.queue.repeatMode == .all)
    try lines("repeat 0")
    #expect(bench.model.queue.repeatMode == .off)
    // Without repeat, the music stops after the track.
    try lines("single 1")
    #expect(bench.model.queue.stopsAfterCurrent)
    #expect(try value("single") == "oneshot")
    try lines("single 0")
    #expect(!bench.model.queue.stopsAfterCurrent)
    try lines("random 1")
    #expect(try bench.model.queue.isShuffled && value("random") == "1")
    try lines("replay_gain_mode track")
    #expect(try value("replay_gain_mode", of: "replay_gain_status") == "track")
    for (mode, value) in [("1", ConsumeMode.on), ("oneshot", .once), ("0", .off)] {
      try lines("consume \(mode)")
      #expect(try self.value("consume") == mode && bench.model.queue.consumeMode == value)
    }
    try lines("crossfade 3.5")
    #expect(try value("xfade") == "4" && bench.transport.take().contains(.crossfade(3.5)))
    try lines("crossfade 0")
    #expect(try value("xfade") == nil)
  }

  @Test func volumeIsSetAndReportedInPercent() throws {
    for percent in 0...100 {
      try lines("setvol \(percent)")
      #expect(try value("volume") == "\(percent)", "\(percent)")
    }
    try lines("volume -30")
    #expect(try value("volume", of: "getvol") == "70")
    try lines("volume 50")
    #expect(try value("volume") == "100")
  }

  @Test func theStatusFollowsPlayback() throws {
    #expect(try value("state") == "stop" && value("song") == "0" && value("elapsed") == nil)
    try lines("play 1")
    bench.begin(1, at: 10, of: 100)
    #expect(try value("state") == "play" && value("songid") == "2" && value("elapsed") == "10.000")
    #expect(try value("duration") == "100.000" && value("time") == "10:100" && value("nextsong") == "2")
    try lines("seekcur +5")
    #expect(bench.transport.take().contains(.seek(15)))
    try lines("pause")
    #expect(try value("state") == "pause")
    try lines("pause 0")
    #expect(try value("state") == "play")
    #expect(try lines("currentsong") == ["file: /b.wav", "Pos: 1", "Id: 2"])
    try lines("stop")
    #expect(throws: MPDError.self) { try lines("seekcur 5") }
  }

  @Test func tracksOfAHigherPriorityPlayFirst() throws {
    try lines("play 0")
    bench.begin(0)
    try lines("random 1")
    try lines("prio 5 3")
    try lines("prioid 9 3")
    #expect(try lines("playlistid 3").last == "Prio: 9")
    #expect(try value("nextsong") == "2")
    #expect(
      try lines("playlistfind \"(prio >= 5)\" sort -prio").filter { $0.hasPrefix("file") } == [
        "file: /c.wav", "file: /d.wav",
      ])
    try lines("next")
    // The track that plays has none.
    #expect(try value("song") == "2" && value("nextsong") == "3")
    #expect(try lines("playlistfind \"(prio >= 1)\"").first == "file: /d.wav")
    // Ranges may overlap, however many there are.
    try lines("prio 7 " + String(repeating: "0: ", count: 5_000) + "2:4 1:3")
    #expect(bench.model.queue.items.map(\.priority) == [7, 7, 0, 7])
    try lines("prio 0 0:")
    // One that was played plays again.
    try lines("prio 200 0")
    #expect(try value("nextsong") == "0")
    try lines("prio 0 0:")
    try lines("random 0")
    #expect(try value("nextsong") == "3")
  }

  @Test func rangeOfATrackIsThePartThatIsPlayed() throws {
    try lines("rangeid 2 2:4")
    let section = try #require(bench.model.queue.items[1].location.section)
    #expect(section.start.seconds == 2 && section.end?.seconds == 4)
    #expect(try lines("playlistid 2").contains("duration: 2.000"))
    try lines("rangeid 2 :")
    #expect(bench.model.queue.items[1].location.section == nil)
    bench.model.play()
    #expect(throws: MPDError.self) { try lines("rangeid 1 1:2") }
  }

  @Test func tagsOfAStreamAreSetAndCleared() throws {
    bench.add(["http://radio.example/live"])
    try lines("addtagid 5 Title \"The Hour\"")
    try lines("addtagid 5 Artist Someone")
    #expect(try lines("playlistid 5").contains("Title: The Hour"))
    try lines("cleartagid 5 Title")
    #expect(try !lines("playlistid 5").contains("Title: The Hour"))
    #expect(try lines("playlistid 5").contains("Artist: Someone"))
    try lines("cleartagid 5")
    #expect(try !lines("playlistid 5").contains("Artist: Someone"))
    #expect(throws: MPDError.self) { try lines("addtagid 5 Mood x") }
  }

  @Test func volumeOfTheOutputIsThatOfThePlayer() throws {
    try lines("outputvolume 0 50")
    #expect(try value("volume") == "50")
  }

  @Test func detailsHaveSpeedAndChapters() throws {
    #expect(try lines("details") == ["speed: 1.0"])
    bench.model.play()
    bench.begin(0, at: 40)
    let chapters = [Chapter(start: 0), Chapter(start: 30, title: "Two")]
    performer.application.receive(
      ChaptersResult(try #require(bench.model.nowPlaying?.location), .success(chapters)))
    #expect(try lines("details") == ["speed: 1.0", "chapters: 2", "chapter: 2", "chaptertitle: Two"])
  }
}

import AudioBase
import Dubbing
import Player
import Studio
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The parts of the song in the mixer: rows of the strip of the music, and addresses.
@Suite @MainActor struct SongPartRowTests {
  /// The mixer is open, and the drums of the current track, 12 dB lower, are the chosen row.
  private func bench() throws -> TimelineBench {
    let bench = try TimelineBench([])
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    let owner = MixOwner(bench.player.engine.control, catalog) { _, _ in }
    bench.application.mixer = MixerController(owner: owner, model: bench.player.model)
    bench.player.model.append([TrackInfo(path: FilePath("a.flac"))])
    let track = try #require(bench.player.model.nowPlaying?.location)
    bench.takes.songs.edit([.part("drums", SongPartLevel(gain: Decibels(-12)))], of: .track(track))
    bench.press(.mixer(.open))
    bench.application.mixer?.choose(.music, row: 2)
    return bench
  }

  private func level(_ bench: TimelineBench) -> SongPartLevel { bench.takes.songs.song.level(of: "drums") }

  private func notice(_ bench: TimelineBench) -> Notice? {
    bench.application.state.notices.entries.last?.notice
  }

  @Test func keysChangeMuteAndSoloThePartOfTheChosenRow() throws {
    let bench = try self.bench()
    #expect(bench.application.mixer?.songPart == "drums")
    bench.press(.mixerScreen(.valueUp), .mixerScreen(.valueUp))
    #expect(level(bench) == SongPartLevel(gain: Decibels(-10)))
    bench.press(.mixer(.mute))
    #expect(level(bench).isMuted && bench.application.mixer?.graph[.music].isMuted == false)
    let row = try #require(bench.session.layer(MixerLayer.self)?.selectedRow?.row)
    #expect(row.contains("drums: ") && row.hasSuffix(" mute"))
    bench.press(.mixer(.solo))
    #expect(level(bench).isSoloed)
    bench.press(.program(.undo), .program(.undo))
    #expect(level(bench) == SongPartLevel(gain: Decibels(-10)))
    bench.press(.program(.undo))
    #expect(level(bench) == SongPartLevel(gain: Decibels(-12)))
  }

  @Test(arguments: [
    ("drums", Theme.Slot.partDrums), ("drums 2", .partDrums), ("percussion", .partDrums),
    ("bass", .partBass), ("vocals", .partVocals), ("lead vocals", .partVocals), ("other", .partOther),
    ("music", .partOther), ("no drums", .partOther), ("piano", .partOther),
  ]) func eachKindOfPartHasAColourOfTheTheme(name: String, slot: Theme.Slot) {
    #expect(Theme.Slot(songPart: name) == slot)
  }

  @Test(arguments: ["dark", "light", "high-contrast"], [16, 1 << 24])
  func partsDifferFromEachOther(theme: String, colours: Int) throws {
    let theme = try Sample.theme(theme, colours: colours)
    let slots: [Theme.Slot] = [.partDrums, .partBass, .partVocals, .partOther]
    #expect(Set(slots.map { theme[$0] }).count == 4)
  }

  @Test func rowOfAPartHasItsNameInItsColourUnlessItIsMuted() throws {
    let bench = try self.bench()
    func row() throws -> MixerContent.Row {
      let layer = try #require(bench.session.layer(MixerLayer.self))
      return try #require(MixerContent(layer) { _ in nil }.chosen.rows.dropFirst(2).first)
    }
    #expect(try row().slot == .partDrums && row().name == "drums" && row().short.hasPrefix("drums "))
    bench.press(.mixer(.mute))
    #expect(try row().isOff && row().short == "drums mute")
  }

  @Test func partsHaveAddresses() throws {
    let bench = try self.bench()
    bench.press(.request(.mix("song/drums/gain -6 dB")))
    #expect(level(bench) == SongPartLevel(gain: Decibels(-6)))
    for _ in 0..<2 { bench.press(.request(.mix("song/drums/mute on"))) }
    #expect(level(bench) == SongPartLevel(gain: Decibels(-6), isMuted: true))
    bench.press(.request(.mix("song/drums/gain")))
    #expect(notice(bench) == .take(.song(.parts(.stays("drums", level(bench))))))
    bench.press(.request(.mix("song/bass/gain 1")))
    guard case .mixer(.badAddress(.unknown("song/bass/gain 1", let known)))? = notice(bench) else {
      Issue.record("\(String(describing: notice(bench)))")
      return
    }
    #expect(known == ["song/drums/gain", "song/drums/mute", "song/drums/solo"])
  }
}

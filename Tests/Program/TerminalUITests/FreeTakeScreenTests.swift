import AudioBase
import Player
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// A take without a track on the screen.
@MainActor @Suite struct FreeTakeScreenTests {
  @Test func pictureAndWaveformOfTheSongAreNotShownBesideATakeWithoutATrack() throws {
    let bench = try TimelineBench()
    bench.session.perform(.program(.cancel))
    bench.application.model.append([TrackInfo(path: FilePath("song.flac"))])
    var asked: [QueueItem?] = []
    bench.screen.sound.artwork = { item, _ in
      asked.append(item)
      return nil
    }
    bench.screen.sound.hasArtwork = { true }
    bench.screen.sound.waveform = { _ in Sample.waveform }
    func content() -> ScreenContent {
      _ = bench.shown(120, 36)
      return ScreenContent(bench.screen, now: .now)
    }
    #expect(content().waveform == Sample.waveform && asked.last == bench.application.model.nowPlaying)
    bench.takes.list.choose(TakeList.Entry(group: .free, take: "20260501-120000-3f9c"))
    #expect(content().song?.title == "take 1" && content().waveform == nil)
    #expect(asked.last == .some(nil))
  }
}

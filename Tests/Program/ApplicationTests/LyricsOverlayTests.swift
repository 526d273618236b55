import ApplicationTestSupport
@testable import Application
import AudioBase
@testable import Player
import PlayerTestSupport
import SystemBase
import Testing
import TrackTags

/// The overlay of the lyrics: it searches them for the current track and follows the music.
@MainActor @Suite struct LyricsOverlayTests {
  private let bench = PlayerBench("a", "b")
  private let application: Application
  private final class Requests { var tracks: [TrackLocation] = [] }
  private let requests = Requests()

  init() {
    application = Application(model: bench.model)
    application.services.findLyrics = { [requests] in requests.tracks.append($0) }
    var rows = ApplicationState.VisibleRows()
    rows.lyrics = 4
    application.show(rows)
  }

  private func answer(_ text: String) {
    application.receive(LyricsResult(requests.tracks[requests.tracks.count - 1], .success(Lyrics(text))))
  }

  @Test func lyricsAreSearchedOnceForEachTrack() throws {
    bench.model.play()
    let first = try #require(bench.model.nowPlaying?.location)
    application.perform(.program(.lyrics))
    #expect(requests.tracks == [first] && application.coveringLayer is LyricsLayer)
    answer("words")
    application.perform(.program(.lyrics))
    application.perform(.program(.lyrics))
    #expect(requests.tracks == [first] && application.state.lyrics.lyrics?.lines.count == 1)
    application.perform(.playback(.next))
    #expect(application.coveringLayer is LyricsLayer)
    #expect(requests.tracks.count == 2 && application.state.lyrics.lyrics == nil)
    // An answer about another track is late.
    application.receive(LyricsResult(first, .success(Lyrics("words"))))
    #expect(application.state.lyrics.lyrics == nil)
  }

  @Test func missingLyricsAndErrorsAreStated() throws {
    bench.model.play()
    application.perform(.program(.lyrics))
    let track = requests.tracks[0]
    application.receive(LyricsResult(track, .success(nil)))
    guard case .missing = application.state.lyrics.content else { Issue.record("not missing"); return }
    application.receive(LyricsResult(track, .failure(FileError(.notPermitted, "a.lrc"))))
    guard case .failed(let error) = application.state.lyrics.content else { Issue.record("no error"); return }
    #expect(error.code == .notPermitted)
  }

  @Test func lyricsScrollByKeysAndFollowAgainOnEnter() {
    bench.model.play()
    application.perform(.program(.lyrics))
    answer((0..<10).map { "[00:0\($0)]\($0)" }.joined(separator: "\n"))
    #expect(application.layer(LyricsLayer.self)?.firstLine == 0)
    application.perform(.move(.end))
    #expect(application.layer(LyricsLayer.self)?.firstLine == 6)
    application.perform(.move(.up))
    #expect(application.layer(LyricsLayer.self)?.firstLine == 5 && application.coveringLayer is LyricsLayer)
    application.perform(.list(.activate))
    #expect(application.layer(LyricsLayer.self)?.firstLine == 0)
    application.perform(.program(.cancel))
    #expect(application.coveringLayer == nil)
  }
}

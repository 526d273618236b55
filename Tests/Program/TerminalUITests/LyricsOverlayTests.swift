import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing
import TrackTags

@testable import Application
@testable import Player
@testable import TerminalUI

/// The overlay of the lyrics: it searches them for the current track and follows the music.
@MainActor @Suite struct LyricsOverlayTests {
  private let bench = PlayerBench("a", "b")
  private let application: Application
  private let session: ScreenSession
  private final class Requests { var tracks: [TrackLocation] = [] }
  private let requests = Requests()

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    application.state.lyrics.find = { [requests] track, _ in requests.tracks.append(track) }
    var rows = ScreenState.VisibleRows()
    rows.lyrics = 4
    session.show(rows)
  }

  private func answer(_ text: String) {
    application.receive(LyricsResult(requests.tracks[requests.tracks.count - 1], .success(Lyrics(text))))
  }

  @Test func lyricsAreSearchedOnceForEachTrack() throws {
    bench.model.play()
    let first = try #require(bench.model.nowPlaying?.location)
    session.perform(.program(.lyrics))
    #expect(requests.tracks == [first] && session.coveringLayer is LyricsLayer)
    answer("words")
    session.perform(.program(.lyrics))
    session.perform(.program(.lyrics))
    #expect(requests.tracks == [first] && application.state.lyrics.lyrics?.lines.count == 1)
    session.perform(.playback(.next))
    #expect(session.coveringLayer is LyricsLayer)
    #expect(requests.tracks.count == 2 && application.state.lyrics.lyrics == nil)
    // An answer about another track is late.
    application.receive(LyricsResult(first, .success(Lyrics("words"))))
    #expect(application.state.lyrics.lyrics == nil)
  }

  @Test func missingLyricsAndErrorsAreStated() throws {
    bench.model.play()
    session.perform(.program(.lyrics))
    let track = requests.tracks[0]
    application.receive(LyricsResult(track, .success(nil)))
    guard case .found(nil) = application.state.lyrics.content else { Issue.record("not missing"); return }
    application.receive(LyricsResult(track, .failure(FileError(.notPermitted, "a.lrc"))))
    guard case .failed(let error) = application.state.lyrics.content else { Issue.record("no error"); return }
    #expect(error.code == .notPermitted)
  }

  @Test func lyricsScrollByKeysAndFollowAgain() {
    bench.model.play()
    session.perform(.program(.lyrics))
    answer((0..<10).map { "[00:0\($0)]\($0)" }.joined(separator: "\n"))
    #expect(session.layer(LyricsLayer.self)?.firstLine == 0)
    session.perform(.move(.end))
    #expect(session.layer(LyricsLayer.self)?.firstLine == 6)
    session.perform(.move(.up))
    #expect(session.layer(LyricsLayer.self)?.firstLine == 5 && session.coveringLayer is LyricsLayer)
    session.perform(.list(.activate))
    #expect(session.layer(LyricsLayer.self)?.firstLine == 5, "the command of lists does nothing here")
    session.perform(.program(.followLyrics))
    #expect(session.layer(LyricsLayer.self)?.firstLine == 0 && session.shownScreen == .lyrics)
    session.perform(.program(.cancel))
    #expect(session.coveringLayer == nil)
  }
}

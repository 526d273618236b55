import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Items of the queue that are parts of files.
@Suite @MainActor struct SectionItemTests {
  private let section = TrackSection(start: DiscTime(frames: 150), end: DiscTime(frames: 450))

  private let gain = ReplayGain(
    track: ReplayGain.Level(Decibels(-6.5), peak: 0.9), album: ReplayGain.Level(Decibels(2)))

  private func item(_ hint: QueueItem.Hint, length: Double? = 60) -> QueueItem {
    let bench = PlayerBench()
    let id = bench.model.append([(FilePath("album.flac"), hint)])[0]
    var track = TrackInfo(path: FilePath("album.flac"))
    track.title = "The File"
    track.artist = "The Band"
    track.album = "The Album"
    track.trackNumber = 9
    track.genre = "opera"
    track.stream.duration = length
    bench.model.tracksWereRead([(id, track)])
    return bench.model.queue.items[0]
  }

  @Test func thePlaylistKnowsBetterThanTheFile() {
    let item = item(
      QueueItem.Hint(title: "Aria", artist: "A Guest", album: "Disc 2", trackNumber: 4, section: section))
    #expect(item.title == "Aria" && item.artist == "A Guest" && item.duration == 4)
    #expect(item.track?.album == "Disc 2" && item.track?.trackNumber == 4 && item.track?.genre == "opera")
  }

  @Test func genreAndDateAreThoseOfTheSheet() {
    var hint = QueueItem.Hint(title: "Aria", section: section)
    (hint.genre, hint.date) = ("lied", "1883")
    let track = item(hint).track
    #expect(track?.genre == "lied" && track?.genres == ["lied"] && track?.date == "1883")
  }

  @Test func whatThePlaylistDoesNotSayTheFileSays() {
    let last = TrackSection(start: DiscTime(frames: 150))
    let item = item(QueueItem.Hint(section: last))
    #expect(item.title == "album.flac" && item.artist == "The Band" && item.duration == 58)
    #expect(item.track?.album == "The Album" && item.track?.trackNumber == nil)
    #expect(self.item(QueueItem.Hint(title: "Aria")).title == "The File")
  }

  @Test func theTransportIsToldOfTheSectionAndItsGain() {
    let bench = PlayerBench()
    var entry = PlaylistEntry(.file(FilePath("album.flac")))
    (entry.section, entry.replayGain) = (section, gain)
    bench.model.append([(FilePath("album.flac"), QueueItem.Hint(entry))])
    bench.model.play()
    #expect(bench.transport.loaded?.section == section && bench.transport.loaded?.gain == gain)
  }

  @Test func aSessionKeepsTheSection() throws {
    var session = SavedSession()
    var hint = QueueItem.Hint(title: "Aria", album: "Disc 2", trackNumber: 4, section: section)
    (hint.genre, hint.date, hint.gain) = ("lied", "1883", gain)
    session.entries = [SavedSession.Entry(path: FilePath("album.flac"), hint: hint)]
    #expect(try SavedSession(bytes: session.bytes(), subject: "session") == session)
    let text = String(decoding: session.bytes(), as: UTF8.self)
    let wrong = text.replacing("\"end\":450", with: "\"end\":150")
    #expect(try SavedSession(bytes: Array(wrong.utf8), subject: "session").entries[0].hint.section == nil)
  }
}

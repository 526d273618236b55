import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Items of the queue that are parts of files.
@Suite @MainActor struct SectionItemTests {
  private let section = TrackSection(start: DiscTime(frames: 150), end: DiscTime(frames: 450))

  private let gain = ReplayGain(
    track: ReplayGain.Level(Decibels(-6.5), peak: 0.9), album: ReplayGain.Level(Decibels(2)))

  private func item(_ listed: TrackInfo, length: Double? = 60) -> QueueItem {
    let bench = PlayerBench()
    let id = bench.model.append([listed])[0]
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

  @Test func playlistFieldsOverrideTagsForAFilePart() {
    let item = item(
      TrackInfo(
        "album.flac", title: "Aria", artist: "A Guest", album: "Disc 2", number: 4, section: section))
    #expect(item.title == "Aria" && item.artist == "A Guest" && item.duration == 4)
    #expect(item.tags?.album == "Disc 2" && item.tags?.trackNumber == 4 && item.tags?.genre == "opera")
  }

  @Test func genreAndDateOfTheSheetOverrideTheTags() {
    var listed = TrackInfo("album.flac", title: "Aria", section: section)
    (listed.genre, listed.date) = ("lied", "1883")
    let track = item(listed).tags
    #expect(track?.genre == "lied" && track?.genres == ["lied"] && track?.date == "1883")
  }

  @Test func fieldsMissingInThePlaylistComeFromTheFile() {
    let last = TrackSection(start: DiscTime(frames: 150))
    let item = item(TrackInfo("album.flac", section: last))
    #expect(item.title == "album.flac" && item.artist == "The Band" && item.duration == 58)
    #expect(item.tags?.album == "The Album" && item.tags?.trackNumber == nil)
    #expect(self.item(TrackInfo("album.flac", title: "Aria")).title == "The File")
  }

  @Test func sectionAndItsGainAreSentToTheTransport() {
    let bench = PlayerBench()
    var entry = PlaylistEntry(.file(FilePath("album.flac")))
    (entry.section, entry.replayGain) = (section, gain)
    bench.model.append([TrackInfo(entry, at: FilePath("album.flac"))])
    bench.model.play()
    #expect(bench.transport.loaded?.location.section == section && bench.transport.loaded?.gain == gain)
  }

  @Test func sessionKeepsSectionsAndDropsInvalidOnes() throws {
    var session = SavedSession()
    var track = TrackInfo("album.flac", title: "Aria", album: "Disc 2", number: 4, section: section)
    (track.genre, track.date, track.replayGain) = ("lied", "1883", gain)
    session.entries = [track]
    #expect(try SavedSession(bytes: session.bytes(), subject: "session") == session)
    let text = String(decoding: session.bytes(), as: UTF8.self)
    let wrong = text.replacing("\"end\":450", with: "\"end\":150")
    #expect(try SavedSession(bytes: Array(wrong.utf8), subject: "session").entries[0].section == nil)
  }
}

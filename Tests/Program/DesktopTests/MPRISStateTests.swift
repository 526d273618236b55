import Application
import ApplicationTestSupport
import AudioBase
import Player
import PlayerTestSupport
import SystemBase
import Testing

@testable import Desktop
@testable import MusicLibrary

/// What MPRIS shows of the player, and which signals a change requires.
@MainActor @Suite struct MPRISStateTests {
  private let bench = PlayerBench("a.wav", "b.wav", "c.wav")
  private let application: Application
  private let covers = CoverFiles(folder: FilePath("/music"), main: .idle) { _ in nil }

  init() { application = Application(model: bench.model) }

  private var state: MPRISState { MPRISState(application, covers, folder: FilePath("/music")) }

  @Test func theStateOfThePlayerHasTheNamesOfTheSpecification() throws {
    #expect(state.player["PlaybackStatus"] == .string("Stopped"))
    bench.model.play()
    bench.begin(0, at: 0, of: 100)
    #expect(state.player["PlaybackStatus"] == .string("Playing"))
    // During a seek, music that will go on counts as playing.
    bench.model.seek(to: 40)
    #expect(state.player["PlaybackStatus"] == .string("Playing"))
    bench.model.pause()
    #expect(state.player["PlaybackStatus"] == .string("Paused"))
    let metadata = try #require(state.player["Metadata"]?.members)
    #expect(metadata["mpris:trackid"] == .path("/org/drumdub/track/1"))
    #expect(metadata["xesam:url"] == .string("file:///music/a.wav"))
    #expect(metadata["xesam:title"] == .string("a.wav"))
  }

  @Test func ordersOfAlbumsHaveTheNearestValues() {
    bench.model.setShuffle(.albums)
    bench.model.setRepeat(.album)
    #expect(state.player["Shuffle"] == .boolean(true) && state.player["LoopStatus"] == .string("Playlist"))
    #expect(MPRISState.repeatMode("Playlist") == .all)
    application.setShuffled(true)
    #expect(bench.model.queue.shuffleMode == .albums)
    application.setShuffled(false)
    #expect(bench.model.queue.shuffleMode == .off)
  }

  @Test func stalledStreamIsReportedAsPausedAndBuffering() throws {
    let bench = PlayerBench("http://radio.example/live")
    let application = Application(model: bench.model)
    var state: MPRISState { MPRISState(application, covers, folder: FilePath("/music")) }
    func comment() -> BusValue? { state.player["Metadata"]?.members?["xesam:comment"] }
    bench.model.play()
    bench.begin(0, of: 1e6)
    #expect(state.player["PlaybackStatus"] == .string("Playing") && comment() == nil)
    bench.emit(.moved(bench.id(0), bench.anchor(8, rate: 0)))
    #expect(state.player["PlaybackStatus"] == .string("Paused") && comment() == .strings(["buffering"]))
  }

  @Test func fileOfAServerCanBeSoughtAndHasItsPictureButNoPassword() throws {
    let bench = PlayerBench("http://u:secret@files.example/a.mp3")
    let application = Application(model: bench.model)
    var state: MPRISState { MPRISState(application, covers, folder: FilePath("/music")) }
    #expect(state.player["CanSeek"] == .boolean(false))
    bench.emit(.opened(bench.id(0), bench.format(12)))
    let tags = TrackInfo(bench.model.queue.items[0].location)
    bench.emit(.stream(bench.id(0), .tagged(tags, cover: FilePath("/c.png"))))
    #expect(state.player["CanSeek"] == .boolean(true))
    let metadata = try #require(state.player["Metadata"]?.members)
    #expect(metadata["xesam:url"] == .string("http://files.example/a.mp3"))
    #expect(
      metadata["mpris:artUrl"] == .string("file:///c.png") && metadata["mpris:length"] == .int64(12_000_000))
  }

  @Test func onlyTheChangedPropertyIsAnnounced() {
    let before = state
    bench.model.setVolume(Decibels(-60))
    #expect(
      before.signals(to: state) == [
        .properties(MPRIS.player, ["Volume": .double(0.013053)], invalidated: [])
      ])
    let muted = state
    bench.model.toggleMute()
    #expect(
      muted.signals(to: state) == [.properties(MPRIS.player, ["Volume": .double(0)], invalidated: [])])
    #expect(state.signals(to: state).isEmpty)
  }

  @Test func thePositionIsNeverAmongTheChanges() {
    bench.model.play()
    bench.begin(0)
    let before = state
    bench.pass(seconds: 10)
    #expect(before.signals(to: state).isEmpty)
    #expect(state.player["Position"] == nil)
  }

  @Test func changeOfTrackAnnouncesMetadataAndCanGoNext() {
    bench.model.play(bench.id(1))
    let before = state
    bench.model.play(bench.id(2))
    guard case .properties(MPRIS.player, let changed, _)? = before.signals(to: state).first else {
      Issue.record("no change of properties")
      return
    }
    #expect(Set(changed.keys) == ["Metadata", "CanGoNext"])
    #expect(changed["CanGoNext"] == .boolean(false))
    bench.model.setRepeat(.all)
    #expect(state.player["CanGoNext"] == .boolean(true))
    #expect(state.player["LoopStatus"] == .string("Playlist"))
  }

  @Test func addedRemovedAndMovedTracksAreAnnounced() {
    let before = state
    bench.model.append([TrackInfo(path: FilePath("d.wav"))])
    let added = state.tracks[3]
    #expect(
      before.signals(to: state) == [
        .added(added, after: bench.id(2)), .properties(MPRIS.trackList, [:], invalidated: ["Tracks"]),
      ])
    let longer = state
    let second = bench.id(1)
    bench.model.remove([second])
    #expect(
      longer.signals(to: state) == [
        .removed(second), .properties(MPRIS.trackList, [:], invalidated: ["Tracks"]),
      ])
    let rest = state
    bench.model.move([bench.id(0)], .end)
    #expect(
      rest.signals(to: state).contains(
        .tracksReplaced(state.tracks.map(\.id), current: state.current)))
  }

  @Test func newTagsOfAListedTrackAreAnnounced() {
    let before = state
    var track = TrackInfo(path: FilePath("b.wav"))
    track.title = "Bee"
    bench.model.tracksWereRead([(bench.id(1), track)])
    #expect(before.signals(to: state) == [.metadata(state.tracks[1])])
  }

  @Test(arguments: [(0, nil, 0..<0), (200, 150, 0..<200), (1_000, 0, 0..<200), (1_000, 999, 800..<1_000)])
  func longQueueIsListedAroundTheCurrentTrack(count: Int, current: Int?, expected: Range<Int>) {
    #expect(MPRISState.listed(count: count, current: current) == expected)
    for index in 0..<count { #expect(MPRISState.listed(count: count, current: index).contains(index)) }
  }

  @Test func changedPlaylistsAndTheirCountAreAnnounced() {
    var (before, after) = (MPRISState(), MPRISState())
    before.playlists = [SavedPlaylist(id: 1, name: "one", entryCount: 1)]
    after.playlists = [
      SavedPlaylist(id: 1, name: "uno", entryCount: 1), SavedPlaylist(id: 2, name: "two", entryCount: 1),
    ]
    #expect(
      before.signals(to: after) == [
        .playlist(after.playlists[0]),
        .properties(MPRIS.playlists, ["PlaylistCount": .uint32(2)], invalidated: []),
      ])
  }
}

import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// Streams of the network in the player.
@MainActor @Suite struct PlayerStreamTests {
  private static let address = "http://radio.example/live"

  private func playing() -> PlayerBench {
    let bench = PlayerBench(PlayerStreamTests.address, "b")
    bench.model.play()
    bench.begin(0)
    _ = bench.transport.take()
    _ = bench.events()
    return bench
  }

  @Test func streamTitleIsShownWithTheStationAsArtist() {
    let bench = playing()
    bench.emit(.stream(bench.id(0), .connecting))
    #expect(bench.model.nowPlaying?.title == PlayerStreamTests.address)
    bench.emit(.stream(bench.id(0), .named("FM")))
    #expect(bench.model.nowPlaying?.title == "FM")
    bench.emit(.stream(bench.id(0), .titled("A - B")))
    #expect(bench.model.nowPlaying?.title == "A - B" && bench.model.nowPlaying?.artist == "FM")
    #expect(bench.notices().contains(.stream(bench.id(0), name: "FM", .titled("A - B"))))
    #expect(bench.model.session.entries[0].title == nil)
  }

  @Test func partOfAChainedFileHasItsOwnTitleAndArtist() {
    let bench = PlayerBench("a.ogg", "b")
    bench.model.play()
    bench.begin(0)
    _ = bench.events()
    bench.emit(.stream(bench.id(0), .part(title: "One", artist: "A")))
    #expect(bench.model.nowPlaying?.title == "One" && bench.model.nowPlaying?.artist == "A")
    bench.emit(.stream(bench.id(0), .part(title: "Two", artist: nil)))
    #expect(bench.model.nowPlaying?.title == "Two" && bench.model.nowPlaying?.artist == nil)
    #expect(bench.notices().contains(.stream(bench.id(0), name: "a.ogg", .part(title: "Two", artist: nil))))
    #expect(bench.model.session.entries[0].title == nil)
  }

  @Test func aLostConnectionIsReported() {
    let bench = playing()
    bench.emit(.stream(bench.id(0), .interrupted(.broken)))
    bench.emit(.stream(bench.id(0), .resumed))
    bench.emit(.brokeOff(bench.id(0), .broken))
    let name = PlayerStreamTests.address
    #expect(
      bench.notices() == [
        .stream(bench.id(0), name: name, .interrupted(.broken)), .stream(bench.id(0), name: name, .resumed),
        .streamEnded(bench.id(0), name: name, .broken),
      ])
  }

  @Test func streamIsBufferingUntilHeardAndWhileStalled() {
    let bench = PlayerBench(PlayerStreamTests.address)
    bench.model.play()
    #expect(bench.model.playbackState == .buffering && bench.model.phase.isPlaying)
    bench.begin(0, of: 1e6)
    #expect(bench.model.playbackState == .playing)
    bench.pass(seconds: 8)
    bench.emit(.moved(bench.id(0), bench.anchor(8, rate: 0)))
    #expect(bench.model.playbackState == .buffering && bench.model.elapsed == 8)
    bench.emit(.moved(bench.id(0), bench.anchor(8)))
    #expect(bench.states() == [.buffering, .playing, .buffering, .playing])
    bench.model.pause()
    bench.emit(.moved(bench.id(0), bench.anchor(9, rate: 0)))
    #expect(bench.states() == [.paused])
  }

  @Test func aStalledStreamWhoseConnectionIsLostIsReconnecting() {
    let bench = PlayerBench(PlayerStreamTests.address)
    bench.model.play()
    bench.emit(.stream(bench.id(0), .connecting))
    bench.begin(0, of: 1e6)
    bench.emit(.stream(bench.id(0), .interrupted(.broken)))
    #expect(bench.model.playbackState == .playing, "what has arrived is still heard")
    bench.emit(.moved(bench.id(0), bench.anchor(8, rate: 0)))
    #expect(bench.model.playbackState == .reconnecting)
    bench.emit(.stream(bench.id(0), .resumed))
    #expect(bench.model.playbackState == .buffering)
    bench.emit(.moved(bench.id(0), bench.anchor(8)))
    #expect(bench.states() == [.buffering, .playing, .reconnecting, .buffering, .playing])
  }

  @Test func theFailureOfTheLastStreamIsReportedAfterTheStop() {
    let bench = PlayerBench("a", PlayerStreamTests.address)
    bench.model.play(bench.id(1))
    _ = bench.events()
    bench.emit(.failed(bench.id(1), .broken))
    let told = bench.events()
    let failure = PlayerEvent.notice(
      .trackFailed(bench.id(1), title: PlayerStreamTests.address, .broken))
    #expect(told.last == failure && told.contains(.state(.stopped)))
  }

  @Test func seekInAStreamIsRefused() {
    let bench = playing()
    bench.model.seek(to: bench.model.elapsed + 5)
    #expect(bench.transport.take().isEmpty && bench.notices() == [.streamCannotSeek(bench.id(0))])
    #expect(bench.model.playbackState == .playing)
  }

  /// A file of a server, which is playing.
  private func playingFile() -> PlayerBench {
    let bench = PlayerBench("http://u:secret@files.example/a.mp3", "b")
    bench.model.play()
    bench.emit(.stream(bench.id(0), .connecting))
    bench.emit(.opened(bench.id(0), bench.format(100)))
    bench.begin(0)
    _ = bench.transport.take()
    _ = bench.events()
    return bench
  }

  @Test func fileOfAServerHasALengthAndIsSought() {
    let bench = playingFile()
    #expect(bench.model.duration == 100 && bench.model.nowPlaying?.isStream == false)
    bench.model.seek(to: 50)
    #expect(bench.transport.take() == [.seek(50)] && bench.notices().isEmpty)
    bench.emit(.moved(bench.id(0), bench.anchor(50)))
    bench.emit(.moved(bench.id(0), bench.anchor(50, rate: 0)))
    #expect(bench.model.playbackState == .buffering)
    bench.emit(.moved(bench.id(0), bench.anchor(50)))
    #expect(bench.model.playbackState == .playing && bench.model.elapsed == 50)
  }

  @Test func tagsAndPictureOfAFileOfAServerAreShownWithoutItsPassword() throws {
    let bench = playingFile()
    #expect(bench.model.nowPlaying?.title == "http://files.example/a.mp3")
    var tags = TrackInfo(try #require(bench.model.nowPlaying?.location))
    (tags.title, tags.artist, tags.album) = ("Flower Duet", "Delibes", "Lakmé")
    bench.emit(.stream(bench.id(0), .tagged(tags, cover: FilePath("/c.png"))))
    let item = try #require(bench.model.nowPlaying)
    #expect(item.title == "Flower Duet" && item.artist == "Delibes" && item.tags?.album == "Lakmé")
    #expect(item.cover == FilePath("/c.png") && bench.notices().isEmpty)
    bench.emit(.stream(bench.id(0), .replaced))
    #expect(bench.notices() == [.stream(bench.id(0), name: "Flower Duet", .replaced)])
  }

  @Test func fileOfAServerContinuesAfterARestartWhereItWasLeft() {
    let bench = playingFile()
    bench.pass(seconds: 30)
    let saved = bench.model.session
    #expect(saved.position == 30)
    let next = PlayerBench()
    next.model.restore(saved, playing: false)
    #expect(next.transport.take().isEmpty && next.model.elapsed == 30)
    #expect(next.model.session.position == 30)
    next.model.seek(to: 35)
    next.model.play()
    let load = next.transport.take().first
    #expect(load == .load("http://u:secret@files.example/a.mp3", at: 35, playing: true))
    // It is a stream now.
    next.emit(.opened(next.id(0), next.format(nil)))
    #expect(next.model.nowPlaying?.isStream == true && next.model.session.position == 0)
  }

  @Test func restoredStreamConnectsOnlyOnPlay() {
    let saved = playing().model.session
    let bench = PlayerBench()
    bench.model.restore(saved, playing: false)
    #expect(bench.transport.take().isEmpty && bench.model.playbackState == .paused)
    #expect(bench.model.nowPlaying?.location.address?.text == PlayerStreamTests.address)
    bench.model.play()
    #expect(bench.transport.take().first == .load(PlayerStreamTests.address, at: 0, playing: true))
  }

  @Test(arguments: [
    ("http://a", "a"), ("HTTPS://u:p@b.example:8000/x?y#z", "b.example"), (" http://[::1]:80/ ", "::1"),
  ])
  func streamAddressYieldsItsHost(text: String, host: String) {
    #expect(StreamAddress(text)?.host == host)
  }

  @Test(arguments: [
    ("http://a", "/", 80), ("https://b.example", "/", 443),
    ("http://b:8000/x%20y/é?q=1#z", "/x%20y/%C3%A9?q=1", 8_000),
    ("http://[::1]:81?q", "/?q", 81), ("http://u:p@[::1]/a@b", "/a@b", 80),
  ])
  func addressYieldsWhatIsRequestedOfWhichPort(text: String, target: String, port: Int) {
    let address = StreamAddress(text)
    #expect(address?.target == target && address?.port == port)
  }

  @Test(arguments: [
    ("/c", "http://u:p@a.example:81/c"), ("c?d", "http://u:p@a.example:81/x/c?d"),
    ("?d", "http://u:p@a.example:81/x/y?d"), ("//b.example/c", "http://b.example/c"),
    ("https://b.example", "https://b.example"), ("file:///c", nil), ("ftp://b.example/c", nil),
  ])
  func referenceIsResolvedToAnAddress(reference: String, address: String?) {
    let base = StreamAddress("http://u:p@a.example:81/x/y?q=/z#f")
    #expect(base?.resolving(reference)?.text == address)
    #expect(base?.shown == "http://a.example:81/x/y?q=/z#f" && base?.credentials == "u:p")
    #expect(StreamAddress.shown("rtsp://u:p@a/b@c") == "rtsp://a/b@c")
    #expect(StreamAddress.shown("a@b://") == "a@b://")
  }

  @Test(arguments: ["/a/http://b", "http:/a", "http://", "http:///a", "ftp://a", "http://a b", "h", ""])
  func textsOtherThanHTTPAddressesAreRefused(text: String) {
    #expect(StreamAddress(text) == nil)
  }
}

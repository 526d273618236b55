import AudioBase
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Player

/// The loudness of tracks on its way to the transport: with the track where it is known, behind it where it is not.
@Suite @MainActor struct PlayerGainTests {
  private typealias Told = FakeTransport.Gain
  private static let quiet = ReplayGain(track: ReplayGain.Level(Decibels(-6)))
  private static let loud = ReplayGain(track: ReplayGain.Level(Decibels(3)))

  private func track(_ path: String, _ gain: ReplayGain?) -> TrackInfo {
    var track = TrackInfo(path: FilePath(path))
    track.replayGain = gain
    return track
  }

  /// A player whose tags are read, and whose index is asked.
  private func bench(hasIndex: Bool = false) -> PlayerBench {
    let bench = PlayerBench("a", "b")
    bench.model.tracks.readsTags = true
    if hasIndex { bench.model.tracks.findGain = { _ in } }
    return bench
  }

  @Test func knownGainsAreSentWithTheTrackAndItsSuccessor() {
    let bench = bench()
    bench.model.tracksWereRead([
      (bench.id(0), track("a", Self.quiet)), (bench.id(1), track("b", Self.loud)),
    ])
    bench.model.play()
    #expect(bench.transport.loaded?.gain == Self.quiet && bench.transport.awaitsGain == false)
    #expect(bench.transport.followed?.gain == Self.loud)
    #expect(bench.transport.gains.isEmpty)
  }

  @Test func gainsReadAfterLoadingAreSentLater() {
    let bench = bench()
    bench.model.play()
    #expect(bench.transport.loaded?.gain == nil && bench.transport.awaitsGain == true)
    bench.model.tracksWereRead([(bench.id(1), track("b", Self.loud)), (bench.id(0), track("a", nil))])
    #expect(
      bench.transport.gains == [
        Told(item: bench.id(1), gain: Self.loud, isFinal: true),
        Told(item: bench.id(0), gain: nil, isFinal: true),
      ])
  }

  @Test func gainOfTheIndexIsAwaitedIfTheTagsHaveNone() {
    let bench = bench(hasIndex: true)
    bench.model.play()
    bench.model.tracksWereRead([(bench.id(0), track("a", nil))])
    bench.model.gainWasFound(Self.quiet, of: bench.id(0))
    #expect(
      bench.transport.gains == [
        Told(item: bench.id(0), gain: nil, isFinal: false),
        Told(item: bench.id(0), gain: Self.quiet, isFinal: true),
      ])
  }

  @Test func gainPrefersTagsThenIndexThenPlaylist() {
    let bench = bench(hasIndex: true)
    var listed = TrackInfo("c")
    listed.replayGain = Self.loud
    let id = bench.model.append([listed])[0]
    #expect(bench.model.queue[id]?.gain == Self.loud)
    bench.model.gainWasFound(Self.quiet, of: id)
    #expect(bench.model.queue[id]?.gain == Self.quiet)
    let own = ReplayGain(track: ReplayGain.Level(Decibels(-1)))
    bench.model.tracksWereRead([(id, track("c", own))])
    #expect(bench.model.queue[id]?.gain == own)
  }

  @Test func gainOfAFilePartPrefersIndexAndPlaylistToTags() throws {
    let bench = bench(hasIndex: true)
    var listed = TrackInfo("c", section: try #require(TrackSection(start: DiscTime(frames: 75), end: nil)))
    listed.replayGain = Self.loud
    let id = bench.model.append([listed])[0]
    bench.model.tracksWereRead([(id, track("c", Self.quiet))])
    #expect(bench.model.queue[id]?.gain == Self.loud)
    bench.model.gainWasFound(Self.quiet, of: id)
    #expect(bench.model.queue[id]?.gain == Self.quiet)
  }

  @Test func theSessionKeepsTheGains() {
    let bench = bench()
    bench.model.tracksWereRead([(bench.id(0), track("a", Self.quiet))])
    let session = bench.model.session
    let other = PlayerBench()
    other.model.tracks.readsTags = true
    other.model.restore(session, playing: true)
    #expect(other.transport.loaded?.gain == Self.quiet && other.transport.awaitsGain == false)
  }

  @Test func gainOfATrackNotLoadedIsNotSent() {
    let bench = bench()
    bench.add(["c"])
    bench.model.play()
    bench.model.tracksWereRead([(bench.id(2), track("c", Self.quiet))])
    #expect(bench.transport.gains.isEmpty)
  }
}

import AudioBase
import Dubbing
import SystemBase
import Testing

/// The lanes of parts of a song: the gains that they have over the track, and exports with them.
@Suite struct SongPartLanesTests {
  private let drumsGain = "song/drums/gain"

  private func lane(
    _ address: String, _ points: KeyValuePairs<Int, Double>, _ shape: Lane.Shape = .steps, layer: Int? = nil
  ) -> Lane {
    Lane(Lane.ID(address, layer: layer), points.map { Lane.Point($0.key, $0.value) }, shape: shape)
  }

  private let parts = SongParts([SongPart("drums", FilePath("d")), SongPart("music", nil)])

  private func course(_ lanes: [Lane], _ song: Song = Song()) -> PartCourse? {
    song.heard(parts, SongPartLanes(lanes, rate: .standard)).course
  }

  private func take(_ lanes: [Lane]) -> Take {
    var take = ExportBench.take()
    take.setLanes(lanes)
    return take
  }

  @Test func gainsFollowTheLanesOfAllValues() {
    var song = Song()
    song.partLevels = ["music": SongPartLevel(gain: Decibels(-6))]
    let half = Decibels(-6).factor
    let found = course([lane(drumsGain, [1_000: -6]), lane("song/drums/mute", [2_000: 1, 3_000: 0])], song)
    #expect(found?.frames == [0, 1_000, 1_480, 2_000, 2_480, 3_000, 3_480])
    #expect(found?.gains.map { $0[0] } == [1, 1, half, half, 0, 0, half])
    #expect(found?.gains.allSatisfy { $0[1] == half } == true)
  }

  @Test func soloOfAPartSilencesTheOthers() {
    let found = course([lane("song/drums/solo", [0: 1, 1_000: 0])])
    #expect(found?.frames == [0, 1_000, 1_480] && found?.gains == [[1, 0], [1, 0], [1, 1]])
  }

  @Test func linesMoveEvenly() throws {
    let found = try #require(course([lane(drumsGain, [0: 0, 48_000: -20], .lines)]))
    #expect(found.frames.last == 48_480 && found.gains.last?[0] == Decibels(-20).factor)
    let middle = try #require(found.frames.firstIndex { $0 >= 24_480 })
    #expect(abs(found.gains[middle][0] - Decibels(-10).factor) < 0.01)
  }

  @Test func lanesOfOtherValuesAndPartsMoveNothing() {
    #expect(SongPartLanes([lane("music/gain", [0: -6]), lane("song/x", [0: 1])], rate: .standard) == nil)
    #expect(course([lane("song/vocals/gain", [0: -6])]) == nil)
    #expect(take([lane("music/gain", [0: -6])]).songPartLanes == nil)
  }

  @Test func lanesOfATakeBeginWithTheLevelsOfItsRecording() throws {
    var take = take([lane(drumsGain, [24_000: 0])])
    take.songParts = ["drums": SongPartLevel(gain: Decibels(-20))]
    var song = Song()
    song.partLevels = ["drums": SongPartLevel(isMuted: true)]
    let found = song.heard(parts, take.songPartLanes).course
    // The mute is that of the song, since no lane moves it.
    #expect(found?.gains == [[0, 1]])
    song.partLevels = ["drums": SongPartLevel(gain: Decibels(3))]
    let gains = try #require(song.heard(parts, take.songPartLanes).course?.gains)
    #expect(gains.map { $0[0] } == [Decibels(-20).factor, Decibels(-20).factor, 1])
  }

  @Test func levelsOfTheRecordingAreComparedWithoutThoseOfLanes() {
    var mixer = TakeMixer()
    mixer.songParts = ["drums": SongPartLevel(gain: Decibels(-20))]
    #expect(!mixer.hasSongParts([:]) && mixer.hasSongParts([:], ignoring: [drumsGain]))
    #expect(mixer.hasSongParts(mixer.songParts))
    #expect(!mixer.hasSongParts(["drums": SongPartLevel(isMuted: true)], ignoring: [drumsGain]))
  }

  @Test func gainOfAPartIsMultipliedOverTheTrack() {
    var heard = Song().heard(parts, SongPartLanes([lane(drumsGain, [1_000: -6])], rate: .standard))
    heard.amplify("drums", by: 0.5)
    heard.amplify("vocals", by: 0.5)
    #expect(heard.gains == [0.5, 1])
    #expect(heard.course?.gains == [[0.5, 1], [0.5, 1], [0.5 * Decibels(-6).factor, 1]])
  }

  @Test func laneOfALayerThatIsMutedIsNotHeard() {
    var take = take([lane(drumsGain, [0: -6], layer: 1)])
    #expect(take.songPartLanes != nil)
    take.change(1) { $0.isMuted = true }
    #expect(take.songPartLanes == nil)
  }

  // MARK: Exports

  /// An export in which the part that is the track itself is mute from frame 12,000 to 36,000.
  private var bench: ExportBench {
    var bench = ExportBench(take([lane("song/all/mute", [12_000: 1, 36_000: 0])]))
    bench.change = { export in
      export.levels.pads = .silence
      let parts = SongParts([SongPart("all", FilePath("music")), SongPart("rest", nil)])
      export.parts = Song().heard(parts, export.take.songPartLanes)
    }
    return bench
  }

  private func difference(_ one: [Frame], _ other: [Frame], in range: Range<Int>) -> Double {
    ExportBench.difference(Array(one[range]), Array(other[range]))
  }

  @Test func exportHasThePartsAtTheFramesOfTheirLanes() throws {
    let mix = try bench.mix()
    let music = ExportBench.music
    #expect(difference(mix, music, in: 0..<12_001) == -.infinity)
    #expect(mix[12_480...36_000].allSatisfy { $0 == .zero })
    #expect(difference(mix, music, in: 36_480..<48_000) == -.infinity)
    let fading = (12_000..<12_480).map { music[$0] * (1 - Float($0 - 12_000) / 480) }
    #expect(ExportBench.difference(Array(mix[12_000..<12_480]), fading) < -110)
  }

  @Test func rangeOfAnExportEqualsThatPartOfTheWhole() throws {
    var bench = bench
    let whole = try bench.mix()
    bench.change = { [change = bench.change] in
      change(&$0)
      $0.range = TakeExport.Range(start: 0.25, end: 0.75)
    }
    #expect(ExportBench.difference(try bench.mix(), Array(whole[12_000..<36_000])) == -.infinity)
  }

  @Test func lanesOfPartsThatTheSongDoesNotHaveAreUnknown() {
    var bench = bench
    #expect(bench.export.unknownLanes.isEmpty)
    bench.change = { _ in }
    #expect(bench.export.unknownLanes == ["song/all/mute"])
  }
}

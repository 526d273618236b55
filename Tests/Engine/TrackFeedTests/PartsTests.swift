import AudioBase
import AudioFiles
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// Tracks that are heard as a sum of their parts.
@Suite struct PartsTests {
  static let music = signal(250_000, seed: 1)
  static let drums = signal(250_000, seed: 2)
  static let withoutDrums = zip(music, drums).map { $0 - $1 }

  static func signal(_ count: Int, seed: Int) -> [Frame] {
    (0..<count).map { index in
      let value = (index * 7_919 + index / 31 * seed * 811 + seed * 104_729) % 2_003 - 1_001
      return Frame(Float(value) / 4_004, Float(-value) / 8_008)
    }
  }

  let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
  let track = TrackLocation(path: FilePath("a"))
  var ring: RingReader<Frame> { engine.control.stream.frames.reader }

  func filler(
    _ tracks: [String: [Frame]]? = nil, rate: SampleRate = .standard, crossfade: Double = 0,
    report: @escaping (FeederReport) -> Void = { _ in }
  ) -> StreamFiller {
    StreamFiller(
      engine: engine.control,
      decoders: PartDecoders(tracks: tracks ?? ["a": PartsTests.music, "d": PartsTests.drums], rate: rate),
      converters: SampleRateConverterMaker(), crossfade: crossfade, report: report)
  }

  func parts(_ gains: Float..., offset: Int = 0) -> SongParts {
    var parts = SongParts([SongPart("drums", FilePath("d"), offset: offset), SongPart("music", nil)])
    if !gains.isEmpty { parts.gains = gains }
    return parts
  }

  func item(_ name: String = "a", id: UInt64 = 1) -> StreamItem {
    StreamItem(id: StreamID(id), location: TrackLocation(path: FilePath(name)))
  }

  func fillUp(_ filler: StreamFiller) { while filler.fill() == .more {} }

  func fed(_ range: Range<Int>) -> [Frame] { range.map(ring.peek) }

  // MARK: Exact

  @Test(arguments: [48_000, 44_100]) func atUnityTheSoundIsTheFilesToTheBit(rate: Int) {
    let plain = PartsTests()
    let (one, other) = (filler(rate: SampleRate(rate)), plain.filler(rate: SampleRate(rate)))
    one.handle(.setParts(parts(), of: track))
    for filler in [one, other] {
      filler.handle(.load(item(), at: 0.5, generation: 1))
      filler.handle(.setLoop(StreamLoop(stream: StreamID(1), frames: 30_000..<60_000)))
    }
    fillUp(one)
    plain.fillUp(other)
    #expect(ring.available > 90_000 && ring.available == plain.ring.available)
    #expect(fed(0..<ring.available) == plain.fed(0..<ring.available))
  }

  @Test func aPartThatIsOffIsMissingFromTheFirstFrameAndAfterASeek() {
    let filler = filler()
    filler.handle(.setParts(parts(0, 1), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(fed(0..<90_000) == Array(PartsTests.withoutDrums[..<90_000]))
    filler.handle(.load(item(), at: 4, generation: 2))
    ring.drop(ring.available)
    fillUp(filler)
    #expect(fed(0..<50_000) == Array(PartsTests.withoutDrums[192_000..<242_000]))
  }

  @Test func aPartAloneIsHeardAsItsFile() {
    let filler = filler()
    filler.handle(.setParts(parts(1, 0), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(fed(0..<50_000) == Array(PartsTests.drums[..<50_000]))
  }

  @Test func filesWithoutARestReplaceTheTrackUnlessAllAreAsInIt() {
    let filler = filler(["a": PartsTests.music, "d": PartsTests.drums, "v": PartsTests.withoutDrums])
    var stems = SongParts([SongPart("drums", FilePath("d")), SongPart("vocals", FilePath("v"))])
    filler.handle(.setParts(stems, of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(fed(0..<90_000) == Array(PartsTests.music[..<90_000]))
    stems.gains = [0, 0.5]
    filler.handle(.setParts(stems, of: track))
    #expect(fed(1_600..<90_000) == PartsTests.withoutDrums[1_600..<90_000].map { $0 * 0.5 })
  }

  @Test func partsMayBeSoundTracksOfOneFile() {
    let filler = filler(["a": PartsTests.music, "s 1": PartsTests.drums, "s 2": PartsTests.withoutDrums])
    var stems = SongParts(
      [1, 2].map { (number: Int) in SongPart("track \(number)", FilePath("s"), soundTrack: number) })
    stems.gains = [0, 1]
    filler.handle(.setParts(stems, of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(fed(0..<50_000) == Array(PartsTests.withoutDrums[..<50_000]))
  }

  @Test(arguments: [-1_000, 1_000]) func aFileThatBeginsElsewhereIsHeardAtItsPlace(offset: Int) {
    let shifted =
      offset > 0
      ? Array(PartsTests.drums[offset...]) : [Frame](repeating: .zero, count: 1_000) + PartsTests.drums
    let filler = filler(["a": PartsTests.music, "d": shifted])
    filler.handle(.setParts(parts(0, 1, offset: offset), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(fed(max(offset, 0)..<50_000) == Array(PartsTests.withoutDrums[max(offset, 0)..<50_000]))
    if offset > 0 { #expect(fed(0..<offset) == Array(PartsTests.music[..<offset])) }
  }

  @Test func recordedSoundIsHeardWhateverTheLevelsAre() {
    let clips = TrackClips()
    let tracks = ["a": PartsTests.music, "d": PartsTests.drums, "c": PartsTests.signal(20_000, seed: 3)]
    clips.set(
      [TrackClip(path: FilePath("c"), start: 1_000, frames: 20_000, sampleRate: .standard)], of: track)
    let filler = StreamFiller(
      engine: engine.control, decoders: PartDecoders(tracks: tracks, rate: .standard),
      converters: SampleRateConverterMaker(), clips: clips
    ) { _ in }
    filler.handle(.setParts(parts(1, 0), of: track))
    filler.handle(.load(item(), at: 0.1, generation: 1))
    fillUp(filler)
    let clip = PartsTests.signal(20_000, seed: 3)
    let differences = (0..<40_000).map { index in
      let recorded = index < 16_200 ? clip[index + 3_800].x : 0
      return abs(ring.peek(index).x - PartsTests.drums[index + 4_800].x - recorded)
    }
    #expect(differences.max() ?? 1 < 1e-6)
  }

  // MARK: Changes while it plays

  @Test func aLevelIsHeardWithinTenMillisecondsAndReachedWithoutAStep() {
    let filler = filler()
    filler.handle(.setParts(parts(), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    ring.drop(4_800)
    filler.handle(.setParts(parts(0, 1), of: track))
    // What the audio thread may be reading stays; 480 frames later the level is reached.
    #expect(fed(0..<480) == Array(PartsTests.music[4_800..<5_280]))
    #expect(fed(960..<90_000) == Array(PartsTests.withoutDrums[5_760..<94_800]))
    for index in 480..<960 {
      let share = Float(index - 480) / 480
      let wanted = PartsTests.music[4_800 + index] - PartsTests.drums[4_800 + index] * share
      #expect(abs(ring.peek(index).x - wanted.x) < 1e-6)
    }
    // Back again before it is reached: from where it is.
    ring.drop(240)
    filler.handle(.setParts(parts(), of: track))
    #expect(fed(960..<90_000) == Array(PartsTests.music[6_000..<95_040]))
    let half = PartsTests.music[5_520] - PartsTests.drums[5_520] * 0.5
    #expect(abs(ring.peek(480).x - half.x) < 1e-6)
    fillUp(filler)
    #expect(fed(960..<100_000) == Array(PartsTests.music[6_000..<105_040]))
  }

  /// The changes that the engine reports with the next block.
  private func reported() -> [AutomationChange] {
    _ = OfflineDevice(engine).render(FrameCount(256))
    var changes: [AutomationChange] = []
    while let event = engine.events.next() {
      if case .automation(let change) = event { changes.append(change) }
    }
    return changes
  }

  @Test func changeIsReportedWithTheFrameFromWhichOnItIsHeard() {
    let filler = filler()
    filler.handle(.setParts(parts(), of: track))
    filler.handle(.load(item(), at: 1, generation: 1))
    fillUp(filler)
    ring.drop(4_800)
    filler.handle(.setParts(parts(0, 1), of: track, reporting: [PartChange(address: 3, value: 1)]))
    #expect(fed(0..<481) == Array(PartsTests.music[52_800..<53_281]))
    #expect(ring.peek(481) != PartsTests.music[53_281])
    let changes = reported()
    #expect(changes.map(\.address) == [3] && changes.map(\.value) == [1])
    #expect(changes.map(\.trackFrame) == [53_280])
  }

  @Test func changeOfPartsThatAreOpenedIsReportedWithTheirFirstFrame() {
    let filler = filler()
    filler.handle(.load(item(), at: 0, generation: 1))
    for _ in 0..<8 { _ = filler.fill() }
    let place = ring.available
    filler.handle(.setParts(parts(0, 1), of: track, reporting: [PartChange(address: 0, value: 1)]))
    #expect(reported().map(\.trackFrame) == [place])
  }

  @Test func aLevelDoesNotChangeWhatTheStretcherHasTaken() {
    let filler = filler()
    filler.handle(.setParts(parts(), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    engine.control.stream.stretch.state.pointee.taken.store(20_000, ordering: .relaxed)
    filler.handle(.setParts(parts(0, 1), of: track))
    #expect(fed(0..<21_024) == Array(PartsTests.music[..<21_024]))
    #expect(fed(21_504..<90_000) == Array(PartsTests.withoutDrums[21_504..<90_000]))
  }

  @Test func theStretcherStatesWhatItHasTaken() throws {
    let filler = filler()
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    try StretchFiller(engine: engine.control, makers: TimeStretcherMaker()).work(speed: 0.5)
    let taken = engine.control.stream.stretch.state.pointee.taken.load(ordering: .relaxed)
    #expect(taken > 0 && taken <= ring.available)
  }

  @Test func roundsOfALoopHaveTheLevelsOfTheParts() {
    let filler = filler()
    filler.handle(.setParts(parts(), of: track))
    filler.handle(.setLoop(StreamLoop(stream: StreamID(1), frames: 5_000..<10_000)))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    filler.handle(.setParts(parts(0, 1), of: track))
    // The last 240 frames of a round are a crossfade.
    for start in stride(from: 5_000, to: 80_000, by: 5_000) {
      #expect(fed(start..<(start + 4_760)) == Array(PartsTests.withoutDrums[5_000..<9_760]))
    }
    // The crossfade of a sum is the sum of crossfades.
    #expect(fed(14_760..<15_000) == fed(64_760..<65_000))
  }

  @Test func partsThatComeWhileItPlaysAreHeardFromWhatIsFedNext() {
    let filler = filler()
    filler.handle(.load(item(), at: 0, generation: 1))
    for _ in 0..<8 { _ = filler.fill() }
    let place = ring.available
    #expect(place > 4_000)
    filler.handle(.setParts(parts(0, 1), of: track))
    fillUp(filler)
    #expect(fed(0..<place) == Array(PartsTests.music[..<place]))
    #expect(fed((place + 480)..<90_000) == Array(PartsTests.withoutDrums[(place + 480)..<90_000]))
    filler.handle(.setParts(nil, of: track))
    let end = ring.available
    ring.drop(10_000)
    fillUp(filler)
    // A chunk waited for room already.
    #expect(fed((end - 6_000)..<end) == Array(PartsTests.music[(end + 4_000)..<(end + 10_000)]))
  }

  @Test(arguments: [false, true]) func drumsThatArePreparedWhileTheyAreSilentAreFadedIn(wasThere: Bool) {
    let filler = filler()
    func wanted(_ prepared: [Range<Int>]?) -> SongParts {
      var parts = SongParts([SongPart("drums", FilePath("d"), prepared: prepared), SongPart("music", nil)])
      parts.gains = [0, 1]
      return parts
    }
    filler.handle(.setParts(wanted([wasThere ? 0..<200_000 : 200_000..<250_000]), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    for _ in 0..<8 { _ = filler.fill() }
    let place = ring.available
    filler.handle(.setParts(wanted(nil), of: track))
    fillUp(filler)
    let without = PartsTests.withoutDrums
    #expect(fed(0..<place) == Array((wasThere ? without : PartsTests.music)[..<place]))
    #expect(fed((place + 480)..<90_000) == Array(without[(place + 480)..<90_000]))
    for index in place..<place + 480 {
      let share = wasThere ? 1 : Float(index - place) / 480
      #expect(abs(ring.peek(index).x - (PartsTests.music[index] - PartsTests.drums[index] * share).x) < 1e-6)
    }
  }

  @Test(arguments: [44_100, 96_000]) func partsOfAnotherRateComeAtTheirPlace(rate: Int) {
    let plain = PartsTests()
    let other = plain.filler(["a": PartsTests.withoutDrums], rate: SampleRate(rate))
    other.handle(.load(item(), at: 0.25, generation: 1))
    plain.fillUp(other)
    let filler = filler(rate: SampleRate(rate))
    filler.handle(.load(item(), at: 0.25, generation: 1))
    for _ in 0..<8 { _ = filler.fill() }
    let place = ring.available
    filler.handle(.setParts(parts(0, 1), of: track))
    fillUp(filler)
    let differences = ((place + 480)..<70_000).map { abs(ring.peek($0).x - plain.ring.peek($0).x) }
    #expect(differences.max() ?? 1 < 0.002)
  }

  // MARK: Other tracks

  @Test func aTrackWithoutPartsFollowsExactly() {
    let short = Array(PartsTests.music[..<30_000])
    let filler = filler(["a": short, "b": PartsTests.music, "d": PartsTests.drums])
    filler.handle(.setParts(parts(0, 1), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    filler.handle(.setNext(item("b", id: 2), after: StreamID(1)))
    fillUp(filler)
    filler.handle(.setParts(parts(), of: track))
    #expect(fed(1_600..<30_000) == Array(PartsTests.music[1_600..<30_000]))
    #expect(fed(30_000..<80_000) == Array(PartsTests.music[..<50_000]))
  }

  @Test func aCrossfadeHasThePartsOfBothTracks() {
    let constant = { (value: Float) in [Frame](repeating: Frame(repeating: value), count: 30_000) }
    let tracks = ["a": constant(0.5), "b": constant(0.25), "d": constant(0.125)]
    let filler = filler(tracks, crossfade: 0.1)
    for name in ["a", "b"] {
      filler.handle(.setParts(parts(0, 1), of: TrackLocation(path: FilePath(name))))
    }
    filler.handle(.load(item(), at: 0, generation: 1))
    filler.handle(.setNext(item("b", id: 2), after: StreamID(1)))
    fillUp(filler)
    // 4,800 frames overlap; in their middle each track is 3 dB lower.
    let middle: Float = 0.70711
    #expect(abs(ring.peek(10_000).x - 0.375) < 1e-5 && abs(ring.peek(40_000).x - 0.125) < 1e-5)
    #expect(abs(ring.peek(27_600).x - 0.5 * middle) < 1e-3)
    // The second track gets its drums back; what is left of the first one stays.
    filler.handle(.setParts(parts(), of: TrackLocation(path: FilePath("b"))))
    #expect(abs(ring.peek(27_600).x - 0.625 * middle) < 1e-3)
    #expect(ring.peek(40_000).x == 0.25 && abs(ring.peek(10_000).x - 0.375) < 1e-5)
  }

  @Test func aFileThatCannotBeReadIsReportedAndTheTrackPlaysAsItIs() {
    var reports: [FeederReport] = []
    let filler = filler(["a": PartsTests.music]) { reports.append($0) }
    filler.handle(.setParts(parts(0, 1), of: track))
    filler.handle(.load(item(), at: 0, generation: 1))
    fillUp(filler)
    #expect(reports.contains(.partsFailed(track, FileError(.notFound, "d"))))
    #expect(fed(0..<50_000) == Array(PartsTests.music[..<50_000]))
  }
}

/// Decodes tracks, and the sound tracks `NAME NUMBER` of files, from memory.
struct PartDecoders: DecoderOpening {
  let tracks: [String: [Frame]]
  let rate: SampleRate

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    guard let frames = tracks[path.shown] else { throw FileError(.notFound, path.shown) }
    return MemoryDecoder(frames: frames, sampleRate: rate)
  }

  func open(_ path: FilePath, soundTrack: Int) throws(FileError) -> sending any AudioDecoder {
    try open(FilePath("\(path.shown) \(soundTrack)"))
  }
}

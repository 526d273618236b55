import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// Takes that come from elsewhere, and the signatures by which their tracks are found.
@Suite struct SharedTakeTests {
  private static let signature = TrackSignature(
    fingerprint: [1, .max, 0x1234_5678],
    excerpts: [
      .init(start: 7, signs: (0..<32).map { 0x0123_4567_89AB_CDEF << UInt64($0) }),
      .init(start: 9_000, signs: Array(repeating: .max, count: 32)),
    ])

  private func take() -> Take {
    var take = Take(
      id: "a", name: "t", track: Sample.track(), kit: KitReference(name: "k", path: FilePath("/k")),
      created: 0)
    take.tempo = TempoMap(bpm: 60, beats: [1_000, 45_100])
    take.addLayer(
      hits: HitColumns([
        TakeHit(frame: 4_410, pad: 1, velocity: 9, length: 441, sample: 0),
        TakeHit(frame: 88_200, pad: 2, velocity: 9, sample: 0),
      ]))
    return take
  }

  private func otherFile(_ rate: Int) -> TrackReference {
    TrackReference(
      key: TrackKey(high: 5, low: 6), path: FilePath("/b.mp3"), sampleRate: SampleRate(rate), frames: nil)
  }

  // MARK: Files

  @Test func signatureOffsetAndTitleAreReadBack() throws {
    var take = take()
    take.track?.signature = SharedTakeTests.signature
    take.track?.title = "Song"
    take.track?.artist = "Band"
    take.track?.offset = -0.137
    take.kit?.notes = [1: 38, 7: 42]
    #expect(try TakeFile.decode(TakeFile.encode(take), subject: "") == take)
  }

  @Test func signatureOfAnotherVersionIsKept() throws {
    var take = take()
    take.track?.signature = SharedTakeTests.signature
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self).replacing(
      #/("signature": *{ *\s*"version": *)1/#
    ) { "\($0.output.1)2" }
    let read = try TakeFile.decode(Array(text.utf8), subject: "")
    #expect(read.track?.signature == nil)
    #expect(TakeFile.encode(read) == Array(text.utf8))
  }

  // MARK: Checks

  @Test func impossibleBeatsAndLateHitsAreRefusedWithTheirReason() throws {
    func refusal(_ change: (inout Take) -> Void) throws -> String? {
      var take = take()
      take.track?.frames = FrameCount(100_000)
      change(&take)
      do throws(FileError) { try take.checkShared("f.dub") } catch {
        #expect(error.code == .damaged && error.subject == "f.dub")
        return error.detail
      }
      return nil
    }
    let way = "; ask for the take once more"
    #expect(try refusal { _ in } == nil)
    #expect(
      try refusal { $0.tempo?.beats = [1_000, 900] } == "its beat 2 does not come after beat 1 in time\(way)")
    #expect(
      try refusal { $0.tempo?.beats = [1_000, 1_001] }
        == "its beat 2 does not come after beat 1 in time\(way)"
    )
    #expect(
      try refusal { $0.tempo?.beats = [1_000, 9_000_000] } == "its beat 2 is after the end of its track\(way)"
    )
    let late = HitColumns(
      [TakeHit(frame: 1, pad: 1, velocity: 1, sample: 0)] + [
        TakeHit(frame: 600_000, pad: 1, velocity: 1, sample: 0)
      ])
    #expect(
      try refusal { $0.addLayer(hits: late) } == "hit 2 of its layer 2 is after the end of its track\(way)")
    #expect(
      try refusal {
        $0.addLayer(hits: late)
        $0.deleteLayer(2)
      } == "hit 2 of its layer 2 is after the end of its track\(way)")
  }

  @Test func takeOfMoreThanAWeekOrOfTooManyCopiesIsRefusedWithTheFigure() throws {
    func reason(_ change: (inout Take) throws -> Void) throws -> String? {
      var take = take()
      take.track?.frames = nil
      try change(&take)
      return #expect(throws: FileError.self) { try take.checkShared("f.dub") }?.detail
    }
    let (far, way) = (HitColumns.frameRange.upperBound, "; ask for the take once more")
    #expect(try reason { $0.tempo?.beats = [1_000, far] } == "its beat 2 is later than a week\(way)")
    #expect(
      try reason {
        $0.track?.frames = FrameCount(far)
        $0.addLayer(hits: HitColumns([TakeHit(frame: far, pad: 1, velocity: 9, sample: 0)]))
      } == "hit 1 of its layer 2 is later than a week\(way)")
    let clip = AudioClip(file: FilePath("c.flac"), start: 0, frames: far, sampleRate: SampleRate(44_100))
    #expect(
      try reason { $0.addLayer(audio: clip) }
        == "the end of the recorded sound of its layer 2 is later than a week\(way)")
    let bounds = Array(stride(from: 100_000, through: 165_000, by: 1))
    let pattern = try #require(HitPattern(bars: 0..<100_000, lead: 0, bounds: bounds, end: 165_000))
    #expect(
      try reason { $0.change(1) { $0.patterns = [pattern] } }
        == "its patterns add 130000 hits, and 100000 are possible\(way)")
  }

  // MARK: Other files

  @Test func lengthsThatNoHitCanHaveAreLimitedInTheOtherFile() throws {
    var take = take()
    let last = HitColumns.frameRange.upperBound
    let long = TakeHit(frame: 9, pad: 1, velocity: 9, length: last, sample: 0)
    take.addLayer(hits: HitColumns([long]))
    let moved = take.moved(to: otherFile(768_000), offset: 0).take
    #expect(moved.layers.last?.hits.lengths == [last])
    #expect(try TakeFile.decode(TakeFile.encode(moved), subject: "").layers == moved.layers)
  }

  @Test func movedTakeHasTheFramesOfTheOtherFile() throws {
    let (moved, lost) = take().moved(to: otherFile(48_000), offset: 0.5)
    #expect(lost == 0 && moved.track?.key == TrackKey(high: 5, low: 6) && moved.track?.offset == 0.5)
    #expect(moved.layers[0].hits.frames == [28_800, 120_000])
    #expect(moved.layers[0].hits.lengths == [480, 0])
    #expect(moved.tempo?.beats == [25_088, 73_088])
  }

  @Test func patternsOfAMovedTakeAreItsHits() throws {
    var take = take()
    let pattern = try #require(
      HitPattern(bars: 0..<44_100, lead: 0, bounds: [88_200, 132_300], end: 132_300))
    take.change(1) { $0.patterns = [pattern] }
    let layer = take.moved(to: otherFile(48_000), offset: 0).take.layers[0]
    #expect(layer.hits.frames == [4_800, 96_000, 100_800] && layer.settings.patterns.isEmpty)
  }

  @Test func hitsBeforeTheStartOfTheOtherFileAreCounted() throws {
    let (moved, lost) = take().moved(to: otherFile(44_100), offset: -0.137)
    #expect(lost == 1 && moved.layers[0].hits.frames == [82_158])
    #expect(moved.tempo?.beats == [171_358], "the bar that begins before the start is left out")
  }

  @Test func takeOfTheSameSoundKeepsItsFramesAndItsHistory() throws {
    var take = take()
    take.rename(to: "other")
    let (same, lost) = take.moved(to: otherFile(44_100), offset: 0)
    #expect(
      lost == 0 && same.layers == take.layers && same.history == take.history && same.track?.offset == nil)
  }

  @Test func clipThatBeginsBeforeTheFileIsMovedByTheOffsetOfItsLayer() throws {
    var take = take()
    let clip = AudioClip(file: FilePath("c.flac"), start: 100, frames: 900, sampleRate: SampleRate(44_100))
    take.addLayer(audio: clip)
    let layer = try #require(take.moved(to: otherFile(44_100), offset: -0.01).take.layers.last)
    #expect(layer.audio?.start == 0 && layer.settings.offset == -341)
  }

  // MARK: The folder

  @Test func addedTakeReplacesNoOther() throws {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.file("takes"))
    try store.save(take())
    let sound = SoundCopy(
      decoders: MemoryDecoders([:]), converters: NoConversion(), writers: NoWriters())
    func add(_ take: Take) throws -> TakeStore.Added {
      try store.add(take, soundIn: folder.path, sound)
    }
    #expect(try add(take()).isNew == false)
    var other = take()
    other.addLayer(hits: Sample.hits(3))
    let added = try add(other)
    #expect(added.isNew && added.take.id == "a-2")
    _ = try store.delete("a-2")
    #expect(try add(other).take.id == "a-3", "the id of a deleted take is not used")
    #expect(store.all().takes.map(\.take.layers.count) == [1, 2])
  }

  private struct NoWriters: AudioWriterMaking {
    func makeWriter(
      _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
    ) throws(FileError) -> any AudioFileWriter { throw FileError(.unsupported, path.shown) }
  }

  // MARK: The service

  /// Gives each track the same signature, and counts.
  private struct Signer: TrackSigning {
    let calls = Mailbox<FilePath>()

    func signature(of track: TrackLocation, isCancelled: () -> Bool) throws(FileError) -> TrackSignature? {
      calls.post(track.path)
      return SharedTakeTests.signature
    }

    func compare(
      _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool
    ) throws(FileError) -> SignatureMatch? { nil }
  }

  @Test func savedTakeGetsTheSignatureOfItsTrackOnceAndKeepsIt() throws {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.path)
    let signer = Signer()
    let service = TakeService(store: store, key: { _ in Sample.key }, signer: signer) { _ in }
    service.save(take())
    func stored() -> Take? { store.all().takes.first?.take }
    try Wait.until("the signature") { stored()?.track?.signature == SharedTakeTests.signature }
    // As the controller saves it, which has no signature.
    var changed = take()
    changed.rename(to: "changed")
    service.save(changed)
    try Wait.until("the change") { stored()?.name == "changed" }
    #expect(stored()?.track?.signature == SharedTakeTests.signature)
    service.stop()
    #expect(signer.calls.receive().count == 1)
  }

  @Test func signatureReplacesNoTakeThatAnotherProgramHasChanged() throws {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.path)
    var shared = ConcurrentTakeStore(store)
    _ = try shared.save(take())
    var other = take()
    other.rename(to: "by the other")
    try store.save(other)
    var table = SignatureTable()
    table.add(SharedTakeTests.signature, of: Sample.key)
    shared.update(of: Sample.key) { table.signed($0) }
    #expect(store.all().takes.map(\.take) == [other])
  }
}

import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Dubbing

/// The files of songs: what several threads write, and the songs of other files of a recording.
@Suite struct SongStoreTests {
  @Test func twoWritersKeepTheMarksOfBoth() throws {
    let folder = try TemporaryFolder()
    let store = SongStore(folder: folder.file("songs"))
    let threads = ["a", "b"].map { name in
      WorkerThread(name: "writer") {
        for number in 0..<20 {
          _ = try? store.change(Sample.key) {
            $0.apply([.set(SongMark("\(name)\(number)", at: number))])
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(try store.song(of: Sample.key)?.marks.count == 40)
    #expect(
      store.keys == [Sample.key] && store.path(of: Sample.key).lastComponent.shown == "\(Sample.key).json")
  }

  @Test func damagedFileIsReportedAndNeverReplaced() throws {
    let folder = try TemporaryFolder()
    let songs = SongStore(folder: folder.file("songs"))
    try FileBytes.makeFolder(songs.folder)
    try FileBytes.write(Array("{".utf8), to: songs.path(of: Sample.key))
    let (problems, failures) = (Mailbox<[FileError]>(), Mailbox<FileError>())
    let service = TakeService(
      store: TakeStore(folder: folder.file("takes")), songs: songs, key: { _ in Sample.key }
    ) { report in
      if case .found(_, _, _, _, let found) = report { problems.post(found) }
      if case .songNotSaved(let error) = report { failures.post(error) }
    }
    service.find(TrackLocation(path: FilePath("a.wav")))
    #expect(problems.receive().first?.map(\.code) == [.damaged])
    service.save([.set(SongMark("a", at: 1))], of: Sample.key, Sample.track())
    #expect(failures.receive().map(\.code) == [.damaged])
    // A failure that was reported is not reported again.
    service.save([.speed(0.5)], of: Sample.key, nil)
    service.stop()
    #expect(failures.receiveAll().isEmpty)
    #expect(try FileBytes.read(songs.path(of: Sample.key), limit: 9) == Array("{".utf8))
  }

  @Test func savedSongIsFoundWithItsTrack() throws {
    let folder = try TemporaryFolder()
    let songs = SongStore(folder: folder.file("songs"))
    let found = Mailbox<Song>()
    let service = TakeService(
      store: TakeStore(folder: folder.file("takes")), songs: songs, key: { _ in Sample.key }
    ) { report in
      if case .found(_, _, _, let song, _) = report { found.post(song) }
    }
    let edits: [SongEdit] = [.tempo(TempoMap(bpm: 97)), .set(SongMark("a", at: 1)), .loop(4..<8)]
    service.save(edits, of: Sample.key, Sample.track())
    service.save([.tempo(TempoMap(bpm: 98)), .speed(0.5)], of: Sample.key, nil)
    service.find(TrackLocation(path: FilePath("a.wav")))
    var expected = Song()
    expected.track = Sample.track()
    expected.apply(edits + [.tempo(TempoMap(bpm: 98)), .speed(0.5)])
    #expect(found.receive() == [expected])
    service.stop()
  }

  // MARK: Other files of a recording

  /// A signer for which all tracks are the same recording, half a second later, or another one.
  private struct Signer: TrackSigning {
    static let signature = TrackSignature(
      fingerprint: [1], excerpts: [.init(start: 7, signs: Array(repeating: 1, count: 32))])
    var isSame = true
    let compared = Mailbox<FilePath>()

    func signature(
      of track: TrackLocation, isCancelled: () -> Bool
    ) throws(FileError) -> TrackSignature? { Signer.signature }

    func compare(
      _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool
    ) throws(FileError) -> SignatureMatch? {
      let figures = SignatureMatch.Figures(similarity: 1, found: 1, compared: 1)
      compared.post(track.path)
      return isSame && signature == Signer.signature ? .same(offset: 0.5, figures) : .different(figures)
    }
  }

  private static let otherKey = TrackKey(high: 5, low: 6)
  private static let other = TrackLocation(path: FilePath("/b.ogg"))
  private static let decoders = MemoryDecoders([
    "/b.ogg": [Frame](repeating: .zero, count: 480_000),
    "/long.ogg": [Frame](repeating: .zero, count: 500_000),
  ])

  /// A song of ten seconds with a mark after one second.
  private static func store(in folder: TemporaryFolder) throws -> SongStore {
    let store = SongStore(folder: folder.file("songs"))
    var song = Song()
    song.track = TrackReference(
      key: Sample.key, path: FilePath("/a.flac"), sampleRate: SampleRate(44_100), frames: FrameCount(441_000))
    song.track?.signature = Signer.signature
    song.apply([.set(SongMark("verse", at: 44_100))])
    try store.change(Sample.key) { $0 = song }
    return store
  }

  @Test func songOfAnotherFileIsFoundByItsSoundAmongThoseOfItsLength() throws {
    let folder = try TemporaryFolder()
    let store = try Self.store(in: folder)
    func find(_ name: String, isSame: Bool = true) -> Song? {
      SongSearch(store, signer: Signer(isSame: isSame), decoders: Self.decoders)
        .find(TrackLocation(path: FilePath(name)), of: Self.otherKey) { false }
    }
    let song = try #require(find("/b.ogg"))
    #expect(song.marks == [SongMark("verse", at: 72_000)])
    #expect(song.track?.key == Self.otherKey && song.track?.signature == nil)
    #expect(find("/b.ogg", isSame: false) == nil && find("/long.ogg") == nil && find("/none") == nil)
  }

  @Test func serviceReportsTheSongOfAnotherFileAfterTheTakes() throws {
    let folder = try TemporaryFolder()
    let songs = try Self.store(in: folder)
    let found = Mailbox<Song>()
    let service = TakeService(
      store: TakeStore(folder: folder.file("takes")), songs: songs, key: { _ in Self.otherKey },
      signer: Signer(), decoders: Self.decoders
    ) { report in
      if case .found(_, _, _, let song, _) = report { found.post(song) }
      if case .foundSong(Self.other, Self.otherKey, let song) = report { found.post(song) }
    }
    service.find(Self.other)
    var marks: [[SongMark]] = []
    while marks.count < 2 { marks += found.receive().map(\.marks) }
    #expect(marks == [[], [SongMark("verse", at: 72_000)]])
    service.stop()
  }

  @Test func placeAndSectionAreFoundAgainAfterAStartInAnotherFileAndInAPack() throws {
    let folder = try TemporaryFolder()
    let marks = [SongMark("verse", at: 44_100), SongMark("fill", at: 88_200, end: 132_300)]
    func service(
      _ songs: SongStore, key: TrackKey, _ report: @escaping @Sendable (TakeService.Event) -> Void
    ) -> TakeService {
      TakeService(
        store: TakeStore(folder: folder.file("takes")), songs: songs, key: { _ in key }, signer: Signer(),
        decoders: Self.decoders, report: report)
    }
    let reference = TrackReference(
      key: Sample.key, path: FilePath("/a.flac"), sampleRate: SampleRate(44_100), frames: FrameCount(441_000))
    let songs = SongStore(folder: folder.file("songs"))
    let saving = service(songs, key: Sample.key) { _ in }
    saving.save(marks.map { .set($0) }, of: Sample.key, reference)
    try Wait.until("the signature") {
      try songs.song(of: Sample.key)?.track?.signature == Signer.signature
    }
    saving.stop()

    let again = SongStore(folder: folder.file("songs"))
    #expect(try again.song(of: Sample.key)?.marks == marks)
    let found = Mailbox<Song>()
    let next = service(again, key: Self.otherKey) { report in
      if case .foundSong(Self.other, Self.otherKey, let song) = report { found.post(song) }
    }
    next.find(Self.other)
    let song = try #require(found.receive().first)
    next.stop()
    // 48,000 frames are a second, and all is half a second later.
    let moved = [SongMark("verse", at: 72_000), SongMark("fill", at: 120_000, end: 168_000)]
    #expect(song.marks == moved)

    let path = folder.file("a.pack")
    var pack = TakePack(Sample.take(), from: folder.path, kit: nil, to: path)
    pack.song = song
    _ = try pack.run()
    let source = try SharedTakeSource(path, unpackingIn: folder.file("inbox"))
    defer { source.remove() }
    let theirs = SongStore(folder: folder.file("theirs"))
    let track = SharedTrack(
      location: Self.other,
      reference: TrackReference(
        key: Self.otherKey, path: Self.other.path, sampleRate: SampleRate(48_000),
        frames: FrameCount(480_000)), offset: 0)
    #expect(theirs.add(source.song, to: track) == .added(marks: 2))
    #expect(try theirs.song(of: Self.otherKey)?.marks == moved)
  }

  @Test func savedSongGetsTheSignatureOfItsTrack() throws {
    let folder = try TemporaryFolder()
    let songs = SongStore(folder: folder.file("songs"))
    let service = TakeService(
      store: TakeStore(folder: folder.file("takes")), songs: songs, key: { _ in Sample.key },
      signer: Signer(), decoders: Self.decoders
    ) { _ in }
    service.save([.speed(0.5)], of: Sample.key, Sample.track())
    service.save([.set(SongMark("a", at: 1))], of: Sample.key, nil)
    try Wait.until("the signature") {
      try songs.song(of: Sample.key)?.track?.signature == Signer.signature
    }
    service.stop()
    #expect(try songs.song(of: Sample.key)?.marks == [SongMark("a", at: 1)])
  }
}

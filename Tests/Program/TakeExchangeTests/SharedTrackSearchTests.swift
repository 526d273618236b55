import AudioBase
import Dubbing
import MusicLibrary
import SystemBase
import TakeExchange
import TestSupport
import Testing

@Suite struct SharedTrackSearchTests {
  private static let figures = SignatureMatch.Figures(similarity: 0.9, found: 10, compared: 10)
  private static let signature = TrackSignature(
    fingerprint: [1], excerpts: [.init(start: 0, signs: Array(repeating: 5, count: 32))])

  /// Compares tracks as the test states, and notes the order.
  private struct Signer: TrackSigning {
    var matches: [String: SignatureMatch]
    let compared = Mailbox<String>()

    func signature(of track: TrackLocation, isCancelled: () -> Bool) throws(FileError) -> TrackSignature? {
      SharedTrackSearchTests.signature
    }

    func compare(
      _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool
    ) throws(FileError) -> SignatureMatch? {
      compared.post(track.path.shown)
      return matches[track.path.shown]
        ?? .different(.init(similarity: 0.5, found: 0, compared: 10))
    }
  }

  private let folder: TemporaryFolder
  private let store: LibraryStore
  private let signer: Signer

  init() throws { try self.init([:]) }

  private init(_ matches: [String: SignatureMatch]) throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    signer = Signer(matches: matches)
    let songs: [(path: String, title: String?, seconds: Double)] = [
      ("/m/near.mp3", "Other", 100.5), ("/m/song.mp3", "My Song", 112), ("/m/far.mp3", "Far", 190),
      ("/m/exact.mp3", nil, 100),
    ]
    try store.apply(
      songs.map { song in
        var track = TrackInfo(path: FilePath(song.path))
        track.title = song.title
        track.stream.duration = song.seconds
        return .read(track, FileStamp(size: 1, modified: 1, inode: 1, device: 1))
      })
  }

  private func take(signature: TrackSignature? = SharedTrackSearchTests.signature, title: String? = "my song")
    -> Take
  {
    var track = TrackReference(
      key: TrackKey(high: 9, low: 9), path: FilePath("/friend/x.flac"), sampleRate: SampleRate(44_100),
      frames: FrameCount(4_410_000))
    (track.signature, track.title) = (signature, title)
    return Take(id: "a", name: "t", track: track, created: 0)
  }

  private func find(
    _ take: Take, key: @escaping @Sendable (FilePath) -> TrackKey = { _ in TrackKey(high: 1, low: 2) },
    named: FilePath? = nil
  ) -> SharedTrackResult {
    let frames = [Frame](repeating: .zero, count: 100)
    let paths = ["near", "song", "far", "exact"].map { "/m/\($0).mp3" }
    let decoders = MemoryDecoders(Dictionary(uniqueKeysWithValues: paths.map { ($0, frames) }))
    let store = store
    return SharedTrackSearch(
      .init(
        signer: signer, decoders: decoders, key: { path throws(FileError) in key(path) }, library: { store })
    ).find(take, named: named)
  }

  @Test func tracksOfTheSameTitleAreComparedFirstThenThoseOfTheSameLength() throws {
    #expect(find(take()) == .refused(.notFound(compared: 3)))
    #expect(signer.compared.receive() == ["/m/song.mp3", "/m/exact.mp3", "/m/near.mp3"])
  }

  @Test func trackWithTheSameSoundIsFoundWithItsOffset() throws {
    let tests = try SharedTrackSearchTests([
      "/m/exact.mp3": .same(offset: -0.137, SharedTrackSearchTests.figures),
      "/m/song.mp3": .doubtful(offset: 9, SharedTrackSearchTests.figures),
    ])
    guard case .found(let track) = tests.find(tests.take()) else {
      Issue.record("it is not found")
      return
    }
    #expect(track.location.path == FilePath("/m/exact.mp3") && track.offset == -0.137)
    #expect(track.reference.sampleRate == .standard && track.reference.frames == FrameCount(100))
    #expect(track.reference.key == TrackKey(high: 1, low: 2) && track.reference.title == "my song")
  }

  @Test func trackThatSoundsAlikeInPartIsDoubtful() throws {
    let tests = try SharedTrackSearchTests([
      "/m/near.mp3": .doubtful(offset: 0.2, SharedTrackSearchTests.figures)
    ])
    guard case .doubtful(let track, .alike(SharedTrackSearchTests.figures)) = tests.find(tests.take()) else {
      Issue.record("it is not doubtful")
      return
    }
    #expect(track.location.path == FilePath("/m/near.mp3") && track.offset == 0.2)
  }

  @Test func takeWithoutASignatureIsDoubtfulByItsTitleAndRefusedWithoutOne() throws {
    guard case .doubtful(let track, .unsigned) = find(take(signature: nil)) else {
      Issue.record("it is not doubtful")
      return
    }
    #expect(track.location.path == FilePath("/m/song.mp3") && track.offset == 0)
    let silent = TrackSignature(fingerprint: [1], excerpts: [])
    #expect(find(take(signature: silent)) == find(take(signature: nil)))
    #expect(find(take(signature: nil, title: "none")) == .refused(.notFound(compared: 0)))
    #expect(signer.compared.receive(milliseconds: 0).isEmpty)
  }

  @Test func namedFileOfAnotherSongIsRefused() throws {
    let result = find(take(), named: FilePath("/m/far.mp3"))
    guard case .refused(.different(let path, _)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(path == FilePath("/m/far.mp3"))
  }

  @Test func fileWithTheSameKeyIsNotCompared() throws {
    let result = find(take(), key: { _ in TrackKey(high: 9, low: 9) }, named: FilePath("/m/far.mp3"))
    guard case .found(let track) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(track.offset == 0 && track.reference.signature == SharedTrackSearchTests.signature)
    #expect(signer.compared.receive(milliseconds: 0).isEmpty)
  }

  @Test func takeWithoutATrackIsFree() throws {
    #expect(find(Take(id: "a", name: "t", track: nil, created: 0)) == .free)
  }
}

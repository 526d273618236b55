import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// The session as a file.
@Suite struct SavedSessionTests {
  private func session() -> SavedSession {
    var session = SavedSession()
    session.entries = [
      TrackInfo(
        "/music/Lakmé/Flower \"Duet\".flac", title: "Flower Duet", artist: "Delibes", duration: 271.5),
      TrackInfo(path: FilePath(bytes: [0x2F, 0xE9, 0xFF, 0x1B, 0x0A])),
      TrackInfo(path: FilePath("/tab\there\u{1B}[31m")),
    ]
    session.current = 1
    session.position = 83.25
    session.volume = Decibels(-7.5)
    session.isMuted = true
    session.balance = -4
    session.loop = 12.5...20.25
    session.repeatMode = .one
    session.order = [2, 1, 0]
    session.lanes = "music latch"
    return session
  }

  private func read(_ text: String) throws(FileError) -> SavedSession {
    try SavedSession(bytes: Array(text.utf8), subject: "session.json")
  }

  private static func file(_ change: (from: String, to: String) = ("", "")) -> String {
    let text = """
      {"format":"drumdub-session","version":1,"queue":[{"path":"/a"},{"path":"/b"}],"current":1,"position":2.5,\
      "volume":-3,"muted":false,"balance":0,"repeat":"all","order":[1,0],"unknown":{"x":1}}
      """
    return change.from.isEmpty ? text : text.replacing(change.from, with: change.to)
  }

  @Test func sessionIsReadBackUnchanged() throws {
    let session = session()
    #expect(try SavedSession(bytes: session.bytes(), subject: "") == session)
    let empty = SavedSession()
    #expect(try SavedSession(bytes: empty.bytes(), subject: "") == empty)
  }

  @Test func unknownMembersAreIgnored() throws {
    let session = try read(Self.file())
    #expect(session.entries.map(\.path) == [FilePath("/a"), FilePath("/b")])
    #expect(session.current == 1 && session.position == 2.5 && session.order == [1, 0])
    #expect(session.repeatMode == .all)
  }

  @Test(arguments: ["", "{", "[]", "null", "\u{0}\u{0}\u{0}", #"{"format":"drumdub-session","version":1}"#])
  func aDamagedFileIsRefused(_ text: String) {
    #expect { try read(text) } throws: { ($0 as? FileError)?.code == .damaged }
  }

  @Test func aTruncatedFileIsRefused() {
    let bytes = session().bytes()
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: FileError.self) { try SavedSession(bytes: Array(bytes[..<length]), subject: "") }
    }
  }

  @Test(arguments: [("\"version\":1", "\"version\":2"), ("drumdub-session", "drumdub-take")])
  func anotherFormatIsRefused(_ from: String, _ to: String) {
    #expect { try read(Self.file((from, to))) } throws: {
      let error = $0 as? FileError
      return error?.code == .unsupported && error?.subject == "session.json"
    }
  }

  @Test func sessionValuesOutOfBoundsAreClampedOrDropped() throws {
    #expect(try read(Self.file(("\"current\":1", "\"current\":2"))).current == nil)
    #expect(try read(Self.file(("\"current\":1", "\"current\":-1"))).current == nil)
    #expect(try read(Self.file(("2.5", "-2.5"))).position == 0)
    #expect(try read(Self.file(("2.5", "1e300"))).position < 1e9)
    #expect(try read(Self.file(("-3", "400"))).volume == Decibels(12))
    #expect(try read(Self.file(("\"balance\":0", "\"balance\":99"))).balance == MixLevels.balanceSteps)
    #expect(try read(Self.file(("\"all\"", "\"some\""))).repeatMode == .off)
  }

  @MainActor @Test func snapshotIsThatOfItsTime() throws {
    let bench = PlayerBench("a", "/b")
    let snapshot = bench.model.snapshot
    bench.add(["c"])
    bench.model.remove([bench.id(0)])
    let saved = try SavedSession(bytes: snapshot.bytes(inside: FilePath("/music")), subject: "")
    #expect(saved.entries.map(\.path) == [FilePath("/music/a"), FilePath("/b")] && saved.current == 0)
    var whole = snapshot.session
    #expect(whole.entries.map(\.path) == [FilePath("a"), FilePath("/b")])
    whole.entries = saved.entries
    #expect(whole == saved)
  }

  @MainActor @Test func snapshotsDifferInWhatIsSaved() {
    let bench = PlayerBench("a", "b")
    let first = bench.model.snapshot
    bench.model.tracksWereRead([(bench.id(0), TrackInfo("a", title: "Aria"))])
    #expect(bench.model.snapshot.isSaved(as: first))
    var changed = first
    changed.modes.layout = "drum"
    #expect(!changed.isSaved(as: first))
    let changes: [() -> Void] = [
      { bench.model.setRepeat(.all) },
      { bench.model.setShuffle(true) },
      { bench.model.play(bench.id(1)) },
      { bench.add(["c"]) },
      { bench.model.arrange(bench.model.queue.items.map(\.id).reversed()) },
      { bench.model.remove([bench.id(0)]) },
    ]
    for (index, change) in changes.enumerated() {
      let former = bench.model.snapshot
      change()
      #expect(!bench.model.snapshot.isSaved(as: former), "\(index)")
    }
  }
}

import AudioBase
import MixEngine
import SystemBase
import Testing

@testable import Percussion

/// The room of a kit: a second layer below the strokes, whose level is one number of the kit.
@Suite struct KitRoomTests {
  /// A kit of one pad with a room.
  ///
  /// - Parameter room: the member of the kit with its comma; empty for none.
  private func kit(_ room: String) throws -> TestKit {
    let layers = #"{"samples":["a.wav"]},{"part":1,"gain":3,"samples":["b.wav"]}"#
    let kit = try TestKit(
      #"{"format":"drumdub-kit","version":1,"name":"k",\#(room)"pads":["#
        + #"{"number":1,"name":"a","layers":[\#(layers)]}]}"#)
    try kit.write("a.wav")
    try kit.write("b.wav")
    return kit
  }

  @Test func levelOfTheRoomIsAddedToTheLayersOfItsPart() throws {
    for (room, gains) in [("", [0.0, 3.0]), (#""room":-9,"#, [0.0, -6.0])] {
      let made = try kit(room)
      let program = made.loader.load(try made.read(), rate: .standard).program
      #expect(program[0].layers.map(\.gain.value) == gains)
      #expect(program[0].layers.map(\.isRoom) == [false, true])
    }
  }

  @Test func kitHasARoomIfItIsNativeAndHasSamplesOfOne() throws {
    var read = try kit(#""room":-9,"#).read()
    #expect(read.hasRoom)
    #expect(read.roomGain(for: nil) == .unity && read.roomGain(for: Decibels(-3)) == Decibels(6))
    #expect(read.roomGain(for: .silence) == .silence)
    read.room = Decibels(-1e9)
    #expect(read.roomGain(for: .unity).factor.isFinite)
    read.format = .sfz
    #expect(!read.hasRoom && read.roomGain(for: .silence) == .unity, "parts of other formats are no rooms")
    #expect(read.withRoom(.silence) == read)
    read.format = .native
    #expect(read.withRoom(nil) == read && read.withRoom(Decibels(-3)).room == Decibels(-3))
    read.pads[0].layers.removeLast()
    #expect(!read.hasRoom && read.withRoom(.silence) == read)
  }

  @Test func levelsThatTheUserHasSetAreStoredByTheirKits() throws {
    let (one, two) = (FilePath("/k/one"), FilePath(bytes: [0x2F, 0xFF]))
    let file = KitValueFile.rooms
    var bytes: [UInt8] = []
    file.set(Decibels(-6.5), of: one, in: &bytes)
    file.set(.silence, of: two, in: &bytes)
    #expect(try file.decode(bytes) == [one: Decibels(-6.5), two: .silence])
    file.set(nil, of: one, in: &bytes)
    #expect(try file.decode(bytes) == [two: .silence])
    var damaged = Array("{".utf8)
    file.set(.unity, of: one, in: &damaged)
    #expect(damaged == Array("{".utf8), "a file that cannot be read is not overwritten")
    let unknown = Array(#"{"kits":[{"path":"/k/a","room":99},{"path":"/k/b","room":"on"}],"other":2}"#.utf8)
    #expect(try file.decode(unknown).isEmpty)
  }

  @Test func levelOfTheRoomIsReadAndWritten() throws {
    let made = try kit(#""room":-9.5,"#)
    let read = try made.read()
    #expect(read.room == Decibels(-9.5) && read.unknown == JSONObject())
    try KitFile.write(read, to: made.folder.path, current: FilePath("/"))
    #expect(try made.read() == read)
    #expect(try kit("").read().room == .unity)
  }

  @Test func levelOfTheRoomIsClampedAndOneThatIsNoNumberIsRefused() throws {
    #expect(try kit(#""room":99,"#).read().room == Decibels(24))
    #expect(throws: FileError.self) { try kit(#""room":"loud","#).read() }
  }

  @Test func hashOfAKitChangesWithTheLevelOfTheRoom() throws {
    var read = try kit("").read()
    let hash = read.contentHash()
    read.room = Decibels(-3)
    #expect(read.contentHash() != hash)
    read.room = .unity
    #expect(read.contentHash() == hash)
  }
}

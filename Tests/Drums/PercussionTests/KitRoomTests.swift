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
    }
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

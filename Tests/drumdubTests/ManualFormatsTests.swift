import AudioBase
import Dubbing
import Percussion
import Playlists
import SystemBase
import TestSupport
import Testing

@testable import drumdub

/// The manual's lists of members and formats, compared with the files that the program reads and writes.
@Suite struct ManualFormatsTests {
  private static let resources = FilePath(#filePath).directory.directory.directory.appending("Resources")

  private func examples(_ blocks: [ManualPage.Block]) -> String {
    blocks.compactMap { if case .example(let lines) = $0 { lines.joined(separator: "\n") } else { nil } }
      .joined(separator: "\n")
  }

  private func terms(_ blocks: [ManualPage.Block]) -> [String] {
    let rows = blocks.compactMap { if case .row(let row) = $0 { row.term } else { nil } }
    return rows.joined(separator: ",").split(separator: ",").map { String($0.filter { $0 != " " }) }
  }

  /// The names of members in a text: `"name":`.
  private func members(_ text: String) -> Set<String> {
    Set(text.matches(of: /"(\w+)" ?:/).map { String($0.1) })
  }

  // MARK: kit.json

  private func read(_ kit: String) throws -> Kit {
    let folder = try TemporaryFolder()
    try folder.write(kit, to: "kit.json")
    return try KitReader.read(folder.path).kit
  }

  @Test func theExampleOfAKitIsReadAsItSays() throws {
    let pad = try #require(try read(examples(ManualPage.kits)).pads.first)
    #expect(pad.name == "snare" && pad.gain == Decibels(-3) && pad.mode == .oneShot)
    #expect(pad.choke == Pad.Choke(group: 1, fade: 0.01) && pad.envelope.release == 0.05)
  }

  @Test func theMembersOfKitsAreThoseThatAreRead() throws {
    let documented = terms(ManualPage.kits)
    for name in documented where name != "envelope" {
      // An object without members is no valid value, except of an envelope.
      var pad = ["number": "1", "name": "\"p\"", "layers": "[]"]
      pad[name] = "{}"
      let members = pad.map { "\"\($0)\":\($1)" }.joined(separator: ",")
      #expect(throws: FileError.self, "\(name) is documented and not read") {
        try read("{\"format\":\"drumdub-kit\",\"version\":1,\"name\":\"k\",\"pads\":[{\(members)}]}")
      }
    }
    let shipped = try FileBytes.read(
      ManualFormatsTests.resources.appending("Kits/Default/kit.json"), limit: 1 << 20)
    let known = members(examples(ManualPage.kits)).union(documented)
    #expect(members(String(decoding: shipped, as: UTF8.self)).subtracting(known).isEmpty)
  }

  // MARK: *.dub

  private var take: Take {
    var take = Take(
      id: "a", name: "take 1",
      track: TrackReference(
        key: TrackKey(high: 1, low: 2), path: FilePath(bytes: [0x2F, 0xE9]), sampleRate: .standard,
        frames: FrameCount(1000)), kit: KitReference(name: "k", path: FilePath("/k")),
      tempo: TempoMap(bpm: 120, beats: [10]), created: 0)
    take.rate = .standard
    _ = take.addLayer(name: "layer 1", id: 1)
    take.rename(to: "take 2")
    return take
  }

  @Test func theMembersOfTakesAreThoseThatAreWritten() {
    let text = String(decoding: TakeFile.encode(take), as: UTF8.self)
    // What the history holds is not documented.
    let written = members(text).subtracting(["undo", "redo", "edit", "from", "to", "layer", "at"])
    let documented = members(examples(ManualPage.takes)).union(terms(ManualPage.takes))
    #expect(documented == written)
  }

  // MARK: Playlists

  @Test func theFormatsOfPlaylistsAreThoseThatAreReadAndWritten() {
    let text = ManualPage.playlists.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }
      .joined()
    let sentences = text.split(separator: ". ")
    for format in PlaylistFormat.allCases {
      let name = format.rawValue.uppercased()
      #expect(sentences[0].contains(name), "\(name) is read")
      let isWritten = PlaylistWriter(name: FilePath("a.\(format.rawValue)")) != nil
      #expect(sentences[1].contains(name) == isWritten, "\(name) is written: \(isWritten)")
    }
  }
}

import SystemBase
import TestSupport
import Testing

@testable import Containers

/// The tag iTunSMPB in ID3v2 tags.
@Suite struct GaplessNoteTests {
  private let folder: TemporaryFolder
  private let words = " 00000000 00000240 000003A1 000000000000AC45 00000000 00000000"

  init() throws { folder = try TemporaryFolder() }

  private func note(_ tag: [UInt8]) throws -> GaplessNote? {
    try GaplessNote(inTagsOf: RegularFile(folder.write(tag + [0xFF, 0xFB, 0x90, 0], to: "a.mp3")))
  }

  @Test func numbersAreHexadecimal() {
    let note = GaplessNote(words)
    #expect(note?.priming == 576 && note?.padding == 929 && note?.frames == 44_101)
    #expect(note?.length(delay: 529) == 44_101)
    #expect(note?.length(delay: 1_000) == 44_030)
    #expect(note?.fits(streamOf: 576 + 929 + 44_101) == true)
    #expect(note?.fits(streamOf: 20_000) == false)
  }

  @Test(arguments: [
    "", " 00000000", "0 0 0 0", "0 -1 0 5", "0 0 0 x", "0 FFFFFFFF 0 5", "0 0 0 FFFFFFFFFFFFFFFF",
  ])
  func textOfAnotherFormIsNoNote(_ text: String) {
    #expect(GaplessNote(text) == nil)
  }

  @Test func commentIsReadInAllVersionsAndEncodings() throws {
    let plain: [UInt8] = [0] + Array("engiTunSMPB\0\(words)".utf8)
    let user: [UInt8] = [3] + Array("ITUNSMPB\0\(words)".utf8)
    let wide = { (text: String) -> [UInt8] in [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] } }
    let unicode: [UInt8] = [1] + Array("eng".utf8) + wide("iTunSMPB") + [0, 0] + wide(words)
    let expected = GaplessNote(words)
    #expect(expected != nil)
    #expect(try note(TestID3.tag(version: 2, [("TT2", TestID3.utf8("x")), ("COM", plain)])) == expected)
    #expect(
      try note(TestID3.tag(version: 3, [("COMM", [0] + Array("eng\0x".utf8)), ("COMM", plain)])) == expected)
    #expect(try note(TestID3.tag(version: 4, [("TXXX", user)])) == expected)
    #expect(try note(TestID3.tag(version: 3, [("COMM", unicode)])) == expected)
    #expect(try note(TestID3.tag(version: 3, [("COMM", unicode)], isUnsynchronised: true)) == expected)
    #expect(try note(TestID3.tag(version: 4, [("TIT2", TestID3.utf8("iTunSMPB\(words)"))])) == nil)
    #expect(try note([]) == nil)
  }

  @Test func headerOfMusepackStatesLengthAndSilence() throws {
    // 88,200 frames, of which 200 are silence: 5 × 128² + 49 × 128 + 8, and 128 + 72.
    let header = Array("MPCKSH".utf8) + [0x0F, 1, 2, 3, 4, 8, 0x85, 0xB1, 0x08, 0x81, 0x48, 0x1F, 0x18]
    let note = try GaplessNote(ofMusepack: RegularFile(folder.write(header, to: "a.mpc")), start: 0)
    #expect(note?.priming == 681 && note?.frames == 88_000)
    let unknown = Array("MPCKSH".utf8) + [0x0C, 1, 2, 3, 4, 8, 0, 0, 0x1F, 0x18]
    #expect(try GaplessNote(ofMusepack: RegularFile(folder.write(unknown, to: "b.mpc")), start: 0) == nil)
  }
}

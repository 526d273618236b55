import AudioBase
import Dubbing
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The messages about MIDI: devices, notes without a pad, and files.
@Suite struct MIDISentenceTests {
  @Test func profilesThatAreWrongAreToldInOneLineWithTheWayOut() {
    #expect(
      MIDIText.sentence(.badProfile(FilePath("/m/a\n.midi"), line: 7))
        == "/m/a\\x0A.midi: line 7 is not valid and is skipped: correct or delete it")
    #expect(
      MIDIText.sentence(.missing(note: 60, pad: 99))
        == "note 60 (high bongo) strikes pad 99, which the kit does not have: m teaches it another one")
  }

  @Test func teachingOfAnInputThatIsBeingOpenedSaysWhenItBegins() {
    #expect(
      MIDIText.sentence(.openingInput)
        == "the MIDI input is being opened: teaching begins as soon as it is open")
  }

  @Test func endOfTheTeachingSaysThatNothingIsTaught() {
    #expect(MIDIText.sentence(.notLearned) == "nothing is taught: the MIDI assignments are as before")
  }

  @Test func messagesOfMIDINumberProgramsAsDevicesPrintThem() {
    #expect(
      MIDIText.sentence(.noKit(program: 4, kits: 2))
        == "MIDI program 5 has no kit (the list has 2): :midi program 5 command kit NAME assigns one")
    #expect(
      MIDIText.sentence(.taught(.program(0), .tom(1, isRim: true)))
        == "program 1 is the rim of tom 1 from now on")
    #expect(
      MIDIText.sentence(.heard(.program(127))) == "program 128: press the key that it replaces")
    #expect(MIDIText.sentence(.notTaught(.program(127))).hasPrefix("program 128 is not taught"))
    #expect(
      MIDIText.sentence(.overrun("seq"))
        == "MIDI: messages of seq were lost: it sends too many, or the machine is too busy"
    )
  }

  @Test func inputThatCannotBeOpenedIsNotSaidToBeUsedAgain() {
    #expect(
      MIDIText.sentence(.notOpened(DeviceError(.unavailable, "fifo:/none/x", detail: "mkfifo: no folder")))
        == "MIDI: fifo:/none/x cannot be opened: mkfifo: no folder; :set midi NAME tries again")
  }

  @Test func notesWithoutAPadAreNamedWithTheirDrums() {
    #expect(
      MIDIText.sentence(.substituted(note: 35, pad: 2))
        == "note 35 (bass 2) has no pad: pad 2, the most similar one, plays it, likewise for other notes; m teaches other pads"
    )
    #expect(MIDIText.sentence(.silent(note: 99)) == "note 99 has no pad: m teaches it one")
    #expect(
      TakeText.substituted([45: 11, 35: 2])
        == "the nearest pads play notes that no pad has: note 35 (bass 2) by pad 2, note 45 (low tom) by pad 11"
    )
  }

  @Test func faultsOfAMIDIFileAreNamedWithTheirPlaces() throws {
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let strike: [UInt8] = [0, 0x99, 38, 200]
    func flaws(_ strikes: Int) throws -> String? {
      let content: [UInt8] = (0..<strikes).flatMap { _ in strike } + [0, 0xFF, 0x2F, 0]
      let track: [UInt8] = Array("MTrk".utf8) + [0, 0, 0, UInt8(content.count)] + content
      return TakeText.flaws(try MIDIFileReader.read(header + track, subject: "a.mid").flaws)
    }
    #expect(try flaws(0) == nil)
    #expect(try flaws(1) == "the file has faults: byte 25: the data byte 200 counts as 127")
    #expect(try flaws(6)?.hasSuffix("byte 37: the data byte 200 counts as 127; 2 more") == true)
  }
}

import AudioBase
import SystemBase
import Testing

/// MIDI messages in a stream of bytes.
@Suite struct MIDIStreamParserTests {
  private func messages(_ bytes: [UInt8]) -> [MIDIMessage] {
    var parser = MIDIStreamParser()
    return bytes.compactMap { parser.feed($0) }
  }

  @Test func notesAndControllersAreRead() {
    #expect(
      messages([0x99, 38, 100, 0x89, 38, 64, 0xB3, 7, 90]) == [
        .noteOn(channel: 9, note: 38, velocity: 100), .noteOff(channel: 9, note: 38),
        .controlChange(channel: 3, controller: 7, value: 90),
      ])
  }

  /// As Roland's modules send a grabbed cymbal: pressure on the notes of its bow, edge and bell, with running status.
  @Test func pressureOnNotesIsRead() {
    #expect(
      messages([0xA9, 51, 127, 59, 127, 0xFE, 53, 127, 51, 0]) == [
        .notePressure(channel: 9, note: 51, value: 127), .notePressure(channel: 9, note: 59, value: 127),
        .notePressure(channel: 9, note: 53, value: 127), .notePressure(channel: 9, note: 51, value: 0),
      ])
  }

  @Test func bendsAreReadAroundTheirMiddle() {
    #expect(
      messages([0xE2, 0, 0x40, 0, 0, 0x7F, 0x7F]) == [
        .pitchBend(channel: 2, value: 0), .pitchBend(channel: 2, value: -8192),
        .pitchBend(channel: 2, value: 8191),
      ])
  }

  @Test func runningStatusAndNotesOfNoVelocityAreRead() {
    #expect(
      messages([0x90, 36, 1, 36, 0, 40, 127]) == [
        .noteOn(channel: 0, note: 36, velocity: 1), .noteOff(channel: 0, note: 36),
        .noteOn(channel: 0, note: 40, velocity: 127),
      ])
  }

  @Test func clockByteWithinAMessageDoesNotInterruptTheMessage() {
    let clocked = messages([0x90, 0xF8, 36, 0xFE, 99, 0xF8, 37, 98])
    #expect(clocked.filter { $0 != .clock }.count == 2 && clocked.count == 4)
    #expect(messages([0xFA, 0xFB, 0xFC, 0xFF, 0xF9]) == [.start, .goOn, .stop])
  }

  @Test func songPositionIsReadAndEndsTheRunningStatus() {
    #expect(
      messages([0x90, 36, 1, 0xF2, 2, 0xF8, 1, 36, 1, 0xFB]) == [
        .noteOn(channel: 0, note: 36, velocity: 1), .clock, .songPosition(130), .goOn,
      ])
  }

  @Test func machineControlIsReadAndOtherExclusiveMessagesAreSkipped() {
    #expect(
      messages([
        0x90, 36, 1, 0xF0, 0x7F, 0x7F, 6, 2, 0xF7, 0xF0, 0x7F, 3, 0xF8, 6, 1, 0xF7, 0xF0, 0x7F, 0, 6, 6, 0xF7,
      ]) == [
        .noteOn(channel: 0, note: 36, velocity: 1), .machine(.play), .clock, .machine(.stop),
        .machine(.recordStrobe),
      ])
    // Another class, an unknown command, a longer command, one that a status interrupts, and an end alone.
    let others: [[UInt8]] = [
      [0xF0, 0x7E, 0, 6, 2, 0xF7], [0xF0, 0x7F, 0, 6, 0x55, 0xF7], [0xF0, 0x7F, 0, 6, 0x44, 6, 1, 0xF7],
      [0xF0, 0x7F, 0, 6, 0x90, 2, 0xF7], [0xF7], [0xF0, 0xF7], [0xF0, 0x7F, 0, 5, 2, 0xF7],
    ]
    for bytes in others { #expect(messages(bytes).isEmpty, "\(bytes)") }
    #expect(messages([0xF0] + [UInt8](repeating: 6, count: 100_000) + [0xF7, 0x99, 38, 9]).count == 1)
  }

  @Test func otherMessagesAreSkippedAndEndTheRunningStatus() {
    #expect(messages([0xD1, 7, 8]).isEmpty && messages([0xC0, 5, 6]).count == 2)
    #expect(messages([0x90, 36, 1, 0xF0, 1, 2, 0xF7, 40, 41]).count == 1)
    #expect(messages([36, 1, 0x90, 36, 2]) == [.noteOn(channel: 0, note: 36, velocity: 2)])
  }

  @Test func randomBytesNeverGiveValuesOutOfRange() {
    var random = SeededGenerator(seed: 9)
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for message in messages(bytes) {
      switch message {
      case .noteOn(let channel, let note, let velocity):
        #expect(channel < 16 && note < 128 && (1...127).contains(velocity))
      case .noteOff(let channel, let note): #expect(channel < 16 && note < 128)
      case .notePressure(let channel, let note, let value):
        #expect(channel < 16 && note < 128 && value < 128)
      case .controlChange(let channel, let controller, let value):
        #expect(channel < 16 && controller < 128 && value < 128)
      case .clock, .start, .goOn, .stop, .machine: break
      case .songPosition(let sixteenths): #expect((0...16_383).contains(sixteenths))
      case .programChange(let channel, let program): #expect(channel < 16 && program < 128)
      case .pitchBend(let channel, let value): #expect(channel < 16 && (-8192...8191).contains(value))
      }
    }
  }
}

import Glibc
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Pads of MIDI devices, as bytes of a named pipe.
@Suite(.together) struct MIDIPadTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func send(_ bytes: [UInt8]) throws {
    let descriptor = sandbox.file("pads").withCString { open($0, O_WRONLY | O_CLOEXEC) }
    #expect(descriptor >= 0)
    #expect(FileBytes.writeAll(bytes, to: descriptor))
    close(descriptor)
  }

  private func start() throws -> TmuxSession {
    try sandbox.tmux("--output", "null", "--trace-hits", "trace", "--midi", "fifo:pads")
  }

  private func hits(_ count: Int) throws -> [TracedHit] {
    try Wait.until("\(count) hits") { ((try? TracedHit.read(sandbox.file("trace")))?.count ?? 0) >= count }
    return try TracedHit.read(sandbox.file("trace"))
  }

  @Test func midiNotesStrikeTheKitPadsAndLearnedPads() throws {
    try sandbox.writeEmptySession()
    let session = try start()
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    // Running status, with a clock in between: the snare and the bass drum of General MIDI.
    try send([0x99, 38, 90, 0xF8, 36, 80, 38, 0])
    #expect(try hits(2).map(\.pad) == [1, 2] && hits(2).map(\.velocity) == [90, 80])
    try session.type("m")
    try session.wait(for: "strike the MIDI pad")
    try send([0x99, 99, 70])
    try session.wait(for: "note 99: press the key that it replaces")
    try session.type("f")
    try session.wait(for: "note 99 is pad 4 from now on")
    try send([0x99, 99, 70])
    #expect(try hits(3).last?.pad == 4)
    try send([0xB0, 7, 0])
    try session.wait(for: "volume −60.0 dB")
    try session.expectQuit()
    // What was taught is known at the next start.
    let again = try start()
    try again.wait(for: "snare")
    try send([0x99, 99, 70])
    try Wait.until("a hit of pad 4") { (try? TracedHit.read(sandbox.file("trace")))?.map(\.pad) == [4] }
    try again.expectQuit()
  }

  @Test func midiLearningWithoutAnInputNamesTheSetting() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null", "--midi", "off")
    try session.wait(for: "snare")
    try session.type("m")
    try session.wait(for: "no MIDI input is open: write midi=auto to the configuration and start again")
    try session.expectQuit()
    let refused = try sandbox.run(["--output", "null", "--midi", "keys"])
    #expect(refused.status == 2 && refused.errorLines.first?.contains("--midi") == true)
  }
}

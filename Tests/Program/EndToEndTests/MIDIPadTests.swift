import Dubbing
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

  @Test func midiNotesStrikeTheKitPadsAndLearnedPads() throws {
    try sandbox.writeEmptySession()
    let session = try start()
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    // Running status, with a clock in between: the snare and the bass drum of General MIDI.
    try send([0x99, 38, 90, 0xF8, 36, 80, 38, 0])
    #expect(try sandbox.hits(2).map(\.pad) == [1, 2] && sandbox.hits(2).map(\.velocity) == [90, 80])
    try session.type("m")
    try session.wait(for: "strike the MIDI pad")
    try send([0x99, 99, 70])
    try session.wait(for: "note 99: press the key that it replaces")
    try session.type("f")
    try session.wait(for: "note 99 is pad 4 from now on")
    try send([0x99, 99, 70])
    let hits = try sandbox.hits(3)
    #expect(hits.map(\.pad) == [1, 2, 4] && hits.map(\.velocity) == [90, 80, 70], "the key strikes none")
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

  /// As a module of an electronic kit sends it: the pedal before the hats, notes of the edges, ghost notes, a grabbed
  /// crash; nothing was taught.
  @Test func grooveOfAnElectronicKitIsPlayedAndRecordedWithHatsChokesAndGhostNotes() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux(
      "--output", "null", "--trace-hits", "trace", "--midi", "fifo:pads", "--count-in", "0")
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    try session.type("r")
    try session.wait(for: "· recording")
    try send([
      0xB9, 4, 127, 0x99, 36, 110, 22, 90, 36, 0, 22, 0,  // bass drum, closed hat by its edge
      0xB9, 4, 64, 0x99, 46, 80, 46, 0,  // half-open hat
      0xB9, 4, 0, 0x99, 26, 100, 40, 12, 26, 0, 40, 0,  // open hat by its edge, ghost note on the rim
      0xB9, 4, 127, 0x99, 44, 70, 44, 0, 55, 120, 55, 0,  // foot, edge of the crash
      0xA9, 49, 127, 55, 127, 49, 0, 55, 0,  // the crash is grabbed
      0x99, 48, 90, 48, 0, 45, 90, 45, 0, 41, 90, 41, 0, 59, 60, 59, 0,  // toms, edge of the ride
    ])
    let hits = try sandbox.hits(11)
    #expect(hits.map(\.pad) == [2, 5, 17, 6, 1, 15, 12, 10, 11, 11, 13])
    #expect(hits.map(\.velocity) == [110, 90, 80, 100, 12, 70, 120, 90, 90, 90, 60])
    try session.wait(for: "has no pad")
    try session.type("r")
    try session.wait(for: "saved take 1: 11 hits")
    try session.expectQuit()
    let take = TakeStore(folder: sandbox.file(StoredTake.folder)).takes(of: nil).takes.first?.take
    #expect(take?.layers.map(\.hits.pads) == [hits.map(\.pad)])
    #expect(take?.layers.map(\.hits.velocities) == [hits.map(\.velocity)])
  }

  @Test func deviceWithAProfilePlaysAtOnceAndProgramsChooseKits() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux(
      "--output", "null", "--trace-hits", "trace", "--midi", "fifo:LPD8")
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("LPD8").exists }
    func play(_ bytes: [UInt8]) throws {
      let descriptor = sandbox.file("LPD8").withCString { open($0, O_WRONLY | O_CLOEXEC) }
      #expect(FileBytes.writeAll(bytes, to: descriptor))
      close(descriptor)
    }
    try play([0x90, 36, 100, 36, 0, 43, 90, 43, 0])
    #expect(try sandbox.hits(2).map(\.pad) == [1, 8])
    try play([0xB0, 1, 0])
    try session.wait(for: "volume −60.0 dB")
    try session.type(":midi program 5 command kit Electronic")
    try session.press("Enter")
    try session.wait(for: "MIDI: program 5")
    try play([0xC0, 4])
    try session.wait(for: "shaker")
    try session.type(":midi list")
    try session.press("Enter")
    try session.wait(for: "program 5 command kit Electronic")
    try session.expectQuit()
  }

  /// The kit has three toms. Source: "TD-17: Default Factory MIDI Note Map", support.roland.com: heads and rims of four toms.
  @Test func tomsOfAnElectronicKitWithAProfileSoundApart() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace", "--midi", "fifo:TD-17")
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("TD-17").exists }
    let notes: [UInt8] = [48, 50, 45, 47, 43, 58, 41, 39]
    let descriptor = sandbox.file("TD-17").withCString { open($0, O_WRONLY | O_CLOEXEC) }
    #expect(FileBytes.writeAll([0x99] + notes.flatMap { [$0, 90, $0, 0] }, to: descriptor))
    close(descriptor)
    let pads = try sandbox.hits(8).map(\.pad)
    #expect(Set([0, 2, 4, 6].map { pads[$0] }).count == 4, "\(pads)")
    try session.expectQuit()
  }

  @Test func curveOfAPadIsLearnedAndKept() throws {
    try sandbox.writeEmptySession()
    let session = try start()
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    // A note that sounds shows that the input is open.
    try send([0x99, 38, 127, 38, 0])
    _ = try sandbox.hits(1)
    try session.type(":midi curve learn pad 1")
    try session.press("Enter")
    try session.wait(for: "strike four times")
    for velocity: UInt8 in [20, 20, 20, 20, 100, 100, 100, 100] { try send([0x99, 38, velocity, 38, 0]) }
    try session.wait(for: "curve 20:16,100:120 pad 1")
    try send([0x99, 38, 20])
    #expect(try sandbox.hits(10).last?.velocity == 16)
    try session.expectQuit()
    #expect(
      try FileBytes.read(sandbox.file("config/drumdub/midi"), limit: 1 << 20)
        == Array("curve 20:16,100:120 pad 1\n".utf8))
  }

  @Test func notesOfThreeDevicesAreAllHeardInTheirOrder() throws {
    try sandbox.writeEmptySession()
    let session = try start()
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    // Notes of General MIDI: snare, bass drum and closed hat.
    let devices: [(note: UInt8, pad: Int)] = [(38, 1), (36, 2), (42, 5)]
    let pipes = devices.map { _ in sandbox.file("pads").withCString { open($0, O_WRONLY | O_CLOEXEC) } }
    defer { pipes.forEach { close($0) } }
    for first in stride(from: 1, through: 96, by: 5) {
      for (device, pipe) in zip(devices, pipes) {
        for velocity in first..<first + 5 {
          #expect(FileBytes.writeAll([0x99, device.note, UInt8(velocity)], to: pipe))
        }
      }
      _ = try sandbox.hits((first + 4) * devices.count)
    }
    let heard = try sandbox.hits(100 * devices.count)
    #expect(heard.count == 100 * devices.count)
    for device in devices {
      #expect(heard.filter { $0.pad == device.pad }.map(\.velocity) == Array(1...100), "pad \(device.pad)")
    }
    try session.expectQuit()
  }

  @Test func floodsAndUnendingRunningStatusAreToldOnceAndTheNextNoteSounds() throws {
    try sandbox.writeEmptySession()
    let session = try start()
    try session.wait(for: "snare")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    let pressure = (0..<5_000).flatMap { [49, UInt8($0 & 0x7F)] as [UInt8] }
    let clocks = [UInt8](repeating: 0xF8, count: 30_000)
    try send([0xA9] + pressure + clocks + [0x99] + (0..<5_000).flatMap { _ in [38, 0] as [UInt8] })
    try send([0x99, 38, 90, 38, 0])
    #expect(try sandbox.hits(1).map(\.pad) == [1])
    try session.wait(for: "MIDI: fifo:pads sends more than 10000 messages a second")
    try session.expectQuit()
  }

  /// The commands as a recorder's remote control sends them, and the setting `midi` while the program runs.
  @Test func machineControlRecordsAndStopsThroughAnInputThatIsChosenLater() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux(
      "--output", "null", "--trace-hits", "trace", "--midi", "off", "--count-in", "0")
    try session.wait(for: "snare")
    try session.type(":set midi fifo:pads")
    try session.press("Enter")
    try session.wait(for: "midi is fifo:pads")
    try Wait.until("the pipe") { sandbox.file("pads").exists }
    try send([0xF0, 0x7F, 0x7F, 6, 6, 0xF7])
    try session.wait(for: "· recording")
    try send([0x99, 38, 90, 38, 0])
    _ = try sandbox.hits(1)
    try send([0xF0, 0x7F, 0, 6, 1, 0xF7])
    try session.wait(for: "saved take 1: 1 hit")
    try session.expectQuit()
  }

  @Test func midiLearningWithoutAnInputNamesTheSetting() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null", "--midi", "off")
    try session.wait(for: "snare")
    try session.type("m")
    try session.wait(for: "no MIDI input is open: :set midi auto opens one")
    try session.expectQuit()
    let refused = try sandbox.run(["--output", "null", "--midi", "keys"])
    #expect(refused.status == 2 && refused.errorLines.first?.contains("--midi") == true)
  }
}

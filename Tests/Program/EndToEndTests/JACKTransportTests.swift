import Glibc
import HeardSound
import SystemBase
import TestSupport
import Testing

/// Notes and transport, which programs on a JACK server share.
@Suite(.jack, .enabled(if: JACKDummyServer.mayRun, "jackd2 is not installed")) struct JACKTransportTests {
  private let sandbox: Sandbox
  private let environment: [String]

  init() throws {
    sandbox = try Sandbox()
    try TestTrack(impulsesEvery: 4_800, seconds: 120).write(to: "a.wav", in: sandbox)
    environment = try sandbox.makeJACKEnvironment()
  }

  private func start(_ arguments: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(
      in: terminal, ["--plain", "--output", "jack"] + arguments + ["a.wav"], environment: environment)
    try terminal.wait(for: "playing: 1 of 1")
    return terminal
  }

  private func text(of file: String) -> String {
    String(decoding: (try? FileBytes.read(sandbox.file(file), limit: 1 << 20)) ?? [], as: UTF8.self)
  }

  private func isPlaying() throws -> Bool {
    try sandbox.run(["remote", "status", "--json"], environment: environment).text.contains(
      "\"state\":\"playing\"")
  }

  /// Waits for a state of the player or of the transport. A failure names both.
  private func wait(
    for what: String, _ server: JACKDummyServer, _ terminal: PseudoTerminal, _ isSo: () throws -> Bool
  ) throws {
    func told() -> String {
      terminal.read(milliseconds: 0)
      let status = try? sandbox.run(["remote", "status", "--json"], environment: environment).text
      let transport = try? server.transport()
      return "transport: \(transport, default: "unknown"); player: \(status ?? "unknown"); \(terminal.text)"
    }
    try Wait.until(what, told: told, isSo)
  }

  @Test func padsAreSentByTheirNotes() throws {
    let server = try JACKDummyServer(sandbox)
    let terminal = try start("--midi-output", "jack")
    let listener = try server.writeNotes(of: "drumdub:notes", to: sandbox.file("notes"))
    // The snare of the kit. A busy machine may let the server leave out cycles with notes.
    try Wait.until("the notes", milliseconds: 500) {
      terminal.type("a")
      return ["note on  (channel  9): pitch  38, velocity", "note off (channel  9): pitch  38"].allSatisfy {
        text(of: "notes").contains($0)
      }
    }
    kill(listener, SIGKILL)
    waitpid(listener, nil, 0)
    try terminal.quit()
  }

  @Test func playbackFollowsTheTransport() throws {
    let server = try JACKDummyServer(sandbox)
    let terminal = try start("--jack-transport", "follow")
    terminal.type(" ")
    try terminal.wait(for: "paused")
    let listener = try server.writeImpulses(of: "drumdub:left", to: sandbox.file("impulses"))
    try server.changeTransport("locate 1440000", "play")
    try wait(for: "the music", server, terminal) { try isPlaying() && sandbox.position() > 30 }
    try wait(for: "impulses", server, terminal) { text(of: "impulses").split(separator: "\n").count > 20 }
    let places = text(of: "impulses").split(separator: "\n").compactMap { Int($0) }
    // The music has an impulse each 4,800 frames.
    let late = places.suffix(8).map { ($0 + 2_400) % 4_800 - 2_400 }
    #expect(late.allSatisfy { $0.magnitude < 2_400 }, "\(late)")
    try server.changeTransport("locate 2880000")
    try wait(for: "the position", server, terminal) { try sandbox.position() > 60 }
    try server.changeTransport("stop")
    try wait(for: "the pause", server, terminal) { try !isPlaying() }
    let place = try sandbox.position()
    #expect(place > 60 && place < 70)
    kill(listener, SIGKILL)
    waitpid(listener, nil, 0)
    try terminal.quit()
  }

  @Test func transportFollowsPlayback() throws {
    let server = try JACKDummyServer(sandbox)
    let terminal = try start("--jack-transport", "both")
    try wait(for: "the transport rolls", server, terminal) { try server.transport().state == "Rolling" }
    terminal.type(" ")
    try terminal.wait(for: "paused")
    try wait(for: "the transport stops", server, terminal) { try server.transport().state == "Stopped" }
    #expect(try sandbox.run(["remote", "seek", "60"], environment: environment).status == 0)
    try wait(for: "the position", server, terminal) { try server.transport().frame == 2_880_000 }
    terminal.type(" ")
    try wait(for: "the transport rolls", server, terminal) { try server.transport().state == "Rolling" }
    try server.changeTransport("stop")
    try wait(for: "the pause", server, terminal) { try !isPlaying() }
    try server.changeTransport("locate 480000", "play")
    try wait(for: "the music", server, terminal) { try isPlaying() && sandbox.position() < 30 }
    try wait(for: "the transport rolls", server, terminal) { try server.transport().state == "Rolling" }
    try terminal.quit()
  }

  @Test func stopAndStartWithinACycleAreNoReasonToMissTheNextStop() throws {
    let server = try JACKDummyServer(sandbox)
    let terminal = try start("--jack-transport", "both")
    try wait(for: "the transport rolls", server, terminal) { try server.transport().state == "Rolling" }
    terminal.type("  ")
    try terminal.wait(for: "paused")
    try wait(for: "the music", server, terminal) { try isPlaying() && server.transport().state == "Rolling" }
    try server.changeTransport("stop")
    try wait(for: "the pause", server, terminal) { try !isPlaying() }
    try wait(for: "the transport stops", server, terminal) { try server.transport().state == "Stopped" }
    try terminal.quit()
  }
}

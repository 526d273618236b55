import Glibc
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Notifications of the desktop, received by a stand-in.
@Suite(.together, .enabled(if: MessageBus.hasPeers)) struct NotificationTests {
  private func start(_ sandbox: Sandbox, _ bus: MessageBus, _ options: String...) throws -> PseudoTerminal {
    for (seed, name) in [(71, "one.wav"), (72, "two.wav"), (73, "three.wav")] {
      try TestTrack(seed: UInt64(seed), seconds: 60).write(to: name, in: sandbox)
    }
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(
      in: terminal, ["--output", "null"] + options + ["one.wav", "two.wav", "three.wav"],
      environment: [bus.session])
    try terminal.wait(for: "playing")
    return terminal
  }

  private func invoke(_ bus: MessageBus, _ method: String, _ arguments: String...) throws {
    _ = try bus.call(
      "org.drumdub.Test.\(method)", arguments, to: "org.freedesktop.Notifications",
      at: "/org/freedesktop/Notifications")
  }

  @Test func eachTrackIsShownOnceWithActions() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let desktop = try bus.peer("notifications")
    let picture = Sandbox.checkout.appending("Resources/Artwork/no-artwork.png")
    try sandbox.write(try FileBytes.read(picture, limit: 1 << 22), to: "cover.png")
    let terminal = try start(sandbox, bus, "--notifications", "yes")
    try desktop.wait(for: "1 replaces 0: one.wav [] pause,Pause,next,Next cover.png\n")
    terminal.type("n")
    try desktop.wait(for: "1 replaces 1: two.wav")
    try invoke(bus, "Invoke", "string:pause")
    try terminal.wait(for: "paused")
    terminal.type(" ")
    try terminal.wait(for: "[ ‖ pause ]")
    try invoke(bus, "Invoke", "string:next")
    try desktop.wait(for: "1 replaces 1: three.wav")
    try invoke(bus, "Close")
    terminal.type("p")
    try desktop.wait(for: "2 replaces 0: two.wav")
    #expect(desktop.text.split(separator: "\n").count == 5)
    terminal.type("q")
    try terminal.expectEnd(.exited(0))
  }

  @Test func theyAreOffUnlessTheUserWantsThem() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let desktop = try bus.peer("notifications")
    let terminal = try start(sandbox, bus)
    try bus.expect("Playing", from: "status")
    terminal.type("n")
    try bus.expect("two.wav", from: "metadata", "title")
    terminal.type(":set notifications yes\r")
    try desktop.wait(for: "two.wav")
    #expect(!desktop.text.contains("one.wav"))
    terminal.type("q")
    try terminal.expectEnd(.exited(0))
  }
}

import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Notifications of the desktop, received by a stand-in.
@Suite(.together, .enabled(if: MessageBus.hasPeers)) struct NotificationTests {
  /// In tmux, which reads the screen at any time: a full terminal would delay the messages.
  private func start(_ sandbox: Sandbox, _ bus: MessageBus, notifications: String = "no") throws
    -> TmuxSession
  {
    for (seed, name) in [(71, "one.wav"), (72, "two.wav"), (73, "three.wav")] {
      try TestTrack(seed: UInt64(seed), seconds: 60).write(to: name, in: sandbox)
    }
    let session = try sandbox.tmux(
      "--output", "null", "--notifications", notifications, "one.wav", "two.wav", "three.wav",
      environment: [bus.session])
    try session.wait(for: "▶ playing")
    return session
  }

  private func invoke(_ bus: MessageBus, _ method: String, _ arguments: String...) throws {
    _ = try bus.call(
      "org.drumdub.Test.\(method)", arguments, to: "org.freedesktop.Notifications",
      at: "/org/freedesktop/Notifications")
  }

  @Test func eachTrackIsNotifiedOnceWithActions() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let desktop = try bus.peer("notifications")
    let picture = Sandbox.checkout.appending("Resources/Artwork/no-artwork.png")
    try sandbox.write(try FileBytes.read(picture, limit: 1 << 22), to: "cover.png")
    let session = try start(sandbox, bus, notifications: "yes")
    try desktop.wait(for: "1 replaces 0: one.wav [] pause,Pause,next,Next cover.png\n")
    try session.type("n")
    try desktop.wait(for: "1 replaces 1: two.wav")
    try invoke(bus, "Invoke", "string:pause")
    try session.wait(for: "‖ paused")
    try session.type(" ")
    try session.wait(for: "▶ playing")
    try invoke(bus, "Invoke", "string:next")
    try desktop.wait(for: "1 replaces 1: three.wav")
    try invoke(bus, "Close")
    try session.type("p")
    try desktop.wait(for: "2 replaces 0: two.wav")
    #expect(desktop.text.split(separator: "\n").count == 5)
    try session.expectQuit()
  }

  @Test func notificationsAreOffUnlessEnabled() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let desktop = try bus.peer("notifications")
    let session = try start(sandbox, bus)
    try bus.expect("Playing", from: "status")
    try session.type("n")
    try bus.expect("two.wav", from: "metadata", "title")
    try session.type(":set notifications yes")
    try session.press("Enter")
    try desktop.wait(for: "two.wav")
    #expect(!desktop.text.contains("one.wav"))
    try session.expectQuit()
  }
}

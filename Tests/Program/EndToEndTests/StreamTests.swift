import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Streams of the network in the player.
@Suite(.waiting) struct StreamTests {
  private func mp3(in sandbox: Sandbox, seconds: Double = 30) throws -> [UInt8] {
    let wav = try TestTrack(seed: 91, seconds: seconds).write(to: "a.wav", in: sandbox)
    try Tool.run("lame", ["--quiet", "-b", "128", wav.shown, sandbox.file("a.mp3").shown])
    FileBytes.remove(wav)
    defer { FileBytes.remove(sandbox.file("a.mp3")) }
    return try FileBytes.read(sandbox.file("a.mp3"), limit: 1 << 26)
  }

  @Test func stationShowsTitlesAndReconnectsAfterALostConnection() throws {
    let sandbox = try Sandbox()
    let music = try mp3(in: sandbox)
    let server = try StreamServer([
      .station(music, name: "Test FM", titles: ["One - First"], limit: 200_000),
      .station(music, name: "Test FM", titles: ["Two - Second"]),
    ])
    defer { server.stop() }
    let session = try sandbox.tmux("--count-in", "0", "--output", "file:out.wav", server.address())
    try session.wait(forAll: ["One - First", "Test FM", "▶ playing"])
    try session.wait(for: "connection lost: the server closed the connection")
    try session.wait(for: "Two - Second", seconds: 90)
    try session.press("Right")
    try session.wait(for: "seeking is not possible")
    try session.type("r")
    try session.wait(for: "· recording")
    try session.type("a")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type("r")
    try session.wait(for: "saved take 1: 1 hit")
    try session.type("E")
    try session.wait(for: "without a track")
    try session.expectQuit()
    let saved = try FileBytes.read(sandbox.sessionFile, limit: 1 << 20)
    #expect(String(decoding: saved, as: UTF8.self).contains("\"path\":\"\(server.address())\""))
  }

  @Test func aPlaylistWithAnAddressIsQueuedAndSaved() throws {
    let sandbox = try Sandbox()
    let music = try mp3(in: sandbox)
    let server = try StreamServer([.station(music, name: "Test FM", titles: ["One - First"])])
    defer { server.stop() }
    let list = "#EXTM3U\n#EXTINF:-1,My station\n\(server.address())\nrtsp://127.0.0.1/x\n"
    try sandbox.write(list.utf8, to: "list.m3u")
    let session = try sandbox.tmux("--output", "null", "list.m3u")
    try session.wait(forAll: ["One - First", "My station"])
    try session.type("W")
    try session.wait(for: "save")
    try session.type("./copy.xspf\r")
    try session.wait(for: "copy.xspf")
    try session.expectQuit()
    let copy = try FileBytes.read(sandbox.file("copy.xspf"), limit: 1 << 20)
    let text = String(decoding: copy, as: UTF8.self)
    #expect(text.contains("<location>\(server.address())</location>") && text.contains("My station"))
    #expect(!text.contains("One - First"))
  }

  @Test(.enabled(if: Tool.mayUse("mpc"))) func fileOfAServerIsSoughtAndLeftForTheNextStart() throws {
    let sandbox = try Sandbox()
    let wav = try TestTrack(seed: 94, seconds: 60).write(to: "a.wav", in: sandbox)
    let tags = ["--tt", "Flower Duet", "--ta", "Delibes"]
    try Tool.run("lame", ["--quiet", "-b", "128"] + tags + [wav.shown, sandbox.file("a.mp3").shown])
    let bytes = try FileBytes.read(sandbox.file("a.mp3"), limit: 1 << 26)
    let server = try StreamServer { request, _ in .part(of: bytes, request) }
    defer { server.stop() }
    let player = try RemotePlayer(sandbox, server.address("/a.mp3"))
    try player.terminal.wait(for: "playing: 1 of 1")
    _ = try player.mpc("pause")
    try player.expect("[paused]", from: "status")
    #expect(try player.remote("seek", "0:40").status == 0)
    try player.expect("0:40/1:00", from: "status")
    try player.expect("Delibes - Flower Duet", from: "current")
    _ = try player.quit()
    let again = try RemotePlayer(sandbox)
    try again.expect("[paused]", from: "status")
    try again.expect("0:40", from: "status")
    _ = try again.quit()
  }

  /// A server that accepts connections and never answers. A connection is given up after ten seconds.
  @Test func unresponsiveServerDelaysNeitherKeysNorQuitting() throws {
    let soon = 8.0
    let sandbox = try Sandbox()
    try TestTrack(seed: 92, seconds: 20).write(to: "b.wav", in: sandbox)
    var dead = StreamServer.Answer()
    dead.stalls = true
    let server = try StreamServer([dead])
    defer { server.stop() }
    let session = try sandbox.tmux("--output", "null", server.address(), "b.wav")
    try session.wait(for: "connecting to")
    try session.type("n")
    try session.wait(forPosition: 1, seconds: soon)
    try session.type("p")
    try session.wait(for: "connecting to")
    let start = HostTime.now
    try session.expectQuit()
    #expect(HostTime.now.seconds(since: start) < soon)
  }

  /// The server sends some seconds of music, then nothing, and does not answer the next connection.
  @Test func stalledStreamIsBufferingThenReconnecting() throws {
    let sandbox = try Sandbox()
    // 4 seconds at 128 kbit/s.
    var answer = StreamServer.Answer.station(
      try mp3(in: sandbox), name: "Test FM", titles: ["One - First"], limit: 64_000)
    answer.stalls = true
    var silent = StreamServer.Answer()
    silent.stalls = true
    let server = try StreamServer([answer, silent])
    defer { server.stop() }
    let player = try RemotePlayer(sandbox, server.address())
    func status() throws -> String { try player.remote("status", "--format", "{state} {elapsed}").text }
    try player.terminal.wait(for: "playing: 1 of 1")
    let seen = player.terminal.output.count
    try player.terminal.wait(for: "buffering: 1 of 1", from: seen)
    let (text, later) = (try status(), try status())
    #expect(text.hasPrefix("buffering ") && later == text)
    // The connection is given up after 10 s.
    try player.terminal.wait(for: "reconnecting: 1 of 1", from: seen)
    #expect(try status().hasPrefix("reconnecting "))
    _ = try player.quit()
  }

  @Test func theReasonOfAFailureStaysVisibleWhileTheQueueGoesOn() throws {
    let sandbox = try Sandbox()
    let music = try mp3(in: sandbox)
    var missing = StreamServer.Answer()
    missing.status = "404 Not Found"
    let server = try StreamServer([missing, .station(music, name: "Test FM", titles: ["One - First"])])
    defer { server.stop() }
    let session = try sandbox.tmux(
      "--output", "null", server.address("/gone"), server.address("/live"), columns: 160)
    try session.wait(forAll: ["▶ playing", "One - First", "cannot play \(server.address("/gone"))", "404"])
    try session.type("N")
    try session.wait(forAll: ["on air: One - First", "cannot play \(server.address("/gone"))"])
    try session.expectQuit()
  }

  @Test func reasonOfARefusedConnectionIsShown() throws {
    let sandbox = try Sandbox()
    let server = try StreamServer([StreamServer.Answer()])
    server.stop()
    let session = try sandbox.tmux("--output", "null", server.address(), columns: 160)
    try session.wait(forAll: ["cannot play \(server.address())", "Connection refused"])
    try session.expectQuit()
  }
}

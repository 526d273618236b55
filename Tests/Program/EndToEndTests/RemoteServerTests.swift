import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The server of the remote control: lists of commands, waiting, bad clients, the socket and the network.
@Suite(.together) struct RemoteServerTests {
  private func player(_ sandbox: Sandbox) throws -> RemotePlayer {
    try TestTrack(seed: 81, seconds: 60).write(to: "one.wav", in: sandbox)
    let player = try RemotePlayer(sandbox, "--stats", "stats.json", "one.wav")
    try player.terminal.wait(for: "playing")
    return player
  }

  @Test func listsOfCommandsStopAtTheFirstError() throws {
    let player = try player(try Sandbox())
    let client = try RemoteTestClient(player.socket)
    #expect(try client.answer(to: "foo") == ["ACK [5@0] {foo} unknown command \"foo\""])
    #expect(
      try client.answer(to: "command_list_begin\nping\nsetvol 30\nplay 99\nsetvol 60\ncommand_list_end")
        == ["ACK [2@2] {play} Bad song index"])
    #expect(try client.answer(to: "getvol") == ["volume: 30", "OK"])
    #expect(
      try client.answer(to: "command_list_ok_begin\nping\ngetvol\ncommand_list_end")
        == ["list_OK", "volume: 30", "list_OK", "OK"])
    #expect(try client.answer(to: "command_list_begin\ncommand_list_end") == ["OK"])
    #expect(try client.answer(to: "idle dance")[0].hasPrefix("ACK [2@0] {idle}"))
    client.send("idle sticker\n")
    client.send("noidle\n")
    #expect(try client.answer() == ["OK"])
    // A change between two calls of `idle` is reported at once.
    let other = try RemoteTestClient(player.socket)
    #expect(try other.answer(to: "setvol 50") == ["OK"])
    #expect(try client.answer(to: "idle mixer") == ["changed: mixer", "OK"])
    #expect(try player.quit() == .exited(0))
  }

  @Test func misbehavingClientsDisturbNeitherPlaybackNorOtherClients() throws {
    let sandbox = try Sandbox()
    let player = try player(sandbox)
    let good = try RemoteTestClient(player.socket)
    let half = try RemoteTestClient(player.socket)
    half.send("play")
    let long = try RemoteTestClient(player.socket)
    long.send([UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20))
    #expect(try long.answer()[0].contains("line is too long"))
    #expect(throws: (any Error).self) { try long.line() }
    let list = try RemoteTestClient(player.socket)
    list.send("command_list_begin\n" + String(repeating: "ping\n", count: 500_000))
    #expect(try list.answer()[0].contains("command list is too large"))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let client = try RemoteTestClient(player.socket)
      client.send((0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    // A client that reads nothing.
    let slow = try RemoteTestClient(player.socket)
    slow.send([UInt8](String(repeating: "commands\n", count: 100_000).utf8))
    #expect(try good.answer(to: "ping") == ["OK"])
    #expect(try good.answer(to: "status").contains("state: play"))
    half.send("id x\n")
    #expect(try half.answer()[0].hasPrefix("ACK [2@0] {playid}"))
    #expect(try player.quit() == .exited(0))
    let statistics = String(
      decoding: try FileBytes.read(sandbox.file("stats.json"), limit: 1 << 16), as: UTF8.self)
    #expect(statistics.contains("\"underruns\":0"), "\(statistics)")
  }

  @Test func aThousandClientsAreServed() throws {
    let sandbox = try Sandbox()
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(kind, &limit)
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4_096))
    setrlimit(kind, &limit)
    try #require(limit.rlim_cur >= 1_500)
    let player = try player(sandbox)
    // The connection that waited for the socket may still be closing.
    var clients: [RemoteTestClient] = []
    for _ in 0..<990 { clients.append(try RemoteTestClient(player.socket)) }
    for _ in 0..<3 {
      for client in clients { client.send("status\n") }
      for client in clients { #expect(try client.answer().contains("playlistlength: 1")) }
    }
    for client in clients { client.send("idle\n") }
    player.terminal.type(" ")
    for client in clients { #expect(try client.answer().contains("changed: player")) }
    player.terminal.type(" ")
    #expect(try player.quit() == .exited(0))
    let statistics = String(
      decoding: try FileBytes.read(sandbox.file("stats.json"), limit: 1 << 16), as: UTF8.self)
    // A machine that wakes the output late is too busy to decode in time.
    let isBusy = !statistics.contains("\"lateWakeUps\":0")
    #expect(statistics.contains("\"underruns\":0") || isBusy, "\(statistics)")
  }

  @Test func theSocketOfADeadPlayerIsReplaced() throws {
    let sandbox = try Sandbox()
    let first = try player(sandbox)
    first.terminal.signal(SIGKILL)
    #expect(try first.terminal.waitForEnd() == .signalled(SIGKILL))
    #expect(first.socket.exists)
    let second = try RemotePlayer(sandbox, "one.wav")
    try second.terminal.wait(for: "playing")
    #expect(try RemoteTestClient(second.socket).answer(to: "status").contains("state: play"))
    var status = stat()
    #expect(second.socket.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o600)
    #expect(second.socket.directory.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o700)
    // The socket of a player that runs is not touched.
    let third = try RemotePlayer(
      sandbox, "--resume", "no", "--second-start", "new", "one.wav", servesAtOnce: false)
    try third.terminal.wait(for: "another player uses")
    #expect(try third.quit() == .exited(0))
    #expect(try RemoteTestClient(second.socket).answer(to: "ping") == ["OK"])
    #expect(try second.quit() == .exited(0))
    #expect(!second.socket.exists)
  }

  @Test(arguments: [SIGTERM, SIGKILL]) func waitingPlayersTakeOverTheSocketInTurn(signal: Int32) throws {
    let sandbox = try Sandbox()
    let first = try player(sandbox)
    try TestTrack(seed: 82, seconds: 60).write(to: "two.wav", in: sandbox)
    let waiting = try ["two.wav", "one.wav"].map {
      try RemotePlayer(sandbox, "--resume", "no", "--second-start", "new", $0, servesAtOnce: false)
    }
    for player in waiting {
      try player.terminal.wait(for: "the remote control of this one begins when that player has ended")
    }
    first.terminal.signal(signal)
    _ = try first.terminal.waitForEnd()
    // One of the two serves it, then the other one.
    var served: Set<String> = []
    for left in [2, 1] {
      var playing: String?
      try Wait.until("a player that serves the socket and has begun its track") {
        let client = try? RemoteTestClient(first.socket)
        playing = try? client?.answer(to: "currentsong").first { $0.hasPrefix("file: ") }
        return playing != nil
      }
      let song = try #require(playing)
      served.insert(song)
      if left == 2 {
        let player = waiting[song.hasSuffix("two.wav") ? 0 : 1]
        #expect(try player.quit() == .exited(0))
      }
    }
    #expect(served.count == 2)
    for player in waiting where player.terminal.end == nil { #expect(try player.quit() == .exited(0)) }
    #expect(!first.socket.exists)
  }

  /// The folder is missing, is a file, or is not named at all.
  @Test(arguments: ["XDG_RUNTIME_DIR=/nowhere/at/all", "XDG_RUNTIME_DIR=/dev/null", "XDG_RUNTIME_DIR="])
  func missingRuntimeFolderCausesNoMessage(variable: String) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 81, seconds: 60).write(to: "one.wav", in: sandbox)
    let terminal = try sandbox.terminal("--plain", "--output", "null", "one.wav", environment: [variable])
    try terminal.wait(for: "playing: 1 of 1")
    terminal.type(" ")
    try terminal.wait(for: "paused")
    try terminal.expectQuit()
    #expect(!terminal.text.contains("remote") && !terminal.text.contains("error"))
  }

  @Test func networkAccessNeedsAPassword() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let refused = try sandbox.run(["--listen", "0.0.0.0:6600"])
    #expect(refused.status == 2 && refused.errorLines[0].contains("remote-password"))
    #expect(try sandbox.run(["--listen", "nowhere"]).status == 2)
    try sandbox.writeConfiguration("remote-password=open sesame")
    let port = try RemoteServerTests.freePort()
    let player = try RemotePlayer(sandbox, "--listen", "127.0.0.1:\(port)")
    func mpc(_ host: String, _ arguments: String...) throws -> Tool.Finished {
      try Tool.capture(
        "mpc", ["--host", host, "--port", "\(port)"] + arguments, environment: ["LANG=C.UTF-8"])
    }
    if Tool.mayUse("mpc") {
      #expect(try mpc("127.0.0.1", "play").errorLines.joined().contains("permission"))
      #expect(try mpc("wrong@127.0.0.1", "status").errorLines.joined().contains("incorrect password"))
      #expect(try mpc("open sesame@127.0.0.1", "volume", "40").status == 0)
    }
    // The client of the program reads the password from the settings.
    let status = try sandbox.run(["remote", "--host", "127.0.0.1:\(port)", "status", "--format", "{volume}"])
    #expect(status.text == "40\n", "\(status.errorLines)")
    // Files of this machine are for clients of the local socket.
    let add = try sandbox.run(["remote", "--host", "127.0.0.1:\(port)", "add", "/etc/hostname"])
    #expect(add.status == 1 && add.errorLines[0].contains("local socket"))
    let second = try RemotePlayer(
      sandbox, "--listen", "127.0.0.1:\(port)", "--second-start", "new", servesAtOnce: false)
    try second.terminal.wait(for: "no remote control at 127.0.0.1:\(port)")
    #expect(try second.quit() == .exited(0))
    #expect(try player.quit() == .exited(0))
  }

  /// A port of this machine that no program uses.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

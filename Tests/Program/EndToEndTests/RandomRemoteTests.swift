import Glibc
import SystemBase
import TestSupport
import Testing

/// The real program with a real library under random commands of the remote control: it answers each one.
///
/// `make fuzz-keys` runs it for minutes, with any seed.
@Suite(.together) struct RandomRemoteTests {
  @Test func programAnswersRandomRemoteCommands() throws {
    let (seed, seconds) = (RandomInput.seed, RandomInput.seconds)
    let sandbox = try RandomInput.sandbox()
    let player = try RemotePlayer(sandbox, "--artwork", "no")
    var commands = RandomRemoteCommands(seed: seed, addresses: RandomRemoteTests.addresses(sandbox))
    var (client, last, count) = (try RemoteTestClient(player.socket), [String](), 0)
    let start = HostTime.now
    while seconds.map({ HostTime.now.seconds(since: start) < Double($0) }) ?? (count < 1_500) {
      let command = commands.next()
      count += 1
      last = last.suffix(20) + [command]
      client.send(command)
      // Some commands end the connection.
      client.send("noidle\nsync\(count)\n")
      do {
        while try !client.line().hasSuffix("unknown command \"sync\(count)\"") {}
        if count % 50 == 0 { client = try RemoteTestClient(player.socket) }
      } catch {
        guard client.isClosed, player.terminal.end == nil else {
          throw Tool.Failure(
            description:
              "\(error), \(String(describing: player.terminal.end)) after \(count) commands, seed \(seed): "
              + "\(last.map { $0.prefix(200) }); \(player.terminal.text.suffix(1_000).debugDescription)")
        }
        client = try RemoteTestClient(player.socket)
      }
      player.terminal.read(milliseconds: 0)
      player.terminal.dropOutput(before: 4_096)
    }
    // It still plays, and ends as usual.
    let final = try RemoteTestClient(player.socket)
    for command in ["stop", "clear", "repeat 1", "consume 0", "add A/B/3.flac", "play"] {
      let answer = try final.answer(to: command)
      #expect(answer == ["OK"], "\(command)")
    }
    try player.terminal.wait("the music") { _ in
      try final.answer(to: "status").contains("state: play")
    }
    if seconds != nil { print("\(count) commands, seed \(seed)") }
    player.terminal.signal(SIGTERM)
    let end = try player.terminal.waitForEnd()
    #expect(end == .exited(0), "\(player.terminal.text.suffix(1_000).debugDescription)")
  }

  static func addresses(_ sandbox: Sandbox) -> [String] {
    let music = sandbox.file("Music")
    return [
      "Music", "0.flac", "2.flac", "4.flac", "A/B/1.flac", "A/B/3.flac", "A", "A/B", "bad.mp3", "list.m3u8",
      "disc.cue",
      "disc.cue/track0001", "", "/", "..", "missing.flac", "\(music.shown)/0.flac",
      "file://\(music.shown)/2.flac",
      "http://127.0.0.1:9/x", "gopher://x", "é",
    ]
  }
}

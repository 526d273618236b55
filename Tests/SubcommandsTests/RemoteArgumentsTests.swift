import Configuration
import Remote
import SystemBase
import Testing

@testable import Subcommands

@Suite struct RemoteArgumentsTests {
  private func action(_ words: String...) throws -> RemoteArguments.Action {
    try RemoteArguments(words.map { FilePath($0) }).action
  }

  @Test func remoteCommandsBecomeCommandsOfTheProtocol() throws {
    #expect(try action("play") == .send([MPDLine("play")]))
    #expect(try action("prev") == .send([MPDLine("previous")]))
    #expect(try action("pause") == .send([MPDLine("pause", ["1"])]))
    #expect(try action("toggle") == .toggle)
    #expect(try action("seek", "-10") == .send([MPDLine("seekcur", ["-10.0"])]))
    #expect(try action("seek", "1:02:03.5") == .send([MPDLine("seekcur", ["3723.5"])]))
    #expect(try action("volume", "+5") == .send([MPDLine("volume", ["5"])]))
    #expect(try action("volume", "-5") == .send([MPDLine("volume", ["-5"])]))
    #expect(try action("volume", "50") == .send([MPDLine("setvol", ["50"])]))
    #expect(try action("hit", "3", "64") == .send([MPDLine("hit", ["3", "64"])]))
    #expect(try action("open", "a b", "c") == .add([FilePath("a b"), FilePath("c")], playing: true))
    #expect(try action("add", "--", "--x") == .add([FilePath("--x")], playing: false))
    #expect(try action("status", "--json") == .status(.json, watching: false))
    #expect(try action("--help") == .help)
  }

  @Test(arguments: [
    [], ["dance"], ["play", "x"], ["seek"], ["seek", "x"], ["seek", "1:99"], ["volume", "200"], ["hit"],
    ["add"],
    ["status", "--format"], ["status", "--format", "{colour}"], ["play", "--json"], ["--host", "x", "play"],
    ["--colour", "play"],
  ]) func invalidRemoteArgumentsAreRefused(words: [String]) {
    #expect(throws: UsageError.self) { try RemoteArguments(words.map { FilePath($0) }) }
  }

  @Test func hostAndSocketOptionsAreRead() throws {
    let arguments = try RemoteArguments([FilePath("--host"), FilePath("[::1]:6600"), FilePath("play")])
    #expect(arguments.place?.text == "[::1]:6600")
    let local = try RemoteArguments([FilePath("--socket=/run/x"), FilePath("play")])
    #expect(local.place == .socket(FilePath("/run/x")))
  }

  @Test func statusIsShownAsTextTemplateOrJSON() throws {
    let status = RemoteStatus(values: [
      "state": "play", "song.Title": "A\u{1B}B", "song.Artist": "C", "elapsed": "61.2", "duration": "122",
      "song": "1",
      "playlistlength": "3", "volume": "50",
    ])
    #expect(status.line(.text) == "playing  C – A\\u{1B}B  1:01/2:02  2 of 3  volume 50%")
    #expect(status.line(.format(try LineTemplate("{percent}% {title}"))) == "50% A\\u{1B}B")
    #expect(status.line(.json).hasPrefix("{\"artist\":\"C\",\"count\":3,\"duration\":122,\"elapsed\":61.2"))
    #expect(RemoteStatus(values: ["state": "stop"]).line(.text) == "stopped")
  }
}

@Suite struct NetworkAddressTests {
  @Test func networkAddressesAreReadAndInvalidOnesRefused() throws {
    #expect(try #require(NetworkAddress("127.0.0.1:6600")).isLoopback)
    #expect(try #require(NetworkAddress("localhost:1")).isLoopback)
    #expect(try #require(NetworkAddress("[::1]:6600")).isLoopback)
    let all = try #require(NetworkAddress("*:6600"))
    #expect(!all.isLoopback && all.isNumeric)
    #expect(try !#require(NetworkAddress("example.org:6600")).isNumeric)
    #expect(try !#require(NetworkAddress("128.0.0.1:6600")).isLoopback)
    for text in ["", "x", ":6600", "x:", "x:0", "x:65536", "::1:6600", "a b:1"] {
      #expect(NetworkAddress(text) == nil, "\(text)")
    }
  }
}

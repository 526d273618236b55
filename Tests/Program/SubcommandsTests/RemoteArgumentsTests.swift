import Configuration
import Remote
import SystemBase
import Testing

@testable import Subcommands

@Suite struct RemoteArgumentsTests {
  private func action(_ words: String...) throws -> RemoteControlCommand.Action {
    try RemoteControlCommand(try Subcommand.remote.scan(words.map { FilePath($0) })).action
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
    #expect(try action("volume", "50%") == .send([MPDLine("setvol", ["50"])]))
    #expect(try action("volume", "-5%") == .send([MPDLine("volume", ["-5"])]))
    #expect(try action("seek", "50%") == .send([MPDLine("run", ["seek 50%"])]))
    #expect(try action("hit", "3", "64") == .send([MPDLine("hit", ["3", "64"])]))
    #expect(try action("open", "a b", "c") == .add([FilePath("a b"), FilePath("c")], .playing))
    #expect(try action("add", "--", "--x") == .add([FilePath("--x")], .end))
    #expect(try action("shuffle", "on") == .send([MPDLine("random", ["1"])]))
    #expect(try action("shuffle") == .send([MPDLine("run", ["shuffle"])]))
    #expect(try action("repeat", "one") == .send([MPDLine("repeat", ["1"]), MPDLine("single", ["1"])]))
    #expect(try action("output", "pulse") == .run("output pulse"))
    #expect(try action("run", "seek", "chapter", "2") == .run("seek chapter 2"))
    #expect(try action("record") == .send([MPDLine("take", ["record"])]))
    #expect(try action("take", "list") == .print(MPDLine("take", ["list"])))
    #expect(try action("status", "--json") == .status(.json, watching: false))
    #expect(try Subcommand.remote.scan([FilePath("--help")]).has("help"))
  }

  @Test(arguments: [
    [], ["dance"], ["play", "x"], ["seek"], ["seek", "x"], ["seek", "1:99"], ["volume", "200"], ["hit"],
    ["add"], ["shuffle", "yes"], ["repeat", "on"], ["output"], ["take"], ["record", "x"],
    ["status", "--format"], ["status", "--format", "{colour}"], ["play", "--json"], ["--host", "x", "play"],
    ["--colour", "play"],
  ]) func invalidRemoteArgumentsAreRefused(words: [String]) {
    #expect(throws: UsageError.self) {
      try RemoteControlCommand(try Subcommand.remote.scan(words.map { FilePath($0) }))
    }
  }

  @Test func hostAndSocketOptionsAreRead() throws {
    let arguments = try RemoteControlCommand(
      try Subcommand.remote.scan([FilePath("--host"), FilePath("[::1]:6600"), FilePath("play")]))
    #expect(arguments.place?.text == "[::1]:6600")
    let local = try RemoteControlCommand(
      try Subcommand.remote.scan([FilePath("--socket=/run/x"), FilePath("play")]))
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
    #expect(status.line(.json).contains("\"percent\":50,\"position\":2,"), "positions count from 1")
    #expect(RemoteStatus(values: ["state": "stop"]).line(.text) == "stopped")
  }
}

@Suite struct RemoteStatusTests {
  @Test func eachFieldOfATemplateHasItsValue() throws {
    let values = [
      "state": "play", "song.Title": "T", "song.Artist": "A", "song.Album": "L", "song.AlbumArtist": "B",
      "song.Track": "4", "song.Disc": "2", "song.Date": "1999-05-01", "song.Genre": "G", "song.file": "f",
      "elapsed": "30", "duration": "60", "volume": "70", "song": "2", "playlistlength": "9", "repeat": "1",
      "random": "0", "single": "oneshot", "consume": "1", "xfade": "5", "bitrate": "320",
      "audio": "44100:16:2",
      "output": "null", "kit": "K", "take": "W", "recording": "1", "error": "E",
      "composer": "C", "rating": "4", "bpm": "104.5", "bar": "17", "chapter": "2", "chapters": "3",
      "chaptertitle": "H", "speed": "1.25",
    ]
    let status = RemoteStatus(values: values)
    for field in RemoteStatusField.allCases {
      let text = status.line(.format(try LineTemplate("{\(field.rawValue)}")))
      #expect(!text.isEmpty, "\(field)")
      #expect(
        RemoteStatus(values: ["state": "stop"]).line(.format(try LineTemplate("{\(field.rawValue)}"))) != text
      )
    }
    let json = status.line(.json)
    for member in [
      "\"kit\":\"K\"", "\"recording\":true", "\"bitrate\":320", "\"take\":\"W\"", "\"crossfade\":5",
      "\"consume\":true", "\"year\":1999", "\"remaining\":30", "\"composer\":\"C\"", "\"rating\":4",
      "\"bpm\":104.5", "\"bar\":17", "\"chapter\":2", "\"chapters\":3", "\"chapterTitle\":\"H\"",
      "\"speed\":1.25", "\"position\":3", "\"shuffle\":false",
    ] {
      #expect(json.contains(member), "\(member)")
    }
  }

  @Test func timeOfPlayingMusicIsShownEachSecond() throws {
    let status = RemoteStatus(values: ["state": "play", "elapsed": "61.25"])
    #expect(status.nextSecond == 755)
    #expect(RemoteStatus(values: ["state": "pause", "elapsed": "61.25"]).nextSecond == nil)
    #expect(RemoteStatus.Form.format(try LineTemplate("{title} {elapsed}")).showsTime)
    #expect(!RemoteStatus.Form.format(try LineTemplate("{title} {duration}")).showsTime)
    #expect(!RemoteStatus.Form.text.showsTime)
    for field in ["remaining", "percent", "bar", "chapter", "chaptertitle"] {
      #expect(RemoteStatus.Form.format(try LineTemplate("{\(field)}")).showsTime, "\(field)")
    }
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

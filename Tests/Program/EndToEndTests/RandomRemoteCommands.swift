import SystemBase

/// Commands of the MPD protocol at random, the same for the same seed: all names with good, odd and wrong arguments.
///
/// None ends the player, adds folders to the library, or writes files outside of the player's own folders.
struct RandomRemoteCommands {
  private var numbers: SeededGenerator
  /// Addresses of music, known or not.
  private let addresses: [String]

  init(seed: UInt64, addresses: [String]) {
    // Those of a section of a file too.
    let odd = addresses.prefix(3).flatMap { ["\($0)#75", "\($0)#\(Int.max)", "\($0)#\(Int.min)"] }
    self.addresses = addresses + odd
    numbers = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// Returns a command, or a list of commands, with a line feed at the end of each line.
  mutating func next() -> String {
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0..<85: return line + "\n"
    case 85..<97:
      let count = Int.random(in: 0...6, using: &numbers)
      let lines = (0..<count).map { _ in line + "\n" }.joined()
      return pick(["command_list_begin\n", "command_list_ok_begin\n"]) + lines + "command_list_end\n"
    default: return pick(RandomRemoteCommands.broken) + "\n"
    }
  }

  private mutating func pick<Value>(_ list: [Value]) -> Value {
    list[Int.random(in: 0..<list.count, using: &numbers)]
  }

  private var line: String {
    mutating get {
      let (name, kinds) = pick(RandomRemoteCommands.commands)
      // One of ten with another number of arguments.
      var count = kinds.count
      if Int.random(in: 0..<10, using: &numbers) == 0 { count = Int.random(in: 0...4, using: &numbers) }
      let arguments = (0..<count).map { argument(kinds.isEmpty ? .text : kinds[$0 % kinds.count]) }
      return ([name] + arguments).joined(separator: " ")
    }
  }

  private mutating func argument(_ kind: Kind) -> String {
    // One of ten of another kind.
    let kind = Int.random(in: 0..<10, using: &numbers) == 0 ? pick(Kind.allCases) : kind
    let text: String =
      switch kind {
      case .number: pick(RandomRemoteCommands.integers)
      case .seconds: pick(RandomRemoteCommands.seconds)
      case .range: pick(RandomRemoteCommands.ranges)
      case .flag: pick(["0", "1", "oneshot", "2"])
      case .address: pick(addresses)
      case .name: pick(RandomRemoteCommands.names)
      case .tag: pick(RandomRemoteCommands.tags)
      case .filter: filter
      case .mode: pick(["off", "track", "album", "auto", "create", "replace", "append", "start", "x"])
      case .text: pick(RandomRemoteCommands.texts)
      }
    return RandomRemoteCommands.quoted(text)
  }

  private var filter: String {
    mutating get {
      let operators = ["==", "!=", "contains", "starts_with", "=~", "!~", ">=", "!contains", "x"]
      let term =
        "(\(pick(RandomRemoteCommands.tags)) \(pick(operators)) '\(pick(RandomRemoteCommands.texts))')"
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: return "(\(term) AND (!\(term)))"
      case 1: return "(modified-since '\(pick(RandomRemoteCommands.integers))')"
      case 2: return "(base '\(pick(addresses))')"
      case 3: return String(repeating: "(!", count: Int.random(in: 1...3_000, using: &numbers)) + term
      default: return term
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }

  // MARK: What is chosen from

  private enum Kind: String, CaseIterable {
    case number, seconds, range, flag, address, name, tag, filter, mode, text
  }

  /// The commands, each with the kinds of its arguments.
  private static let commands = """
    status, currentsong, stats, clearerror, ping, commands, notcommands, decoders, urlhandlers, outputs,
    tagtypes, tagtypes text tag, protocol, binarylimit number, getvol, kits, config, listpartitions,
    listmounts, listneighbors, password text, consume flag, random flag, repeat flag, single flag,
    crossfade number, setvol number, volume number, mixrampdb seconds, mixrampdelay seconds,
    replay_gain_mode mode, replay_gain_status, next, previous, stop, pause flag, play number, playid number,
    seek number seconds, seekid number seconds, seekcur seconds, add address, add address number,
    addid address number, clear, delete range, deleteid number, move range number, moveid number number,
    playlist, playlistfind filter, playlistsearch filter, playlistid number, playlistinfo range,
    plchanges number range, plchangesposid number, prio number range, prioid number number, shuffle range,
    swap number number, swapid number number, listplaylist name, listplaylistinfo name, listplaylists,
    load name range, playlistadd name address, playlistclear name, playlistdelete name number,
    playlistlength name, playlistmove name number number, rename name name, rm name, save name mode,
    searchaddpl name filter, searchplaylist name filter, albumart address number,
    readpicture address number, readcomments address, count filter, find filter, findadd filter, list tag,
    list tag filter, search filter, searchadd filter, searchcount filter, search tag text, find tag text,
    listall address, listallinfo address, listfiles address, lsinfo address, update address, rescan address,
    sticker text text address, sticker text tag text text text, stickernames, hit number, hit number number, kit, take text, idle text,
    noidle
    """.split { $0 == "," || $0 == "\n" }.map { command in
      let words = command.split(separator: " ").map(String.init)
      return (name: words[0], kinds: words.dropFirst().compactMap(Kind.init))
    }

  private static let integers = [
    "0", "1", "2", "3", "7", "50", "-1", "-0", "+1", "100", "101", "4096", "2147483647",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.5", "", " ", "1e3", "0x10", "é",
  ]
  private static let seconds = [
    "0", "0.5", "1", "-1", "+2.25", "29.9", "1e300", "-1e300", "1e999", "nan", "inf", "-inf", "0.0000001", "",
    "x",
  ]
  private static let ranges = [
    "0", "0:2", "1:", ":", ":1", "2:1", "-1", "0:9999999", "9223372036854775807:", "1:1", "0:0", "", "a:b",
  ]
  private static let names = [
    "list", "a", "b", "é千", ".", "..", "a/b", "", " ", String(repeating: "n", count: 300),
  ]
  private static let tags = [
    "artist", "album", "title", "genre", "date", "any", "file", "base", "track", "albumartist", "Artist", "x",
    "", "musicbrainz_trackid", "added-since", "all", "clear",
    "composer", "albumartistsort",
  ]
  private static let texts = [
    "bell", "Song", "a", "", "'", "\"", "\\", "(", ")", "((", "a*", ".*", "(a+)+$", "[", "\\d{1,9}", "é千😀",
    "\u{202E}rtl", "e\u{301}\u{302}", "song", "get", "set", "rating", "list", "record", "play", "mute",
    "player", "mixer", String(repeating: "x", count: 4_000),
  ]
  private static let broken = [
    "", " ", "\"", "status \"", "status \\", "\"status\"", "STATUS", "foo", "find \"(", "find ((a == 'b')",
    "command_list_end", "command_list_begin\nidle\ncommand_list_end", "idle\nstatus", "play\t1", "play  1",
    "\r", String(repeating: "z", count: 20_000),
  ]
}

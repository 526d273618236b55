import Configuration
import Glibc
import Remote
import SystemBase

/// `drumdub remote`: controls the running player.
package struct RemoteControlCommand {
  enum Action: Equatable {
    /// Commands of the protocol, in order.
    case send([MPDLine])
    /// A command of the protocol whose answer is printed.
    case print(MPDLine)
    /// A command of the palette; what it says is printed.
    case run(String)
    case toggle
    case add([FilePath], Placement)
    case status(RemoteStatus.Form, watching: Bool)
  }

  /// Where music goes in the queue of a running player.
  package enum Placement: Equatable {
    case end, next
    /// After the current track, and it is played.
    case playing
  }

  private(set) var action: Action
  /// The place; nil if no socket is known.
  private(set) var place = BaseFolders.remoteSocket.map { RemoteClient.Place.socket($0) }

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    var form: RemoteStatus.Form?
    for (name, value) in scanned.options {
      switch name {
      case "json": form = .json
      case "format": form = .format(try LineTemplate.option(value.shown))
      case "socket": place = .socket(BaseFolders.current.appending(value))
      case "host":
        guard let address = NetworkAddress(value.shown) else {
          throw UsageError("--host must be HOST:PORT, not \(value.shown)")
        }
        place = .network(address)
      default: break
      }
    }
    let words = scanned.operands
    guard let verb = words.first?.shown else { throw UsageError("remote needs a command, such as status") }
    if form != nil, verb != "status", verb != "watch" {
      throw UsageError("--json and --format belong to status and watch")
    }
    action = try RemoteControlCommand.action(verb, Array(words.dropFirst()), form ?? .text)
  }

  /// Adds files to the queue of a running player.
  package init(adding words: [FilePath], _ placement: Placement) throws(UsageError) {
    let option = placement == .next ? "--next" : "--add"
    action = .add(try RemoteControlCommand.files(words, option), placement)
  }

  package func run() -> Int32 {
    guard let place else {
      Messages.print("XDG_RUNTIME_DIR is not set: name the socket of the player by --socket")
      return 1
    }
    return Messages.reporting({ sentence($0, place) }) { () throws(RemoteClientError) in
      if case .status(let form, watching: true) = action { return try watch(form, place) }
      try perform(action, try connect(place), isLocal: place.isLocal)
      return 0
    }
  }

  private func connect(_ place: RemoteClient.Place) throws(RemoteClientError) -> RemoteClient {
    try RemoteClient(place, password: place.isLocal ? nil : password)
  }

  /// The password of the settings.
  private var password: String? { (try? PlayerArguments([]).settings())?.0.remotePassword }

  private func sentence(_ error: RemoteClientError, _ place: RemoteClient.Place) -> String {
    switch error {
    case .noPlayer(let place):
      "no player runs at \(place); start drumdub, or name another one by --socket or --host"
    case .failed(let error):
      "cannot reach the player: \(error.subject): \(error.detail ?? "no reason is known")"
    case .noAnswer: "the player at \(place.text) does not answer"
    case .ended: "the player at \(place.text) has ended"
    case .refused(let message): "the player refused the command: \(PrintedText.escaped(message))"
    }
  }

  private func perform(
    _ action: RemoteControlCommand.Action, _ client: RemoteClient, isLocal: Bool
  ) throws(RemoteClientError) {
    switch action {
    case .send(let lines): for line in lines { _ = try client.send(line) }
    case .toggle:
      let isPlaying = try RemoteStatus(client).isPlaying
      _ = try client.send(isPlaying ? MPDLine("pause", ["1"]) : MPDLine("play"))
    case .add(let words, let placement): try add(words, placement, client, isLocal: isLocal)
    case .print(let line):
      for (name, value) in try client.send(line) { print("\(name): \(PrintedText.escaped(value))") }
    case .run(let command):
      for (_, value) in try client.send(MPDLine("run", [command])) { print(PrintedText.escaped(value)) }
    case .status(let form, _): print(try RemoteStatus(client, wantsFile: form.showsFile).line(form))
    }
  }

  /// Adds music to the queue.
  private func add(
    _ words: [FilePath], _ placement: Placement, _ client: RemoteClient, isLocal: Bool
  ) throws(RemoteClientError) {
    let status = try RemoteStatus(client)
    let next = placement == .end ? nil : status.position.map { $0 + 1 }
    let first = next ?? status.length
    var (place, length) = (first, status.length)
    for word in words {
      let file = BaseFolders.current.appending(word)
      let isAddress = ["http://", "https://", "file://"].contains { word.shown.lowercased().hasPrefix($0) }
      let isFile = isLocal && !isAddress && file.exists
      _ = try client.send(MPDLine("add", [MusicRoots.text(isFile ? file : word), "\(place)"]))
      let grown = try RemoteStatus(client).length
      (place, length) = (place + grown - length, grown)
    }
    if placement == .playing { _ = try client.send(MPDLine("play", ["\(first)"])) }
  }

  // MARK: Watching

  /// Prints a line for the status and for each change of it. Waits for a player, and follows the next one after its
  /// end. Returns the exit code once standard output is closed.
  private func watch(_ form: RemoteStatus.Form, _ place: RemoteClient.Place) throws(RemoteClientError)
    -> Int32
  {
    var told: String?
    repeat {
      do throws(RemoteClientError) {
        let client = try connect(place)
        told = nil
        try watch(form, client)
        return 0
      } catch {
        switch error {
        case .noPlayer, .ended, .failed: break
        case .noAnswer, .refused: throw error
        }
        let message = sentence(error, place)
        if told == nil { Messages.print("\(message); waiting for the next one") }
        told = message
      }
    } while RemoteControlCommand.isRead(afterMilliseconds: RemoteControlCommand.retry)
    return 0
  }

  /// The milliseconds between two looks for a player.
  private static let retry: Int32 = 500
  private static let watched = ["player", "mixer", "options", "playlist", "output", "sticker", "kit", "take"]

  /// Waits, and returns whether the standard output may have a reader.
  private static func isRead(afterMilliseconds milliseconds: Int32) -> Bool {
    var output = pollfd(fd: 1, events: 0, revents: 0)
    return poll(&output, 1, milliseconds) == 0 || output.revents & Int16(POLLERR) == 0
  }

  /// Prints lines until the player ends. Returns when the output has no reader.
  private func watch(_ form: RemoteStatus.Form, _ client: RemoteClient) throws(RemoteClientError) {
    var last: String?
    while true {
      let status = try RemoteStatus(client, wantsFile: form.showsFile)
      let line = status.line(form)
      if line != last, !FileBytes.writeAll(Array((line + "\n").utf8), to: 1) { return }
      last = line
      try client.awaitChange(
        of: RemoteControlCommand.watched, milliseconds: form.showsTime ? status.nextSecond : nil)
    }
  }
}

/// The command line of `drumdub remote`.
extension RemoteControlCommand {
  private static let plain = [
    "play": "play", "stop": "stop", "next": "next", "prev": "previous", "previous": "previous",
  ]

  /// The numbers of words behind the commands, if they are limited.
  private static let counts: [String: ClosedRange<Int>] = [
    "play": 0...0, "stop": 0...0, "next": 0...0, "prev": 0...0, "previous": 0...0, "pause": 0...0,
    "toggle": 0...0, "seek": 1...1, "volume": 1...1, "hit": 1...2, "shuffle": 0...1, "repeat": 0...1,
    "output": 1...1, "record": 0...0, "take": 1...1, "status": 0...0, "watch": 0...0,
  ]

  private static func action(
    _ verb: String, _ words: [FilePath], _ form: RemoteStatus.Form
  ) throws(UsageError) -> Action {
    if let counts = counts[verb] { try check(words, counts, verb) }
    if let command = plain[verb] { return .send([MPDLine(command)]) }
    switch verb {
    case "pause": return .send([MPDLine("pause", ["1"])])
    case "toggle": return .toggle
    case "seek":
      // The player knows the length of the track.
      if words[0].shown.last == "%" { return .send([MPDLine("run", ["seek \(words[0].shown)"])]) }
      return .send([MPDLine("seekcur", [try time(words[0].shown)])])
    case "volume": return .send([try volume(words[0].shown)])
    case "hit": return .send([MPDLine("hit", words.map(\.shown))])
    case "shuffle", "repeat": return .send(try mode(verb, words.first?.shown))
    case "output": return .run("output \(words[0].shown)")
    case "record": return .send([MPDLine("take", ["record"])])
    case "take": return .print(MPDLine("take", [words[0].shown]))
    case "run":
      if words.isEmpty { throw UsageError("remote run needs a command, such as mix music/gain -6") }
      return .run(words.map(\.shown).joined(separator: " "))
    case "open", "add": return .add(try files(words, verb), verb == "open" ? .playing : .end)
    case "status", "watch": return .status(form, watching: verb == "watch")
    default:
      throw UsageError(
        "remote has the commands play, pause, toggle, stop, next, prev, seek, volume, shuffle, repeat, output, hit, "
          + "record, take, run, open, add, status and watch, not \(verb)")
    }
  }

  private static func check(
    _ words: [FilePath], _ counts: ClosedRange<Int>, _ verb: String
  ) throws(UsageError) {
    if words.count < counts.lowerBound { throw UsageError("remote \(verb) needs an argument") }
    if words.count > counts.upperBound {
      throw UsageError("remote \(verb) has too many arguments: \(words[counts.upperBound].shown)")
    }
  }

  private static func files(_ words: [FilePath], _ verb: String) throws(UsageError) -> [FilePath] {
    if words.isEmpty { throw UsageError("\(verb) needs a file, a folder or an address") }
    return words
  }

  /// Converts `90`, `1:30` or `1:02:03`, with a sign for an offset, to the seconds of the protocol.
  static func time(_ text: String) throws(UsageError) -> String {
    let sign = text.first == "+" || text.first == "-" ? String(text.prefix(1)) : ""
    let parts = text.dropFirst(sign.count).split(separator: ":", omittingEmptySubsequences: false)
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard part.utf8.count < 16, let number = Double(part), number.isFinite, number >= 0,
        index == 0 || number < 60, parts.count <= 3
      else {
        throw UsageError("seek must be a time such as 1:30, +10, -10 or 50%, not \(text)")
      }
      seconds = seconds * 60 + number
    }
    return "\(sign)\(seconds)"
  }

  /// Returns the commands of a mode of playback; without a word, the next mode.
  private static func mode(_ verb: String, _ word: String?) throws(UsageError) -> [MPDLine] {
    switch (verb, word) {
    case (_, nil): return [MPDLine("run", [verb])]
    case ("shuffle", "on"): return [MPDLine("random", ["1"])]
    case ("shuffle", "off"): return [MPDLine("random", ["0"])]
    case ("repeat", "off"): return [MPDLine("repeat", ["0"])]
    case ("repeat", "all"): return [MPDLine("repeat", ["1"]), MPDLine("single", ["0"])]
    case ("repeat", "one"): return [MPDLine("repeat", ["1"]), MPDLine("single", ["1"])]
    default:
      throw UsageError(
        "\(verb) must be \(verb == "shuffle" ? "on or off" : "off, all or one"), not \(word ?? "")")
    }
  }

  /// Parses a volume: `50`, `50%`, `+5` or `-5`.
  private static func volume(_ text: String) throws(UsageError) -> MPDLine {
    guard let number = Int(text.last == "%" ? text.dropLast() : text[...]), abs(number) <= 100 else {
      throw UsageError("volume must be 0 to 100, or a step such as +5 or -5, not \(text)")
    }
    let isStep = text.hasPrefix("+") || text.hasPrefix("-")
    return MPDLine(isStep ? "volume" : "setvol", ["\(number)"])
  }
}

import Configuration
import Glibc
import Remote
import SystemBase

/// `drumdub remote`: controls the running player.
package struct RemoteControlCommand {
  private let arguments: RemoteArguments

  init(_ arguments: [FilePath]) throws(UsageError) { self.arguments = try RemoteArguments(arguments) }

  /// Adds files to the queue of a running player. `isPlayed`: whether they are played after the current track, and
  /// not added at the end.
  package init(adding words: [FilePath], playing isPlayed: Bool = false) throws(UsageError) {
    arguments = try RemoteArguments(adding: words, playing: isPlayed)
  }

  package func run() -> Int32 {
    guard let place = arguments.place else {
      Messages.print("XDG_RUNTIME_DIR is not set: name the socket of the player by --socket")
      return 1
    }
    do throws(RemoteClientError) {
      if case .status(let form, watching: true) = arguments.action { return try watch(form, place) }
      try perform(arguments.action, try connect(place), isLocal: place.isLocal)
      return 0
    } catch {
      Messages.print(sentence(error, place))
      return 1
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
    _ action: RemoteArguments.Action, _ client: RemoteClient, isLocal: Bool
  ) throws(RemoteClientError) {
    switch action {
    case .send(let lines): for line in lines { _ = try client.send(line) }
    case .toggle:
      let isPlaying = try RemoteStatus(client).isPlaying
      _ = try client.send(isPlaying ? MPDLine("pause", ["1"]) : MPDLine("play"))
    case .add(let words, let isPlayed): try add(words, playing: isPlayed, client, isLocal: isLocal)
    case .print(let line):
      for (name, value) in try client.send(line) { print("\(name): \(PrintedText.escaped(value))") }
    case .run(let command):
      for (_, value) in try client.send(MPDLine("run", [command])) { print(PrintedText.escaped(value)) }
    case .status(let form, _): print(try RemoteStatus(client, wantsFile: form.showsFile).line(form))
    }
  }

  /// Adds music at the end of the queue, or plays it after the current track.
  private func add(
    _ words: [FilePath], playing: Bool, _ client: RemoteClient, isLocal: Bool
  ) throws(RemoteClientError) {
    let status = try RemoteStatus(client)
    let first = playing ? status.position.map { $0 + 1 } ?? status.length : status.length
    var (place, length) = (first, status.length)
    for word in words {
      let file = BaseFolders.current.appending(word)
      let isFile = isLocal && StreamAddressText.isFile(word) && file.exists
      _ = try client.send(MPDLine("add", [MusicRoots.text(isFile ? file : word), "\(place)"]))
      let grown = try RemoteStatus(client).length
      (place, length) = (place + grown - length, grown)
    }
    if playing { _ = try client.send(MPDLine("play", ["\(first)"])) }
  }

  // MARK: Watching

  /// Prints a line for the status and for each change of it. Waits for a player, and follows the next one after its
  /// end. Returns the exit code, when nobody reads the lines any more.
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

  /// Waits, and returns whether somebody may read the standard output.
  private static func isRead(afterMilliseconds milliseconds: Int32) -> Bool {
    var output = pollfd(fd: 1, events: 0, revents: 0)
    return poll(&output, 1, milliseconds) == 0 || output.revents & Int16(POLLERR) == 0
  }

  /// Prints lines until the player ends. Returns when nobody reads them.
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

/// Distinguishes addresses of streams from files.
private enum StreamAddressText {
  static func isFile(_ word: FilePath) -> Bool {
    !["http://", "https://", "file://"].contains { word.shown.lowercased().hasPrefix($0) }
  }
}

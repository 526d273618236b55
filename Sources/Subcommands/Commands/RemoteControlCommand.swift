import Configuration
import Remote
import SystemBase
import TerminalUI

/// `drumdub remote`: controls the running player.
package struct RemoteControlCommand {
  private let arguments: RemoteArguments

  init(_ arguments: [FilePath]) throws(UsageError) { self.arguments = try RemoteArguments(arguments) }

  package init(adding words: [FilePath]) throws(UsageError) { arguments = try RemoteArguments(adding: words) }

  package func run() -> Int32 {
    if arguments.action == .help {
      print(HelpText.remote)
      return 0
    }
    guard let place = arguments.place else {
      Messages.print("XDG_RUNTIME_DIR is not set: name the socket of the player by --socket")
      return 1
    }
    do throws(RemoteClientError) {
      let client = try RemoteClient(place, password: place.isLocal ? nil : password)
      try perform(arguments.action, client, isLocal: place.isLocal)
      return 0
    } catch {
      Messages.print(sentence(error, place))
      return 1
    }
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
    case .help: break
    case .send(let lines): for line in lines { _ = try client.send(line) }
    case .toggle:
      let isPlaying = try RemoteStatus(client).isPlaying
      _ = try client.send(isPlaying ? MPDLine("pause", ["1"]) : MPDLine("play"))
    case .add(let words, let isPlayed): try add(words, playing: isPlayed, client, isLocal: isLocal)
    case .status(let form, watching: false): print(try RemoteStatus(client).line(form))
    case .status(let form, watching: true): try watch(form, client)
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

  /// Prints a line for the status and for each change of it, until the player ends.
  private func watch(_ form: RemoteStatus.Form, _ client: RemoteClient) throws(RemoteClientError) {
    var last: String?
    while true {
      let line = try RemoteStatus(client).line(form)
      if line != last, !FileBytes.writeAll(Array((line + "\n").utf8), to: 1) { return }
      last = line
      let idle = MPDLine("idle", ["player", "mixer", "options", "playlist"])
      _ = try client.send(idle, waits: true)
    }
  }
}

/// Distinguishes addresses of streams from files.
private enum StreamAddressText {
  static func isFile(_ word: FilePath) -> Bool {
    !["http://", "https://", "file://"].contains { word.shown.lowercased().hasPrefix($0) }
  }
}

/// What the user can ask for by a key.
package enum Command: Hashable, Sendable {
  case playPause, play, pause, stop, next, previous
  /// Seconds, negative for back.
  case seek(Int)
  case volumeUp, volumeDown, mute
  case balanceToMusic, balanceToPads
  case speedUp, speedDown, speedReset
  case shuffle, `repeat`
  case moveUp, moveDown, pageUp, pageDown, moveToStart, moveToEnd
  /// Plays the selected track, or ends what is being typed.
  case activate
  case remove, clear, mark, trackUp, trackDown, saveQueue, undoQueue, redoQueue
  case nextPanel, spectrum, notices
  /// Locks the keys to the pads, or frees them.
  case lockPads
  case find, findNext, findPrevious
  /// Leaves what is open: the help, the prompt, the message.
  case cancel
  case help, redraw, suspend, quit
  case take(TakeCommand)
  case library(LibraryCommand)
  /// A pad, counted from 1.
  case pad(Int, accent: Bool)

  package static let padCount = 8
}

extension Command {
  /// The commands without a number, by the names that configuration writes, in the order of the help.
  private static let words: [(command: Command, name: String, summary: String)] =
    [
      (.playPause, "play-pause", "play or pause"),
      (.play, "play", "play"),
      (.pause, "pause", "pause"),
      (.stop, "stop", "stop"),
      (.next, "next", "next track"),
      (.previous, "previous", "previous or restart"),
      (.volumeUp, "volume-up", "volume up"),
      (.volumeDown, "volume-down", "volume down"),
      (.mute, "mute", "mute"),
      (.balanceToMusic, "balance-to-music", "more music"),
      (.balanceToPads, "balance-to-pads", "more pads"),
      (.speedUp, "speed-up", "faster, same pitch"),
      (.speedDown, "speed-down", "slower, same pitch"),
      (.speedReset, "speed-reset", "original speed"),
      (.shuffle, "shuffle", "shuffle on or off"),
      (.repeat, "repeat", "repeat off, one, all"),
      (.moveUp, "move-up", "selection up"),
      (.moveDown, "move-down", "selection down"),
      (.pageUp, "page-up", "page up"),
      (.pageDown, "page-down", "page down"),
      (.moveToStart, "move-to-start", "to the first row"),
      (.moveToEnd, "move-to-end", "to the last row"),
      (.activate, "activate", "play or open"),
      (.remove, "remove", "remove from queue"),
      (.mark, "mark", "mark, move down"),
      (.trackUp, "track-up", "move track up"),
      (.trackDown, "track-down", "move track down"),
      (.clear, "clear", "empty the queue"),
      (.saveQueue, "save-queue", "save as a playlist"),
      (.undoQueue, "undo-queue", "undo queue change"),
      (.redoQueue, "redo-queue", "redo queue change"),
      (.find, "find", "filter the list"),
      (.findNext, "find-next", "next match"),
      (.findPrevious, "find-previous", "previous match"),
      (.nextPanel, "next-panel", "queue or library"),
      (.spectrum, "spectrum", "spectrum or waveform"),
      (.notices, "notices", "messages"),
      (.lockPads, "pads-only", "pads-only mode"),
      (.cancel, "cancel", "close help or prompt"),
      (.help, "help", "this help"),
      (.redraw, "redraw", "redraw the screen"),
      (.suspend, "suspend", "suspend to the shell"),
      (.quit, "quit", "quit"),
    ] + TakeCommand.words + LibraryCommand.words

  /// Names that configurations may still have.
  private static let formerNames = ["former-queue": "undo-queue"]

  /// Reads `play-pause`, `seek -60`, `pad 1`, `accent 1`; nil where no command is called so.
  package init?(name: String) {
    let words = Command.formerNames[name].map { [Substring($0)] } ?? name.split(separator: " ")
    if words.count == 1, let word = Command.words.first(where: { $0.name == words[0] }) {
      self = word.command
      return
    }
    guard words.count == 2, let number = Int(words[1]) else { return nil }
    switch words[0] {
    case "seek" where number != 0 && abs(number) <= 86_400: self = .seek(number)
    case "pad" where (1...Command.padCount).contains(number): self = .pad(number, accent: false)
    case "accent" where (1...Command.padCount).contains(number): self = .pad(number, accent: true)
    default: return nil
    }
  }

  /// The name as configuration writes it.
  package var name: String {
    if case .seek(let seconds) = self { return "seek \(seconds)" }
    if case .pad(let number, let accent) = self { return "\(accent ? "accent" : "pad") \(number)" }
    return word.name
  }

  /// What it does, in a few words.
  package var summary: String {
    if case .seek(let seconds) = self { return "\(seconds < 0 ? "back" : "forward") \(abs(seconds)) s" }
    if case .pad(let number, let accent) = self { return "strike pad \(number)\(accent ? ", accented" : "")" }
    return word.summary
  }

  /// Whether what is pressed after it is text.
  package var takesText: Bool {
    if case .take(let command) = self { return command.takesText }
    if case .library(let command) = self { return command.takesText }
    return self == .find || self == .saveQueue
  }

  /// Whether a key held down gives it again and again.
  package var isRepeatable: Bool {
    if case .seek = self { return true }
    let repeatable: Set<Command> = [
      .volumeUp, .volumeDown, .balanceToMusic, .balanceToPads, .speedUp, .speedDown, .moveUp, .moveDown,
      .pageUp, .pageDown, .findNext, .findPrevious, .trackUp, .trackDown, .mark,
    ]
    return repeatable.contains(self)
  }

  /// The commands without a number.
  package static var plain: [Command] { words.map(\.command) }

  private var word: (command: Command, name: String, summary: String) {
    guard let word = Command.words.first(where: { $0.command == self }) else {
      preconditionFailure("a command without a name")
    }
    return word
  }
}

import SystemBase

/// Random actions of a user and of remote clients, the same for the same seed. Each step leaves no prompt open.
package struct MixedUse {
  package enum Step: Hashable, Sendable {
    case keys(String)
    /// A command of the MPD protocol, and its arguments.
    case command(String, [String])
    case resize(columns: Int, rows: Int)

    fileprivate func isNamed(_ name: String) -> Bool {
      switch self {
      case .keys(let keys): keys == name
      case .command(let command, _): command == name
      case .resize: false
      }
    }
  }

  private var numbers: SeededGenerator
  private let words: [String]
  private let tracks: [String]
  /// Whether the last step may have added all tracks of the library, which are removed then: the queue stays short.
  private var hasFilledQueue = false

  package init(seed: UInt64, words: [String], tracks: [String]) {
    numbers = SeededGenerator(seed: seed)
    (self.words, self.tracks) = (words, tracks)
  }

  package mutating func next() -> Step {
    if hasFilledQueue {
      hasFilledQueue = false
      return .command("delete", ["20:"])
    }
    let step = anyStep()
    hasFilledQueue = MixedUse.filling.contains { step.isNamed($0) }
    return step
  }

  private static let filling = ["searchadd", "load", "P", "i", "I"]

  private mutating func anyStep() -> Step {
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0..<45: .keys(pick(MixedUse.keys))
    case 45..<55: .keys(pick(["/", "o"]) + pick(words) + pick(["\r", "\u{1B}"]) + "\u{1B}[A\u{1B}")
    case 55..<58:
      .resize(
        columns: Int.random(in: 40...160, using: &numbers), rows: Int.random(in: 12...50, using: &numbers))
    case 58..<80: command(pick(MixedUse.questions))
    case 80..<90: search
    default: command(pick(MixedUse.changes))
    }
  }

  private mutating func pick<Value>(_ list: [Value]) -> Value {
    list[Int.random(in: 0..<list.count, using: &numbers)]
  }

  /// Returns the step of a command, in which `TRACK` is replaced by the address of a track.
  private mutating func command(_ words: [String]) -> Step {
    .command(words[0], words.dropFirst().map { $0 == "TRACK" ? pick(tracks) : $0 })
  }

  private var search: Step {
    mutating get {
      let name = pick(["search", "find", "searchcount", "searchadd"])
      return .command(name, [pick(["any", "title", "artist", "album"]), pick(words)])
    }
  }

  private static let keys = [
    " ", "n", "p", "\t", "\r", "\u{7F}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[C",
    "\u{1B}[D",
    "a", "s", "d", "j", "k", "l", "+", "-", "<", ">", "{", "}", "|", "z", "y", "v", "c", "i", "I", "P", "b",
    "[",
    "?\u{1B}", "N\u{1B}", "E\u{1B}", "H\u{1B}", "w\u{1B}", "\u{C}", "\u{1B}OQ\u{1B}OQ", "(", ")", "\\", "G",
    "X",
  ]

  private static let questions = commands(
    """
    status, currentsong, playlistinfo, stats, lsinfo, listallinfo, listplaylists, list artist, list album,
    count artist x, readpicture TRACK 0, albumart TRACK 0, readcomments TRACK, plchanges 0, kits, outputs
    """)
  private static let changes = commands(
    """
    add TRACK, add TRACK, addid TRACK 0, play 0, play 2, next, seekcur 1, seekcur +0.2, stop, pause, shuffle,
    delete 20:, delete 0, clear, rm soak, save soak, load soak, update, setvol 50, hit 1, single 0, repeat 1,
    take record, take record, delete 20:
    """)

  private static func commands(_ text: String) -> [[String]] {
    text.split(separator: ",").map { $0.split { $0 == " " || $0 == "\n" }.map(String.init) }
  }
}

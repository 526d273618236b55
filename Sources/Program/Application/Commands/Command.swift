import AudioBase
import Dubbing
import Studio

/// A request of the user, by a key, the mouse or another program. One case for each area of the program.
///
/// The file of an area has its commands, their rows, and what they do. The cases with large values keep them outside, because
/// each binding of a key holds a command.
package enum Command: Hashable, Sendable {
  case playback(Playback)
  /// Seeks by seconds; negative values seek back.
  case seek(Int)
  case move(Movement)
  case list(List)
  case queue(Queue)
  case search(Search)
  case program(Program)
  case take(Take)
  case library(Library)
  case pads(Pads)
  case mixer(Mixer)
  case timeline(Timeline)
  /// Hits a pad: 1 to 8 the pads of the chosen bank, greater numbers the pad of that number.
  case pad(Int, Stroke)
  /// A command with an argument.
  indirect case request(Request)

  /// The velocity of a key that hits a pad.
  package enum Stroke: Hashable, Sendable {
    /// A velocity of the settings.
    case plain, accented
    /// A velocity of the binding.
    case velocity(Int)

    package static let velocities = HitColumns.velocityRange
  }
}

extension Command {
  /// All commands without an argument, in the order of the help.
  package static let plain: [Command] =
    Playback.allCases.map { .playback($0) } + Movement.allCases.map { .move($0) }
    + List.allCases.map { .list($0) } + Queue.allCases.map { .queue($0) }
    + Search.allCases.map { .search($0) } + Program.allCases.map { .program($0) }
    + Take.allCases.map { .take($0) } + Library.allCases.map { .library($0) }
    + Pads.allCases.map { .pads($0) } + Mixer.allCases.map { .mixer($0) }
    + Timeline.allCases.map { .timeline($0) }

  package static let named = Dictionary(uniqueKeysWithValues: plain.map { ($0.name, $0) })

  /// All commands with an argument.
  package static let arguments: [any ArgumentCommand] =
    Request.ofPlayback + Request.ofTakes + Request.ofQueue + Request.ofLibrary + Request.ofPads
    + Request.ofMixer + Request.ofTimeline + Request.ofProgram

  /// What is known of the command.
  package var row: CommandRow {
    switch self {
    case .playback(let command): command.row
    case .move(let movement): movement.row
    case .list(let command): command.row
    case .queue(let command): command.row
    case .search(let command): command.row
    case .program(let command): command.row
    case .take(let command): command.row
    case .library(let command): command.row
    case .pads(let command): command.row
    case .mixer(let command): command.row
    case .timeline(let command): command.row
    case .seek(let seconds):
      CommandRow(
        name: "seek \(seconds)", placeholder: "",
        summary: "\(seconds < 0 ? "back" : "forward") \(abs(seconds)) s", keys: "", group: .play,
        traits: .repeats)
    case .pad(let number, let stroke): stroke.row(ofPad: number)
    case .request(let request): request.ownRow
    }
  }

  /// Whether a layer that does not handle it stays open. The help opens above other layers.
  package var keepsLayers: Bool { row.traits.contains(.keepsLayers) || self == .program(.help) }

  /// The name in configuration files, with the argument.
  package var name: String { row.name }

  /// The description in the help, in a few words.
  package var summary: String { row.summary }
}

/// The source of a command.
package enum CommandSource: Hashable, Sendable {
  case key, mouse
  /// The command palette.
  case palette
  /// A controller of MIDI.
  case midi
  /// A program on this machine, over D-Bus.
  case program
  /// A client of the remote control, over a socket.
  case remote

  /// Whether the user gives the command with the hands, at the screen or on a MIDI device.
  var isHand: Bool { isUser || self == .midi }

  /// Whether the user gives the command at the screen. Other commands neither answer a question nor cancel it.
  package var isUser: Bool {
    switch self {
    case .key, .mouse, .palette: true
    case .midi, .program, .remote: false
    }
  }
}

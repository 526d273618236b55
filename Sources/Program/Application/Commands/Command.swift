import Dubbing

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
  case takeList(TakeList)
  case practiceScreen(PracticeScreen)
  case library(Library)
  case pads(Pads)
  case padForm(PadForm)
  case mixer(Mixer)
  case mixerScreen(MixerScreen)
  case timeline(Timeline)
  /// Hits a pad: 1 to 8 the pads of the chosen bank, greater numbers the pad of that number.
  case pad(Int, Stroke)
  /// A command with an argument.
  indirect case request(Request)

  /// The velocity of a key that hits a pad.
  package enum Stroke: Hashable, Sendable {
    /// A velocity of the settings.
    case plain, accented, soft
    /// A velocity of the binding.
    case velocity(Int)

    package static let velocities = HitColumns.velocityRange
  }
}

extension Command {
  /// All commands of the help, in its order. In each area, those without an argument, then those with a usual value.
  package static let listed = [
    listed(Command.playback, Request.ofPlayback), listed(Command.move), listed(Command.list),
    listed(Command.queue, Request.ofQueue), listed(Command.search),
    listed(Command.program, Request.ofProgram), listed(Command.take, Request.ofTakes),
    listed(Command.takeList), listed(Command.practiceScreen),
    listed(Command.library, Request.ofLibrary), listed(Command.pads, Request.ofPads),
    listed(Command.padForm),
    listed(Command.mixer, Request.ofMixer), listed(Command.mixerScreen),
    listed(Command.timeline, Request.ofTimeline),
  ].flatMap(\.self)

  private static func listed<Area: CommandArea>(
    _ command: (Area) -> Command, _ arguments: [any ArgumentCommand] = []
  ) -> [Command] { Area.allCases.map(command) + arguments.flatMap(\.usual) }

  package static let plain = listed.filter {
    switch $0 {
    case .seek, .pad, .request: false
    default: true
    }
  }

  static let named = Dictionary(uniqueKeysWithValues: plain.map { ($0.name, $0) })

  package static let arguments: [any ArgumentCommand] =
    Request.ofPlayback + Request.ofTakes + Request.ofQueue + Request.ofLibrary + Request.ofPads
    + Request.ofMixer + Request.ofTimeline + Request.ofProgram

  package var row: CommandRow {
    switch self {
    case .playback(let command): command.row
    case .move(let movement): movement.row
    case .list(let command): command.row
    case .queue(let command): command.row
    case .search(let command): command.row
    case .program(let command): command.row
    case .take(let command): command.row
    case .takeList(let command): command.row
    case .practiceScreen(let command): command.row
    case .library(let command): command.row
    case .pads(let command): command.row
    case .padForm(let command): command.row
    case .mixer(let command): command.row
    case .mixerScreen(let command): command.row
    case .timeline(let command): command.row
    case .seek(let seconds): Request.seek(.seconds(seconds)).ownRow
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

package enum CommandSource: Hashable, Sendable {
  case key, mouse
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

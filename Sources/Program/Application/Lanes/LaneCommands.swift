import Player
import Studio

/// The argument of the command `lanes`.
package enum LaneCommand: Hashable, Sendable {
  /// Names the lanes of the take.
  case list
  /// Sets the mode of a strip.
  case mode(MixGraph.Bus, LaneMode)

  init?(_ text: String) {
    if text == "list" {
      self = .list
      return
    }
    guard let (bus, mode) = LaneModes.strip(text) else { return nil }
    self = .mode(bus, mode)
  }

  var text: String {
    switch self {
    case .list: "list"
    case .mode(let bus, let mode): "\(bus.name) \(mode.rawValue)"
    }
  }
}

extension Command.Request {
  package static let lanes = {
    var lanes = Argument<LaneCommand>(
      "lanes", "STRIP MODE",
      "list the lanes of the take, or set the mode of a strip: touch, latch, read or off (music latch)",
      .drum,
      .keepsLayers, read: { LaneCommand($0) }, text: \.text,
      choices: { application, argument in application.laneCompletions(argument) }
    ) { application, command, _ in application.perform(command) }
    lanes.withoutArgument = .request(lanes(.list))
    return lanes
  }()
}

extension Application {
  /// The lanes of takes; nil if the front end has no takes.
  package var lanes: LaneController? { takes?.lanes }

  /// Returns the position of a filter, −100…100, to which a lane may have moved it.
  package func position(of sweep: Sweep) -> Double {
    lanes?.value(at: "move/\(sweep.rawValue)") ?? mixer?.owner.position(of: sweep) ?? 0
  }

  /// The moves that are held, by a hand or a lane.
  package var heldMoves: Set<Move> {
    let held = mixer?.owner.held ?? []
    return Set(
      Move.allCases.filter { move in
        lanes?.value(at: "move/\(move.rawValue)").map { $0 >= 0.5 } ?? held.contains(move)
      })
  }

  fileprivate func perform(_ command: LaneCommand) -> Outcome {
    guard let lanes else { return .refused(.noTakes) }
    switch command {
    case .list: return .notice(.take(.lane(lanes.list)))
    case .mode(let bus, let mode):
      lanes.set(mode, of: bus)
      return .notice(.take(.lane(.mode(bus, mode))))
    }
  }

  /// Turns a strip to the next mode.
  package func turnLaneMode(of bus: MixGraph.Bus) -> Outcome {
    guard let lanes else { return .refused(.noTakes) }
    lanes.set(lanes.modes[bus].next, of: bus)
    return .shown(.take(.lane(.mode(bus, lanes.modes[bus]))))
  }

  fileprivate func laneCompletions(_ text: String) -> [String] {
    let names = (mixer?.buses ?? []).flatMap { bus in LaneMode.allCases.map { "\(bus.name) \($0.rawValue)" } }
    return MixerController.completions(of: text, among: names)
  }
}

/// A message about lanes of a take, as data.
package enum LaneNotice: Hashable, Sendable {
  /// A lane of the take.
  package struct Line: Hashable, Sendable {
    package var address: String
    /// The name of its layer; nil if it belongs to the take.
    package var layer: String?
    package var points: Int
    /// The mode of its strip; nil if the mixer does not have the value.
    package var mode: LaneMode?
  }

  /// The lanes of a take; the name is nil if there is no take. `isFree`: it has no track, while the one that is heard has no
  /// take.
  case list(take: String?, isFree: Bool = false, [Line])
  case mode(MixGraph.Bus, LaneMode)
  /// The mixer does not have the values at these addresses: their lanes are kept and not played.
  case unknown(take: String, [String])
  /// The song does not have the parts at these addresses: their lanes are kept and not played.
  case unknownParts(take: String, [String], known: [String])
  /// The lane of a take moves the value at an address, of a strip, again, which a hand has set.
  case overruled(take: String, String, MixGraph.Bus)

  var severity: Severity {
    switch self {
    case .list, .mode, .overruled: .info
    case .unknown, .unknownParts: .warning
    }
  }
}

import Application
import Player
import Studio

/// The values of the player that have changed since the last update of the plain mode. The next update prints them, unless a
/// message contains them.
struct PlainValues {
  private enum Kind { case volume, balance, speed, transposition }

  private var changes: [(kind: Kind, event: PlayerEvent)] = []
  private var told: Set<Kind> = []

  /// Stores a change of a value. Returns false for other events.
  mutating func note(_ event: PlayerEvent) -> Bool {
    let kind: Kind
    switch event {
    case .volume: kind = .volume
    case .balance: kind = .balance
    case .speed: kind = .speed
    case .transposition: kind = .transposition
    case .state, .item, .shuffle, .repeatMode, .consume, .seeked, .output, .queue, .notice: return false
    }
    changes.append((kind, event))
    return true
  }

  /// Stores a message, which may contain a value.
  mutating func note(_ notice: Notice) {
    if let kind = PlainValues.kind(notice) { told.insert(kind) }
  }

  /// Removes all changes, and returns those that no message contains.
  mutating func removeAll() -> [PlayerEvent] {
    defer { (changes, told) = ([], []) }
    return changes.filter { !told.contains($0.kind) }.map(\.event)
  }

  /// Returns the value that a message contains; nil if there is none.
  private static func kind(_ notice: Notice) -> Kind? {
    switch notice {
    case .take(.song(.transposed)), .take(.song(.pitchTurned)): .transposition
    case .practice(.trainer), .practice(.trainerEnded): .speed
    case .setting(.changed("music-level", _)), .setting(.changed("pads-level", _)): .balance
    case .mixer(.value(let address, _)): kind(address)
    default: nil
    }
  }

  private static func kind(_ address: MixGraph.Address) -> Kind? {
    switch (address.bus, address.part) {
    case (.master, .gain), (.master, .mute): .volume
    case (.music, .gain), (.pads, .gain): .balance
    default: nil
    }
  }
}

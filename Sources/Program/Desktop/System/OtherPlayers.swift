import Player

/// The handling of the other players of the desktop while this program plays.
package enum OthersMode: String, Hashable, Sendable, CaseIterable {
  /// Other players are not changed.
  case mix
  /// Other players are made quieter.
  case duck
  case pause
}

/// Pauses other players or makes them quieter while this program plays, and undoes that afterwards. Main thread.
@MainActor
package final class OtherPlayers {
  /// The part of its volume that a player keeps: 0.5 is −18 dB on the scale of most volume controls.
  private static let ducked = 0.5
  /// A proxy of other players, not a player.
  nonisolated static let proxy = "org.mpris.MediaPlayer2.playerctld"

  /// The change that was made to a player.
  private enum Change: Hashable {
    case paused
    case ducked(from: Double)
  }

  private let bus: BusConnection
  private let model: PlayerModel
  /// Returns whether a name on the bus belongs to this program.
  private let isOwn: (String) -> Bool
  package var mode: OthersMode { didSet { if mode != oldValue { restart() } } }
  private var isActive = false
  /// The number of activations. Answers to questions of an earlier activation are ignored.
  private var number = 0
  private var changes: [String: Change] = [:]
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// Creates the control of the other players. `isOwn`: whether a name on the bus belongs to this program.
  package init(
    _ bus: BusConnection, model: PlayerModel, mode: OthersMode, isOwn: @escaping (String) -> Bool
  ) {
    (self.bus, self.model, self.mode, self.isOwn) = (bus, model, mode, isOwn)
    subscription = model.events.subscribe { [weak self] event in
      if case .state = event { self?.follow() }
    }
    follow()
  }

  private func follow() {
    let plays = model.phase.isPlaying
    if plays == isActive { return }
    if plays { activate() } else { release() }
  }

  private func restart() {
    release()
    follow()
  }

  private func activate() {
    isActive = true
    number += 1
    guard mode != .mix else { return }
    let number = number
    SystemPlayers.list(bus) { [weak self] reply in
      guard let self, self.number == number, case .success(let names) = reply else { return }
      for name in names where !isOwn(name) { ask(name, number) }
    }
  }

  private func ask(_ name: String, _ number: Int) {
    bus.call(BusCall(name, MPRIS.object, MPRIS.properties, "GetAll", [.string(MPRIS.player)])) {
      [weak self] reply in
      guard let self, self.number == number, isActive, case .success(let values) = reply,
        let state = values.first?.members, state["PlaybackStatus"]?.text == "Playing"
      else { return }
      change(name, volume: state["Volume"]?.number)
    }
  }

  private func change(_ name: String, volume: Double?) {
    switch mode {
    case .mix: break
    case .pause:
      changes[name] = .paused
      bus.call(BusCall(name, MPRIS.object, MPRIS.player, "Pause"))
    case .duck:
      guard let volume, volume > 0 else { return }
      changes[name] = .ducked(from: volume)
      setVolume(of: name, to: volume * OtherPlayers.ducked)
    }
  }

  private func setVolume(of name: String, to volume: Double) {
    bus.call(
      BusCall(
        name, MPRIS.object, MPRIS.properties, "Set",
        [.string(MPRIS.player), .string("Volume"), .variant(.double(volume))]))
  }

  /// Lets the other players be as they were. Called when the music stops and before the program ends.
  package func release() {
    isActive = false
    number += 1
    for (name, change) in changes {
      switch change {
      case .paused: bus.call(BusCall(name, MPRIS.object, MPRIS.player, "Play"))
      case .ducked(let volume): setVolume(of: name, to: volume)
      }
    }
    changes = [:]
  }
}

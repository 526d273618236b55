import Application
import Player

/// Finds the other players of the desktop, and attaches the transport to one of them. Main thread.
@MainActor
package final class SystemPlayers {
  private static let daemon = "org.freedesktop.DBus"
  nonisolated private static let prefix = MPRIS.name + "."

  private let bus: BusConnection
  private let transport: SystemTransport
  private let application: Application
  /// The player that the user has chosen; nil for the only one that runs.
  private var wanted: String?
  /// The full names of the players that run.
  private var names: Set<String> = []

  /// Creates the search for a player. `wanted`: the name of a player, such as `vlc`; nil lets the user choose if
  /// several run.
  package init(
    _ bus: BusConnection, transport: SystemTransport, application: Application, wanted: String?
  ) throws(BusError) {
    (self.bus, self.transport, self.application, self.wanted) = (bus, transport, application, wanted)
    transport.onNotice = { [weak application] in application?.report(.system($0)) }
    try transport.connect(bus)
    let rule =
      "type='signal',sender='\(SystemPlayers.daemon)',member='NameOwnerChanged',arg0namespace='\(MPRIS.name)'"
    try bus.listen(rule) { [weak self] in self?.ownerChanged($0) }
    SystemPlayers.list(bus) { [weak self] in self?.listed($0) }
  }

  /// Lists the full names of the players that run.
  static func list(_ bus: BusConnection, _ reply: @escaping (Result<Set<String>, BusError>) -> Void) {
    bus.call(BusCall(daemon, "/org/freedesktop/DBus", daemon, "ListNames")) { answer in
      reply(
        answer.map { values in
          Set(values.first?.elements?.compactMap(\.text).filter(isPlayer) ?? [])
        })
    }
  }

  nonisolated private static func isPlayer(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name != OtherPlayers.proxy
  }

  /// The short names of the players that run, in order.
  package var shortNames: [String] { names.map(SystemPlayers.short).sorted() }

  nonisolated static func short(_ name: String) -> String {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  /// Returns the full name of a player by its short name, or by its beginning, as in `firefox.instance_1_23`.
  nonisolated static func match(_ wanted: String, _ names: Set<String>) -> String? {
    let sorted = names.sorted()
    return sorted.first { short($0) == wanted } ?? sorted.first { short($0).hasPrefix(wanted + ".") }
  }

  private func listed(_ reply: Result<Set<String>, BusError>) {
    switch reply {
    case .failure(let error): application.report(.system(.noBus(detail: error.detail)))
    case .success(let found):
      names = found
      choose()
    }
  }

  private func choose() {
    if let wanted { return attach(wanted) }
    switch names.count {
    case 0: application.report(.system(.noPlayer))
    case 1: names.first.map(transport.attach)
    default: application.screen?.choosePlayer(shortNames)
    }
  }

  /// Shows a player by its short name.
  package func attach(_ name: String) {
    wanted = name
    guard let player = SystemPlayers.match(name, names) else {
      return application.report(.system(.notRunning(name)))
    }
    transport.attach(player)
  }

  private func ownerChanged(_ signal: BusCall) {
    let texts = signal.arguments.compactMap(\.text)
    guard texts.count == 3, SystemPlayers.isPlayer(texts[0]) else { return }
    let (name, owner) = (texts[0], texts[2])
    if owner.isEmpty {
      names.remove(name)
      if transport.player == name { transport.detach() }
    } else {
      names.insert(name)
      let isWanted = wanted.map { SystemPlayers.match($0, [name]) != nil } ?? true
      if transport.player == nil, isWanted { transport.attach(name) }
    }
  }
}

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

import Application
import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Dispatches the messages of a MIDI input: sends hits to the engine at once, and other requests to the main thread.
package final class MIDIReceiver: Sendable {
  fileprivate struct State: Sendable {
    var map: MIDIMap
    var hasInstrument = false
    var profiles: [MIDIProfile] = []
    /// The clocks of the devices; nil if none is followed.
    var clocks: MIDIClocks?
    /// The routers of the devices that have sent messages, by their names.
    var routers: [String: MIDIRouter] = [:]
    /// The velocities from which a curve is learned, and its scope; nil while no curve is learned.
    var learned: (velocities: [Int], scope: String?)?
    /// Whether messages are reported instead of performed.
    var isLearning = false
    /// The notes without a pad that were reported since the kit was loaded.
    var reported: Set<Int> = []
    /// The messages of each device in its current second; nil after a flood was reported.
    var counts: [String: (since: HostTime, count: Int)?] = [:]
  }

  /// The messages of a second that no working device exceeds: a cable carries 1,500, and pads that send pressure a multiple.
  fileprivate static let mostMessages = 10_000

  /// Stands in `reported` for all notes that substitutes play.
  private static let anySubstitute = -1

  private let port: HitPort
  private let notes: NotePort
  private let state: Mutex<State>
  private let send: @Sendable (MIDIReport) -> Void

  /// Creates a receiver of the messages of an input. Only the thread of the input uses `port` and `notes`, those of
  /// MIDI, and calls `send`.
  package init(
    port: HitPort, notes: NotePort, map: MIDIMap, send: @escaping @Sendable (MIDIReport) -> Void
  ) {
    (self.port, self.notes, self.send) = (port, notes, send)
    state = Mutex(State(map: map))
  }

  /// Changes the map before the next message. Any thread.
  package func change(_ change: (inout MIDIMap) -> Void) {
    state.withLock { state in
      let kit = state.map.kit
      change(&state.map)
      if state.map.kit != kit { state.reported = [] }
      state.updateRouters()
    }
  }

  /// Sets whether the instrument plays notes. Any thread.
  package func setInstrument(_ isThere: Bool) {
    state.withLock { state in
      state.hasInstrument = isThere
      for device in state.routers.keys { state.routers[device]?.hasInstrument = isThere }
    }
  }

  /// Sets the device profiles. The first matching profile of a device is used. Any thread.
  package func use(_ profiles: [MIDIProfile]) {
    state.withLock { state in
      state.profiles = profiles
      state.updateRouters()
    }
  }

  /// Sets whether the beats of MIDI clocks and the starts and stops of songs are reported. Any thread.
  package func setFollowsClock(_ isFollowing: Bool) {
    state.withLock { $0.clocks = isFollowing ? $0.clocks ?? MIDIClocks() : nil }
  }

  /// The current functions. Any thread.
  package var map: MIDIMap { state.withLock(\.map) }

  /// Sets whether notes and controllers are reported. Notes also strike pads. Any thread.
  package func setLearning(_ isLearning: Bool) { state.withLock { $0.isLearning = isLearning } }

  /// Learns a velocity curve from the next strikes, and reports it. Any thread. `scope`: the scope of the curve, such
  /// as `pad 3`; nil for the device of the strikes. Returns false if the scope is not valid; then nothing is learned.
  package func learnCurve(for scope: String?) -> Bool {
    if let scope, StrikeResponse.Scope(scope) == nil { return false }
    state.withLock { $0.learned = ([], scope) }
    return true
  }

  /// Handles a message of a device. The thread of the input.
  package func receive(_ message: MIDIMessage, from device: String, at time: HostTime) {
    let (action, isLearning, report) = state.withLock { state in
      let report = state.count(device, at: time) ?? state.report(of: message, from: device, at: time)
      let routed = state.route(message, from: device, at: time)
      let action = state.isLearning ? routed?.whileTaught : routed
      return (action, state.isLearning, report ?? state.missingPad(of: message, action))
    }
    if let report { send(report) }
    perform(action, isLearning: isLearning, at: time)
    if isLearning, let source = MIDISource(message) { send(.heard(source)) }
  }

  /// Releases the pads, notes and moves that a disconnected device holds. The thread of the input.
  package func releaseAll(of device: String, at time: HostTime) {
    for action in state.withLock({ $0.routers[device]?.releaseAll() ?? [] }) {
      perform(action, isLearning: false, at: time)
    }
  }

  /// Releases what the devices of an input hold. Called while no thread of an input runs.
  package func releaseAll(at time: HostTime) {
    for device in state.withLock({ $0.routers.keys.sorted() }) { releaseAll(of: device, at: time) }
  }

  private func perform(_ action: MIDIRouter.Action?, isLearning: Bool, at time: HostTime) {
    switch action {
    case .strike(let pad, let velocity): port.strike(Hit(pad: pad, velocity: velocity, time: time))
    case .all(let actions): for action in actions { perform(action, isLearning: isLearning, at: time) }
    case .substitute(let pad, let velocity, let note):
      port.strike(Hit(pad: pad, velocity: velocity, time: time))
      // One message stands for all notes.
      if !isLearning { reportOnce(MIDIReceiver.anySubstitute, .substituted(note: note, pad: pad)) }
    case .silentNote(let note): if !isLearning { reportOnce(note, .silent(note: note)) }
    case .release(let pad): port.release(pad: pad, time: time)
    case .choke(let pad): port.choke(pad: pad, time: time)
    case .close(let pads, let seconds): for pad in pads { port.choke(pad: pad, seconds: seconds, time: time) }
    case .instrument(let kind, let key, let value):
      notes.send(NoteEvent(kind, key: key, value: value, time: time))
    case .command(let command): send(.command(command, time))
    case .program(let program): send(.program(program))
    case .machine(let command): send(.machine(command, time))
    case .unknown, nil: break
    }
  }

  private func reportOnce(_ note: Int, _ notice: MIDINotice) {
    if state.withLock({ $0.reported.insert(note).inserted }) { send(.notice(notice)) }
  }
}

extension MIDIRouter.Action {
  /// What is done of it while its source is taught: it is heard, but changes nothing. A move that is held is released.
  fileprivate var whileTaught: MIDIRouter.Action? {
    switch self {
    case .strike, .substitute, .silentNote, .release, .close: self
    case .all(let actions): .all(actions.compactMap(\.whileTaught))
    case .instrument(let kind, _, _): [.on, .off].contains(kind) ? self : nil
    case .command(.request(let request)): request.releasesMove ? self : nil
    case .choke, .command, .program, .machine, .unknown: nil
    }
  }
}

extension MIDIReceiver.State {
  /// Updates the maps of the routers.
  mutating func updateRouters() {
    for device in Array(routers.keys) {
      let map = map(of: device)
      routers[device]?.map = map
    }
  }

  /// Returns the map of a device: the assignments of the user, completed with its profile.
  func map(of device: String) -> MIDIMap {
    profiles.first { $0.isFor(device) }.map { map.completed(by: $0, of: device) } ?? map
  }

  mutating func route(_ message: MIDIMessage, from device: String, at time: HostTime) -> MIDIRouter.Action? {
    if routers[device] == nil {
      var router = MIDIRouter(map: map(of: device), device: device)
      router.hasInstrument = hasInstrument
      routers[device] = router
    }
    return routers[device]?.route(message, at: time)
  }

  /// Counts a message. Returns a report once for a device that sends too many.
  mutating func count(_ device: String, at time: HostTime) -> MIDIReport? {
    guard let (since, count) = counts[device, default: (time, 0)] else { return nil }
    if time.seconds(since: since) > 1 {
      counts[device] = (time, 1)
      return nil
    }
    let isFlood = count >= MIDIReceiver.mostMessages
    counts.updateValue(isFlood ? nil : (since, count + 1), forKey: device)
    return isFlood ? .notice(.flood(device, messages: MIDIReceiver.mostMessages)) : nil
  }

  /// Returns the report of a message to the main thread: beats and songs of a clock, or a learned curve.
  mutating func report(of message: MIDIMessage, from device: String, at time: HostTime) -> MIDIReport? {
    clocks?.receive(message, from: device, at: time) ?? learn(from: message, device)
  }

  /// Returns a report of a note whose pad the kit does not have, once for each kit.
  mutating func missingPad(of message: MIDIMessage, _ action: MIDIRouter.Action?) -> MIDIReport? {
    guard case .strike(let pad, _)? = action, case .noteOn(_, let note, _) = message, !isLearning,
      !map.kit.has(pad: pad), reported.insert(note).inserted
    else { return nil }
    return .notice(.missing(note: note, pad: pad))
  }

  /// Records the velocity of a strike while a curve is learned. Returns the report of the curve after the last strike.
  mutating func learn(from message: MIDIMessage, _ device: String) -> MIDIReport? {
    guard case .noteOn(_, _, let velocity) = message, learned != nil else { return nil }
    learned?.velocities.append(velocity)
    guard let (velocities, scope) = learned, velocities.count >= VelocityCurve.learnedStrikes else {
      return nil
    }
    learned = nil
    return .curve(
      VelocityCurve.learned(velocities).map { "curve \($0.text) \(scope ?? "device \(device)")" })
  }
}

import Application
import AudioBase
import Dubbing
import MixEngine
import Player
import Synchronization
import SystemBase

/// Decides what each MIDI message does. A value of the thread of the input.
package struct MIDIRouter: Sendable {
  package enum Action: Hashable, Sendable {
    case strike(pad: Int, velocity: Int)
    case release(pad: Int)
    /// Plays the instrument: a note by its key, a controller by its number, or a bend in semitones.
    case instrument(NoteEvent.Kind, key: Int, value: Float)
    case command(Command)
    /// Strikes a pad that sounds most like the note, which no pad has.
    case substitute(pad: Int, velocity: Int, note: Int)
    /// A note that no pad plays.
    case silentNote(Int)
    /// A controller or a bend that moves nothing.
    case unknown
  }

  /// The channel of drums in General MIDI, from 0.
  private static let drums = 9
  /// The semitones of the largest bend to each side, as General MIDI has it.
  private static let bendRange: Float = 2

  package var map: MIDIMap
  /// Whether the mixer has an instrument. It plays notes that no pad was taught, and follows bends and controllers that set
  /// nothing else, except those of the channel of drums.
  package var hasInstrument = false
  /// The notes that the instrument plays, by channel and note.
  private var played: Set<Int> = []
  /// The pads that notes have struck, by channel and note: a note releases its pad even if the map has changed since.
  private var held: [Int: Int] = [:]

  package init(map: MIDIMap) { self.map = map }

  package mutating func route(_ message: MIDIMessage) -> Action? {
    switch message {
    case .noteOn(_, let note, _) where map.move(of: .note(note)) != nil:
      return map.move(of: .note(note)).map { .command(.request(.hold($0, true))) }
    case .noteOff(_, let note) where map.move(of: .note(note)) != nil:
      return map.move(of: .note(note)).map { .command(.request(.hold($0, false))) }
    case .noteOn(let channel, let note, let velocity) where plays(note, of: channel):
      played.insert(channel << 7 | note)
      return .instrument(.on, key: note, value: Float(velocity))
    case .noteOff(let channel, let note) where played.remove(channel << 7 | note) != nil:
      return .instrument(.off, key: note, value: 0)
    case .noteOn(let channel, let note, let velocity):
      let substitute = map.pad(nearestTo: note)
      guard let pad = map.pad(ofNote: note) ?? substitute else { return .silentNote(note) }
      held[channel << 7 | note] = pad
      return map.pad(ofNote: note) == nil
        ? .substitute(pad: pad, velocity: velocity, note: note) : .strike(pad: pad, velocity: velocity)
    case .noteOff(let channel, let note):
      return held.removeValue(forKey: channel << 7 | note).map { .release(pad: $0) }
    case .pitchBend(let channel, let value):
      return hasInstrument && channel != MIDIRouter.drums
        ? .instrument(.bend, key: -1, value: Float(value) / 8192 * MIDIRouter.bendRange) : .unknown
    case .controlChange(let channel, let controller, let value):
      if let move = map.move(of: .controller(controller)) {
        return .command(.request(.hold(move, value >= 64)))
      }
      if let address = map.address(ofController: controller) {
        return .command(.request(.turn(address, Double(value) / 127)))
      }
      guard let level = map.level(ofController: controller) else {
        return hasInstrument && channel != MIDIRouter.drums
          ? .instrument(.control, key: controller, value: Float(value)) : .unknown
      }
      return .command(MIDIRouter.command(level, value))
    }
  }

  private func plays(_ note: Int, of channel: Int) -> Bool {
    hasInstrument && channel != MIDIRouter.drums && !map.hasTaught(note: note)
  }

  /// The request for the position of a controller, 0…127.
  static func command(_ level: MIDIMap.Level, _ value: Int) -> Command {
    let position = Double(value) / 127
    switch level {
    // The end of the fader is 0 dB.
    case .volume:
      return .request(.volume(Decibels((PlayerModel.volumeRange.lowerBound * (1 - position)).rounded())))
    case .balance:
      // Position 64 is the middle.
      let steps = Double(MixLevels.balanceSteps)
      return .request(.balance(Int(((Double(value) - 64) / 63 * steps).rounded())))
    // Around the middle, the knob catches.
    case .sweep:
      return .request(.sweep(Double(value < 64 ? min(value - 61, 0) : max(value - 66, 0)) / 61 * 100))
    case .speed:
      let range = PlayerModel.speedRange
      let speed =
        value <= 64
        ? range.lowerBound + (1 - range.lowerBound) * Double(value) / 64
        : 1 + (range.upperBound - 1) * Double(value - 64) / 63
      return .request(.speed((speed * 100).rounded() / 100))
    }
  }
}

/// Passes the messages of a MIDI input on: hits to the engine, at once, and other requests to the main thread.
package final class MIDIReceiver: Sendable {
  private struct State: Sendable {
    var router: MIDIRouter
    /// Whether messages are reported instead of performed.
    var isLearning = false
    /// The notes without a pad that were reported since the kit was loaded.
    var reported: Set<Int> = []
  }

  private let port: HitPort
  private let notes: NotePort
  private let state: Mutex<State>
  private let send: @Sendable (MIDIReport) -> Void

  /// Creates a receiver of the messages of an input.
  ///
  /// - Parameters:
  ///   - port: that of MIDI; only the thread of the input strikes through it.
  ///   - notes: that of MIDI, as well.
  ///   - send: called on the thread of the input.
  package init(
    port: HitPort, notes: NotePort, map: MIDIMap, send: @escaping @Sendable (MIDIReport) -> Void
  ) {
    (self.port, self.notes, self.send) = (port, notes, send)
    state = Mutex(State(router: MIDIRouter(map: map)))
  }

  /// Changes the map before the next message. Any thread.
  package func change(_ change: (inout MIDIMap) -> Void) {
    state.withLock { state in
      let kit = state.router.map.kit
      change(&state.router.map)
      if state.router.map.kit != kit { state.reported = [] }
    }
  }

  /// Lets the instrument play, or the pads alone. Any thread.
  package func setInstrument(_ isThere: Bool) { state.withLock { $0.router.hasInstrument = isThere } }

  /// The current functions. Any thread.
  package var map: MIDIMap { state.withLock { $0.router.map } }

  /// Reports the next notes and controllers, besides striking pads, or no longer. Any thread.
  package func setLearning(_ isLearning: Bool) { state.withLock { $0.isLearning = isLearning } }

  /// Handles a message. The thread of the input.
  package func receive(_ message: MIDIMessage, at time: HostTime) {
    let (action, isLearning) = state.withLock { state in
      if state.isLearning, case .controlChange = message { return (nil as MIDIRouter.Action?, true) }
      return (state.router.route(message), state.isLearning)
    }
    switch action {
    case .strike(let pad, let velocity): port.strike(Hit(pad: pad, velocity: velocity, time: time))
    case .substitute(let pad, let velocity, let note):
      port.strike(Hit(pad: pad, velocity: velocity, time: time))
      if !isLearning { reportOnce(note, substitute: pad) }
    case .silentNote(let note): if !isLearning { reportOnce(note, substitute: nil) }
    case .release(let pad): port.release(pad: pad, time: time)
    case .instrument(let kind, let key, let value):
      notes.send(NoteEvent(kind, key: key, value: value, time: time))
    case .command(let command): send(.command(command, time))
    case .unknown, nil: break
    }
    if isLearning, let source = MIDISource(message) { send(.heard(source)) }
  }

  private func reportOnce(_ note: Int, substitute: Int?) {
    if state.withLock({ $0.reported.insert(note).inserted }) {
      send(.withoutPad(note: note, substitute: substitute))
    }
  }
}

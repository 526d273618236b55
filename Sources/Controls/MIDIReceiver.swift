import Application
import AudioBase
import MixEngine
import Synchronization
import SystemBase

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
    perform(action, isLearning: isLearning, at: time)
    if isLearning, let source = MIDISource(message) { send(.heard(source)) }
  }

  /// Ends what notes hold, since a device is gone. The thread of the input.
  package func releaseAll(at time: HostTime) {
    for action in state.withLock({ $0.router.releaseAll() }) { perform(action, isLearning: false, at: time) }
  }

  private func perform(_ action: MIDIRouter.Action?, isLearning: Bool, at time: HostTime) {
    switch action {
    case .strike(let pad, let velocity): port.strike(Hit(pad: pad, velocity: velocity, time: time))
    case .substitute(let pad, let velocity, let note):
      port.strike(Hit(pad: pad, velocity: velocity, time: time))
      if !isLearning { reportOnce(note, substitute: pad) }
    case .silentNote(let note): if !isLearning { reportOnce(note, substitute: nil) }
    case .release(let pad): port.release(pad: pad, time: time)
    case .choke(let pad): port.choke(pad: pad, time: time)
    case .close(let pads, let seconds): for pad in pads { port.choke(pad: pad, seconds: seconds, time: time) }
    case .instrument(let kind, let key, let value):
      notes.send(NoteEvent(kind, key: key, value: value, time: time))
    case .command(let command): send(.command(command, time))
    case .unknown, nil: break
    }
  }

  private func reportOnce(_ note: Int, substitute: Int?) {
    if state.withLock({ $0.reported.insert(note).inserted }) {
      send(.withoutPad(note: note, substitute: substitute))
    }
  }
}

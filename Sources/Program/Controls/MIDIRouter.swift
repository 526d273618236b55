import Application
import AudioBase
import Dubbing
import MixEngine
import Player
import Studio
import SystemBase

/// Decides what each MIDI message does. A value of the thread of the input.
package struct MIDIRouter: Sendable {
  package enum Action: Hashable, Sendable {
    case strike(pad: Int, velocity: Int)
    case release(pad: Int)
    /// Silences a pad.
    case choke(pad: Int)
    /// Silences hi-hat pads when the pedal closes. `seconds`: the duration of the fade; 0 uses the choke fade of each
    /// pad.
    case close(pads: [Int], seconds: Float)
    /// Plays the instrument: a note by its key, a controller by its number, or a bend in semitones.
    case instrument(NoteEvent.Kind, key: Int, value: Float)
    case command(Command)
    /// Selects the kit of a program, from 0.
    case program(Int)
    case machine(MIDIMessage.MachineCommand)
    /// Strikes the pad with the most similar sound for a note that no pad has.
    case substitute(pad: Int, velocity: Int, note: Int)
    /// A note that no pad plays.
    case silentNote(Int)
    /// Several actions in their order.
    case all([Action])
    /// A controller or a pitch bend without a function.
    case unknown
  }

  /// The semitones of the largest bend to each side, as General MIDI has it.
  private static let bendRange: Float = 2

  package var map: MIDIMap
  /// The name of the device whose messages are routed.
  private let device: String
  /// The times of the latest strikes, by pad.
  private var strikes: [Int: HostTime] = [:]
  /// The strikes that can shake other pads, in the order of their times.
  private var shaking: [(pad: Int, velocity: Int, time: HostTime)] = []
  /// Whether the mixer has an instrument. It plays notes that no pad was taught, and follows bends and controllers that set
  /// nothing else, except those of the channel of drums.
  package var hasInstrument = false
  /// The notes that the instrument plays, by channel and note.
  private var played: Set<Int> = []
  /// The pads that notes have struck, by channel and note: a note releases its pad even if the map has changed since.
  private var held: [Int: Int] = [:]
  /// The pressed controllers that have commands.
  private var pressed: Set<Int> = []
  /// The moves that notes hold.
  private var heldMoves: Set<Move> = []
  /// The position of the hi-hat pedal, and the positions of the next strikes of a drum and of the ride; nil until one is
  /// received.
  private var pedal: Int?
  private var position: Int?
  private var ridePosition: Int?
  /// The pressure on notes, by channel and note.
  private var pressures: [Int: Int] = [:]
  /// Whether the device has sent what only electronic kits send: positions of the pedal, or edges of the hi-hat.
  private var isElectronicKit = false

  package init(map: MIDIMap, device: String = "") { (self.map, self.device) = (map, device) }

  /// Routes a message. `time`: the time of arrival.
  package mutating func route(
    _ message: MIDIMessage, at time: HostTime = HostTime(nanoseconds: 0)
  ) -> Action? {
    switch message {
    case .clock, .start, .goOn, .stop, .songPosition: return nil
    case .machine(let command): return .machine(command)
    case .noteOn(let channel, let note, let velocity):
      return assigned(to: note) ?? begin(note, of: channel, velocity, at: time)
    case .noteOff(let channel, let note): return end(note, of: channel)
    case .programChange(_, let program):
      if case .command(let command)? = map.target(of: .program(program)) { return .command(command) }
      return .program(program)
    case .notePressure(let channel, let note, let value): return press(channel, note, value)
    case .pitchBend(let channel, let value):
      return followsInstrument(channel)
        ? .instrument(.bend, key: -1, value: Float(value) / 8192 * MIDIRouter.bendRange) : .unknown
    case .controlChange(let channel, let controller, let value): return turn(controller, of: channel, value)
    }
  }

  /// Returns what the user has assigned to a note that begins, other than a pad; nil if there is nothing.
  private mutating func assigned(to note: Int) -> Action? {
    switch map.target(of: .note(note)) {
    case .move(let move): hold(move, true)
    case .command(let command): .command(command)
    case .choke(let pad): choke(pad)
    case .chokeNote(let note):
      (map.kit.pad(ofNote: note) ?? map.kit.pad(nearestTo: note)).map(choke) ?? .all([])
    case .pad, .note, .tom, .crashEdge, .address, .volume, .balance, .speed, .sweep, nil: nil
    }
  }

  /// Begins a note of the instrument or strikes the pad of a note.
  private mutating func begin(_ note: Int, of channel: Int, _ velocity: Int, at time: HostTime) -> Action? {
    let key = channel << 7 | note
    if followsInstrument(channel) && !map.hasTaught(note: note) {
      played.insert(key)
      return .instrument(.on, key: note, value: Float(velocity))
    }
    // A position belongs to the strike that follows it.
    let isOnRide = ridePosition != nil && GeneralMIDIDrum.rides.contains(note)
    let place = isOnRide ? ridePosition : position
    defer { if isOnRide { ridePosition = nil } else { position = nil } }
    if GeneralMIDIDrum.electronicNotes.contains(note) { isElectronicKit = true }
    let own = map.pad(ofNote: note)
    guard let struck = own ?? map.pad(nearestTo: note, electronic: isElectronicKit) else {
      return .silentNote(note)
    }
    let pad = map.kit.articulation(ofPad: struck, pedal: pedal, position: place)
    guard let velocity = strike(pad, velocity, at: time) else { return nil }
    held[key] = pad
    pressures[key] = nil
    return own == nil
      ? .substitute(pad: pad, velocity: velocity, note: note) : .strike(pad: pad, velocity: velocity)
  }

  private mutating func end(_ note: Int, of channel: Int) -> Action? {
    if case .move(let move)? = map.target(of: .note(note)) { return hold(move, false) }
    if played.remove(channel << 7 | note) != nil { return .instrument(.off, key: note, value: 0) }
    return held.removeValue(forKey: channel << 7 | note).map { .release(pad: $0) }
  }

  private mutating func turn(_ controller: Int, of channel: Int, _ value: Int) -> Action? {
    switch map.target(of: .controller(controller), channel: channel) {
    case .move(let move): return hold(move, value >= 64)
    case .command(let command):
      let isPressed = value >= 64 && pressed.insert(controller).inserted
      if value < 64 { pressed.remove(controller) }
      return isPressed ? .command(command) : nil
    case let target?:
      if let request = MIDIRouter.request(target, value) { return .command(.request(request)) }
    case nil: break
    }
    if followsInstrument(channel) { return .instrument(.control, key: controller, value: Float(value)) }
    return [NoteEvent.soundOff, NoteEvent.notesOff].contains(controller)
      ? .all(releasePads(of: channel)) : control(controller, value)
  }

  /// Releases the pads that the notes of a channel hold: the device has lost the ends of the notes.
  private mutating func releasePads(of channel: Int) -> [Action] {
    let keys = held.keys.filter { $0 >> 7 == channel }.sorted()
    return keys.compactMap { held.removeValue(forKey: $0) }.map { .release(pad: $0) }
  }

  /// Applies the response of a pad to the velocity of a strike; nil if the strike is ignored.
  private mutating func strike(_ pad: Int, _ velocity: Int, at time: HostTime) -> Int? {
    let response = map.response(toPad: pad, device: device)
    if velocity < response.threshold ?? 0 { return nil }
    if let mask = response.mask, let last = strikes[pad], time.seconds(since: last) < mask { return nil }
    shaking.removeAll { time.seconds(since: $0.time) > Crosstalk.longest }
    let isShaken = shaking.contains { other in
      let seconds = time.seconds(since: other.time)
      return other.pad != pad
        && response.crosstalk?.includes(velocity, after: seconds, of: other.velocity) == true
    }
    if isShaken { return nil }
    shaking.append((pad, velocity, time))
    strikes[pad] = time
    return response.curve?.apply(velocity) ?? velocity
  }

  /// Follows a controller of an electronic kit.
  private mutating func control(_ controller: Int, _ value: Int) -> Action? {
    if controller == MIDIMessage.pedalController { isElectronicKit = true }
    switch controller {
    case MIDIMessage.pedalController where map.kit.hasPedal: return movePedal(to: value)
    case MIDIMessage.positionController: position = value
    case MIDIMessage.ridePositionController: ridePosition = value
    default: return .unknown
    }
    return nil
  }

  /// Returns the choke of the pads that are too open for a pedal position.
  private mutating func movePedal(to value: Int) -> Action? {
    let before = pedal ?? 0
    pedal = value
    return map.kit.closing(from: before, to: value).map { .close(pads: $0.pads, seconds: $0.seconds) }
  }

  private mutating func hold(_ move: Move, _ isHeld: Bool) -> Action {
    if isHeld { heldMoves.insert(move) } else { heldMoves.remove(move) }
    return .command(.request(.hold(move, isHeld)))
  }

  /// Returns the choke of a grabbed cymbal; nil if the pressure is not that of a grabbed cymbal.
  private mutating func press(_ channel: Int, _ note: Int, _ value: Int) -> Action? {
    let key = channel << 7 | note
    let before = pressures.updateValue(value, forKey: key) ?? 0
    guard PadNotes.isGrab(from: before, to: value, whileHeld: held[key] != nil) else { return nil }
    return choke(ofNote: note)
  }

  /// Returns the choke of the pad that a note strikes; nil if none does.
  private func choke(ofNote note: Int) -> Action? {
    (map.pad(ofNote: note) ?? map.pad(nearestTo: note, electronic: isElectronicKit)).map(choke)
  }

  /// Returns the choke of a pad with the other zones of its cymbal.
  private func choke(_ pad: Int) -> Action {
    let pads = map.kit.cymbal(ofPad: pad)
    return pads.count == 1 ? .choke(pad: pad) : .all(pads.map { .choke(pad: $0) })
  }

  /// Releases all that notes and controllers hold. Called when the device is disconnected, which then sends no note-off
  /// messages.
  package mutating func releaseAll() -> [Action] {
    defer { (held, played, heldMoves, pressures, pressed) = ([:], [], [], [:], []) }
    var actions: [Action] = Set(held.values).sorted().map { .release(pad: $0) }
    for key in played.sorted() { actions.append(.instrument(.off, key: key & 0x7F, value: 0)) }
    for move in heldMoves.sorted(by: { $0.rawValue < $1.rawValue }) {
      actions.append(.command(.request(.hold(move, false))))
    }
    return actions
  }

  /// Returns whether messages of a channel are for the instrument.
  private func followsInstrument(_ channel: Int) -> Bool {
    hasInstrument && channel != MIDIMessage.drumChannel
  }

  /// Returns the request for the position of a controller, 0…127; nil if its function is no value.
  private static func request(_ target: MIDITarget, _ value: Int) -> Command.Request? {
    let position = Double(value) / 127
    switch target {
    case .address(MixGraph.Address(.echo)): return .sweepEcho(.position(sweepPosition(value)))
    case .address(let address): return .turn(address, position)
    // The end of the fader is 0 dB.
    case .volume: return .volume(Decibels((PlayerModel.volumeRange.lowerBound * (1 - position)).rounded()))
    case .balance:
      // Position 64 is the middle.
      return .balance(Int(((Double(value) - 64) / 63 * Double(MixLevels.balanceSteps)).rounded()))
    case .sweep: return .sweep(.position(sweepPosition(value)))
    case .speed:
      let range = PlayerModel.speedRange
      let speed =
        value <= 64
        ? range.lowerBound + (1 - range.lowerBound) * Double(value) / 64
        : 1 + (range.upperBound - 1) * Double(value - 64) / 63
      return .speed((speed * 100).rounded() / 100)
    case .pad, .choke, .chokeNote, .note, .tom, .crashEdge, .command, .move: return nil
    }
  }

  /// Returns the position of a filter for that of a knob, 0…127. 61 to 66 are the middle, which would hardly be hit otherwise.
  private static func sweepPosition(_ value: Int) -> Double {
    Double(value < 64 ? min(value - 61, 0) : max(value - 66, 0)) / 61 * 100
  }
}

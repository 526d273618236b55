import AudioBase

/// Makes the hits of a performance on an electronic kit, or of a score for drums, as pads play its messages live: the pedal
/// and the place of a strike choose pads, and the pedal and grabs silence them.
struct KitPerformance {
  /// The most strikes of a pad that a choke ends; no pad plays more.
  private static let mostRinging = 64

  private let notes: PadNotes
  private let channel: Int?
  private let clock: MIDIClock
  private let rate: SampleRate
  /// Whether the file has what only electronic kits send: positions of the pedal, or edges of the hi-hat.
  private let isElectronic: Bool
  /// The controllers and pressures of tracks without notes, which hold for all tracks.
  private let shared: [MIDIFile.Event]
  private(set) var unknownNotes: [Int: Int] = [:]
  private(set) var substitutes: [Int: Int] = [:]

  /// `channel`: the one whose messages count; nil for all.
  init(_ file: MIDIFile, _ notes: PadNotes, channel: Int?, rate: SampleRate) {
    (self.notes, self.channel, self.rate, clock) = (notes, channel, rate, MIDIClock(file))
    isElectronic = file.tracks.flatMap(\.events).contains { event in
      switch event.kind {
      case .control(let own, MIDIMessage.pedalController, _): own == channel ?? own
      case .noteOn(let own, let key, _):
        own == channel ?? own && GeneralMIDIDrum.electronicNotes.contains(key)
      default: false
      }
    }
    shared = file.tracks.filter { !$0.events.contains(where: \.isNote) }.flatMap(\.events).filter(\.isControl)
      .sorted { $0.tick < $1.tick }
  }

  /// The state of a track.
  private struct State {
    var hits: [TakeHit] = []
    /// The notes that have not ended, by channel and key.
    var held: Set<Int> = []
    /// The hits of held pads whose notes have not ended, by channel and key.
    var sounding: [Int: Int] = [:]
    /// The hits that a choke can end, by pad.
    var ringing: [Int: [Int]] = [:]
    /// The pressure on notes, by channel and key.
    var pressures: [Int: Int] = [:]
    var pedal: Int?
    var position: Int?
    var ridePosition: Int?

    /// Ends the hits of a pad at a frame, unless they end before. `fade`: frames until they are silent.
    mutating func choke(_ pad: Int, at frame: Int, fade: Int = 0) {
      for index in ringing[pad] ?? [] {
        let length = min(max(frame + fade - hits[index].frame, 1), HitColumns.frameRange.upperBound)
        if hits[index].length == 0 || length < hits[index].length { hits[index].length = length }
      }
      if fade == 0 { ringing[pad] = nil }
    }
  }

  mutating func hits(of track: MIDIFile.Track) -> [TakeHit] {
    if !track.events.contains(where: \.isNote) { return [] }
    var state = State()
    for event in events(of: track) {
      let frame = clock.frame(atTick: event.tick, rate)
      switch event.kind {
      case .noteOn(let own, let key, let velocity) where own == channel ?? own:
        strike(own, key, velocity, at: frame, &state)
      case .noteOff(let own, let key):
        state.held.remove(own << 7 | key)
        guard let index = state.sounding.removeValue(forKey: own << 7 | key) else { continue }
        state.hits[index].length = frame - state.hits[index].frame
      case .pressure(let own, let key, let value) where own == channel ?? own:
        let before = state.pressures.updateValue(value, forKey: own << 7 | key) ?? 0
        let isHeld = state.held.contains(own << 7 | key)
        if PadNotes.isGrab(from: before, to: value, whileHeld: isHeld), let pad = pad(ofNote: key) {
          for zone in notes.cymbal(ofPad: pad) { state.choke(zone, at: frame) }
        }
      case .control(let own, let controller, let value) where own == channel ?? own:
        move(controller, to: value, at: frame, &state)
      default: continue
      }
    }
    return state.hits
  }

  /// Merges the events of a track with the shared ones, which precede those of the same tick.
  private func events(of track: MIDIFile.Track) -> [MIDIFile.Event] {
    if shared.isEmpty { return track.events }
    return (shared + track.events).enumerated().sorted { ($0.1.tick, $0.0) < ($1.1.tick, $1.0) }
      .map(\.element)
  }

  private func pad(ofNote key: Int) -> Int? {
    notes.pad(ofNote: key) ?? notes.pad(nearestTo: key, electronic: isElectronic)
  }

  private mutating func strike(
    _ channel: Int, _ key: Int, _ velocity: Int, at frame: Int, _ state: inout State
  ) {
    guard let pad = pad(ofNote: key) else { return unknownNotes[key, default: 0] += 1 }
    if notes.pad(ofNote: key) == nil { substitutes[key] = pad }
    let isOnRide = state.ridePosition != nil && GeneralMIDIDrum.rides.contains(key)
    let place = isOnRide ? state.ridePosition : state.position
    let played = notes.articulation(ofPad: pad, pedal: state.pedal, position: place)
    if isOnRide { state.ridePosition = nil } else { state.position = nil }
    let index = state.hits.count
    state.pressures[channel << 7 | key] = nil
    state.held.insert(channel << 7 | key)
    if notes.isHeld(pad: played) {
      state.sounding[channel << 7 | key] = index
    } else if notes.canBeChoked(pad: played) {
      state.ringing[played] = (state.ringing[played] ?? []).suffix(KitPerformance.mostRinging - 1) + [index]
    }
    state.hits.append(
      TakeHit(frame: frame, pad: played, velocity: velocity, sample: TakeHit.anySample))
  }

  private func move(_ controller: Int, to value: Int, at frame: Int, _ state: inout State) {
    switch controller {
    case MIDIMessage.pedalController where notes.hasPedal:
      let before = state.pedal ?? 0
      state.pedal = value
      guard let (pads, seconds) = notes.closing(from: before, to: value) else { return }
      for pad in pads {
        state.choke(pad, at: frame, fade: FrameCount(seconds: Double(seconds), at: rate).value)
      }
    case MIDIMessage.positionController: state.position = value
    case MIDIMessage.ridePositionController: state.ridePosition = value
    default: break
    }
  }
}

extension MIDIFile.Event {
  fileprivate var isNote: Bool { if case .noteOn = kind { true } else { false } }

  fileprivate var isControl: Bool {
    switch kind {
    case .control, .pressure: true
    case .noteOn, .noteOff, .bend, .tempo, .timeSignature: false
    }
  }
}

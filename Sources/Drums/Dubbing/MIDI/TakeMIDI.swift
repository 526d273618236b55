import MixEngine

package enum TakeMIDI {
  /// The length of the note of a hit on a pad that is not held, in ticks: a thirty-second note.
  private static let shortNote = 120
  /// The length of a note of the instrument that sounds to its end, in ticks: a whole note.
  private static let longNote = 3840
  private static let instrumentChannel = 0

  // MARK: Export

  /// Encodes a take as a Standard MIDI File of type 1 with 960 ticks in a quarter note.
  ///
  /// The layers that sound are tracks, after a first track with the tempo: hits on the percussion channel, notes,
  /// controllers and bends of the instrument on the first one. Gains of layers are left out.
  package static func encode(
    _ take: Take, notes: PadNotes, signature: TimeSignature = .common
  ) -> [UInt8] {
    let grid = BeatGrid(take.tempo, rate: take.frameRate, signature: signature)
    let beats = MIDIBeats(grid)
    let conductor = MIDIFile.Track(
      name: take.name,
      events: (signatures(beats, grid.signature) + beats.tempi).enumerated()
        .sorted { ($0.1.tick, $0.0) < ($1.1.tick, $1.0) }.map(\.element))
    let layers = take.layers.filter(take.sounds).map { track($0, beats, notes) }
    return MIDIFile(division: .quarter(ticks: MIDIBeats.quarterTicks), tracks: [conductor] + layers).bytes
  }

  /// Returns the time signature, after a bar of the beats before the first one of a bar.
  private static func signatures(_ beats: MIDIBeats, _ signature: TimeSignature) -> [MIDIFile.Event] {
    let usual = MIDIFile.Kind.timeSignature(beats: signature.beats, unit: signature.unit)
    if beats.pickup == 0 { return [MIDIFile.Event(0, usual)] }
    return [
      MIDIFile.Event(0, .timeSignature(beats: beats.pickup, unit: signature.unit)),
      MIDIFile.Event(beats.pickup * beats.ticksPerBeat, usual),
    ]
  }

  private static func track(_ layer: Layer, _ beats: MIDIBeats, _ notes: PadNotes) -> MIDIFile.Track {
    let hits = layer.playedHits.sorted { $0.frame < $1.frame }
    var events: [MIDIFile.Event] = []
    // A note ends at the latest where its key is struck again.
    var next: [Int: Int] = [:]
    for hit in hits.reversed() {
      if let control = hit.control {
        events.append(MIDIFile.Event(beats.tick(atFrame: Double(hit.frame)), kind(of: control)))
        continue
      }
      let channel = hit.note == nil ? MIDIFile.percussionChannel : instrumentChannel
      let key = hit.note?.key ?? notes.note(ofPad: hit.pad)
      let start = beats.tick(atFrame: Double(hit.frame))
      let length =
        hit.length > 0
        ? beats.tick(atFrame: Double(hit.frame + hit.length)) - start
        : hit.note == nil ? TakeMIDI.shortNote : TakeMIDI.longNote
      let end = min(start + max(length, 1), next[channel << 7 | key] ?? .max)
      events.append(MIDIFile.Event(end, .noteOff(channel: channel, key: key)))
      events.append(MIDIFile.Event(start, .noteOn(channel: channel, key: key, velocity: hit.velocity)))
      next[channel << 7 | key] = start
    }
    let hasBends = hits.contains { $0.control?.controller == -1 }
    return MIDIFile.Track(
      name: layer.settings.name, events: (hasBends ? bendRange : []) + ordered(events))
  }

  /// Sets the range of bends to 12 semitones: registered parameter 0 of MIDI 1.0.
  private static let bendRange = [(101, 0), (100, 0), (6, 12), (38, 0)].map {
    MIDIFile.Event(0, .control(channel: instrumentChannel, controller: $0, value: $1))
  }

  private static func kind(of control: TakeControl) -> MIDIFile.Kind {
    if control.controller >= 0 {
      return .control(channel: instrumentChannel, controller: control.controller, value: control.value)
    }
    let share = Double(control.value) / Double(12 * NoteEvent.bendSteps)
    return .bend(channel: instrumentChannel, value: min(8192 + Int((share * 8192).rounded()), 16_383))
  }

  /// Sorts by tick; notes end before others begin, so that a key that is struck again does not end at once.
  private static func ordered(_ events: [MIDIFile.Event]) -> [MIDIFile.Event] {
    func rank(_ event: MIDIFile.Event) -> Int { if case .noteOff = event.kind { 0 } else { 1 } }
    return events.enumerated().sorted {
      ($0.1.tick, rank($0.1), -$0.0) < ($1.1.tick, rank($1.1), -$1.0)
    }.map(\.element)
  }
}

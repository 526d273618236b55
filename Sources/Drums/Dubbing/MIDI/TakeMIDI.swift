import AudioBase
import MixEngine
import SystemBase

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

// MARK: - Import

extension TakeMIDI {
  private static let longestTempo = 65_535

  package struct Imported: Hashable, Sendable {
    package var layers: [(name: String, hits: HitColumns)] { zip(names, columns).map { ($0, $1) } }
    package var hitCount: Int { columns.reduce(0) { $0 + $1.count } }
    package fileprivate(set) var names: [String] = []
    package fileprivate(set) var columns: [HitColumns] = []
    /// The number of hits for each note that no pad of the kit plays.
    package fileprivate(set) var unknownNotes: [Int: Int] = [:]
    /// The substitute pads of notes that no pad has, by note.
    package fileprivate(set) var substitutes: [Int: Int] = [:]
    /// The beats of the file; nil if it counts video frames or sets no tempo that takes can have.
    package fileprivate(set) var tempo: TempoMap?

    /// Checks that a take with these layers and this tempo can be read back from its file. Throws `damaged` if not.
    package func verify(_ file: FilePath) throws(FileError) {
      var take = Take(id: "import", name: "import", track: nil, tempo: tempo, created: 0)
      take.rate = .standard
      for layer in layers { take.addLayer(name: layer.name, hits: layer.hits) }
      let stored = try TakeFile.decode(TakeFile.encode(take), subject: file.shown)
      guard stored.layers.map(\.hits) == columns else {
        throw FileError(.damaged, file.shown, detail: "the stored take would differ from the imported one")
      }
    }
  }

  /// Returns the error of a file without a note that a pad of the kit has.
  package static func withoutHits(_ file: FilePath, kit: String) -> FileError {
    FileError(
      .readFailed, file.shown, detail: "no pad of the kit \(FilePath(kit).shown) has one of its notes")
  }

  /// Converts the tracks of a file to layers: those on the percussion channel if there are any. The pads choose samples.
  package static func layers(of file: MIDIFile, notes: PadNotes, rate: SampleRate) -> Imported {
    let clock = MIDIClock(file)
    let isPercussion = file.tracks.flatMap(\.events).contains { event in
      if case .noteOn(MIDIFile.percussionChannel, _, _) = event.kind { true } else { false }
    }
    var imported = Imported()
    for (index, track) in file.tracks.enumerated() {
      let hits = hits(track, isPercussion, notes, &imported) { clock.frame(atTick: $0, rate) }
      if hits.isEmpty { continue }
      imported.names.append(track.name ?? "track \(index + 1)")
      imported.columns.append(HitColumns(hits))
    }
    imported.tempo = tempo(of: file, clock, rate)
    return imported
  }

  /// Returns the beats up to the last change of the tempo, which holds from then on.
  private static func tempo(of file: MIDIFile, _ clock: MIDIClock, _ rate: SampleRate) -> TempoMap? {
    guard case .quarter(let ticks) = file.division else { return nil }
    let tempi = file.tracks.flatMap(\.events).compactMap { event -> (tick: Int, bpm: Double)? in
      if case .tempo(let microseconds) = event.kind { (event.tick, 60e6 / Double(microseconds)) } else { nil }
    }
    guard let last = tempi.max(by: { $0.tick < $1.tick }), TempoMap.speeds.contains(last.bpm) else {
      return nil
    }
    let bars = bars(of: file, ticks: ticks)
    guard let bars, ticks * 4 % bars.signature.unit == 0,
      case let bpm = last.bpm * Double(bars.signature.unit) / 4, TempoMap.speeds.contains(bpm)
    else { return TempoMap(bpm: last.bpm, beats: beats(0, every: ticks, to: last.tick, clock, rate)) }
    let beats = beats(
      bars.start, every: ticks * 4 / bars.signature.unit, to: last.tick, clock, rate)
    return TempoMap(bpm: bpm, beats: beats, signature: bars.signature)
  }

  /// Returns the beats from a tick to the first one that is not before another tick.
  private static func beats(
    _ start: Int, every ticks: Int, to end: Int, _ clock: MIDIClock, _ rate: SampleRate
  ) -> [Int] {
    let count = min(max(end - start + ticks - 1, 0) / ticks, longestTempo)
    return (0...count).map { clock.frame(atTick: start + $0 * ticks, rate) }
  }

  /// Returns the signature of the take, the second one after an upbeat, and the tick of its first bar; nil without one.
  private static func bars(of file: MIDIFile, ticks: Int) -> (start: Int, signature: TimeSignature)? {
    let stated = file.tracks.flatMap(\.events).compactMap { event -> (tick: Int, beats: Int, unit: Int)? in
      if case .timeSignature(let beats, let unit) = event.kind { (event.tick, beats, unit) } else { nil }
    }.sorted { $0.tick < $1.tick }
    guard var first = stated.first else { return nil }
    if stated.count > 1, case let bar = stated[1], bar.unit > 0,
      bar.tick - first.tick < bar.beats * ticks * 4 / bar.unit
    {
      first = bar
    }
    return TimeSignature(beats: first.beats, unit: first.unit).map { (first.tick, $0) }
  }

  private static func hits(
    _ track: MIDIFile.Track, _ isPercussion: Bool, _ notes: PadNotes, _ imported: inout Imported,
    frame: (Int) -> Int
  ) -> [TakeHit] {
    var hits: [TakeHit] = []
    // The hits of held pads whose notes have not ended, by channel and key.
    var sounding: [Int: Int] = [:]
    var pedal: Int?
    for event in track.events {
      switch event.kind {
      case .noteOn(let channel, let key, let velocity):
        if isPercussion && channel != MIDIFile.percussionChannel { continue }
        let substitute = notes.pad(nearestTo: key)
        guard let pad = notes.pad(ofNote: key) ?? substitute else {
          imported.unknownNotes[key, default: 0] += 1
          continue
        }
        imported.substitutes[key] = substitute
        let played = notes.articulation(ofPad: pad, pedal: pedal, position: nil)
        if notes.isHeld(pad: pad) { sounding[channel << 7 | key] = hits.count }
        hits.append(
          TakeHit(frame: frame(event.tick), pad: played, velocity: velocity, sample: TakeHit.anySample))
      case .noteOff(let channel, let key):
        guard let index = sounding.removeValue(forKey: channel << 7 | key) else { continue }
        hits[index].length = frame(event.tick) - hits[index].frame
      case .control(MIDIFile.percussionChannel, MIDIMessage.pedalController, let value): pedal = value
      case .control, .bend, .tempo, .timeSignature: continue
      }
    }
    return hits
  }
}

extension MIDIClock {
  fileprivate func frame(atTick tick: Int, _ rate: SampleRate) -> Int {
    Int(min(seconds(atTick: tick) * Double(rate.hertz), Double(HitColumns.frameRange.upperBound)).rounded())
  }
}

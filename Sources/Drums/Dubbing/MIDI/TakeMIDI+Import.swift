import AudioBase
import SystemBase

/// The import of MIDI files.
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
    /// What the reader of the file found to be wrong.
    package fileprivate(set) var flaws = MIDIFile.Flaws()
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

  /// Returns the error of a file without a note that a pad of the kit has. `notes`: its notes, with their numbers.
  package static func withoutHits(_ file: FilePath, kit: String, notes: [Int: Int] = [:]) -> FileError {
    let what =
      notes.isEmpty
      ? "no pad of the kit \(FilePath(kit).shown) has one of its notes"
      : "it has no drums for the kit \(FilePath(kit).shown): its notes are \(list(notes.keys.sorted())); drumdub takes import --instrument makes a take of them for an instrument"
    return FileError(.readFailed, file.shown, detail: what)
  }

  /// Returns numbers in ascending order, with runs of at least three as `60-64`.
  package static func list(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.flatMap { $0.count < 3 ? $0.map(String.init) : ["\($0.lowerBound)-\($0.upperBound)"] }
      .joined(separator: ", ")
  }

  /// Converts the tracks of a file to layers: those on the percussion channel if there are any. The pads choose samples.
  ///
  /// A file without that channel has drums if pads have at least half of its notes. A file without drums has no layers,
  /// and all its notes are unknown ones.
  package static func layers(of file: MIDIFile, notes: PadNotes, rate: SampleRate) -> Imported {
    let struck = file.tracks.flatMap(\.events).compactMap { event -> (channel: Int, key: Int)? in
      if case .noteOn(let channel, let key, _) = event.kind { (channel, key) } else { nil }
    }
    let isPercussion = struck.contains { $0.channel == MIDIFile.percussionChannel }
    if !isPercussion, struck.count(where: { notes.pad(ofNote: $0.key) != nil }) * 2 < struck.count {
      var imported = imported(of: file, rate) { _ in [] }
      imported.unknownNotes = struck.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
      return imported
    }
    var performance = KitPerformance(
      file, notes, channel: isPercussion ? MIDIFile.percussionChannel : nil, rate: rate)
    var imported = imported(of: file, rate) { performance.hits(of: $0) }
    (imported.unknownNotes, imported.substitutes) = (performance.unknownNotes, performance.substitutes)
    return imported
  }

  /// Converts the tracks of a file to layers of notes of an instrument, without those on the percussion channel.
  package static func notes(of file: MIDIFile, rate: SampleRate) -> Imported {
    let clock = MIDIClock(file)
    return imported(of: file, rate) { track in
      var hits: [TakeHit] = []
      // The hits whose notes have not ended, by channel and key.
      var sounding: [Int: Int] = [:]
      for event in track.events {
        let frame = clock.frame(atTick: event.tick, rate)
        switch event.kind {
        case .noteOn(let channel, let key, let velocity) where channel != MIDIFile.percussionChannel:
          if let index = sounding.updateValue(hits.count, forKey: channel << 7 | key) {
            hits[index].length = max(frame - hits[index].frame, 1)
          }
          let number = TakeNote(key: key, string: -1).number
          hits.append(TakeHit(frame: frame, pad: number, velocity: velocity, sample: 0))
        case .noteOff(let channel, let key):
          guard let index = sounding.removeValue(forKey: channel << 7 | key) else { continue }
          hits[index].length = max(frame - hits[index].frame, 1)
        default: continue
        }
      }
      return hits
    }
  }

  private static func imported(
    of file: MIDIFile, _ rate: SampleRate, hits: (MIDIFile.Track) -> [TakeHit]
  ) -> Imported {
    var imported = Imported()
    for (index, track) in file.tracks.enumerated() {
      let hits = hits(track)
      if hits.isEmpty { continue }
      imported.names.append(track.name ?? "track \(index + 1)")
      imported.columns.append(HitColumns(hits))
    }
    imported.flaws = file.flaws
    imported.tempo = tempo(of: file, MIDIClock(file), rate)
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
}

extension MIDIClock {
  func frame(atTick tick: Int, _ rate: SampleRate) -> Int {
    Int(min(seconds(atTick: tick) * Double(rate.hertz), Double(HitColumns.frameRange.upperBound)).rounded())
  }
}

import AudioAnalysis
import AudioBase
import Dubbing
import SystemBase

/// Measures how well the hits of the drums of songs are found: in mixtures of the program's kits with its own composition, and
/// in those of folders that the user names. From the latter, the rules of drums are fitted again.
struct SongPart {
  /// The folder of kits whose drums are mixed.
  var kits: FilePath?
  /// The folder of music without drums. What a MIDI file of the same name has on its percussion channel is mixed to it.
  var songs: FilePath?
  /// The Swift file that gets the rules which are fitted to all kits and songs.
  var fit: FilePath?

  private static let levels = [-3.0, 0, 3].map { Decibels($0) }

  func measure(_ report: Report) throws {
    guard let kits, let songs else { return try measureOwn(report) }
    let material = try Material(kits: kits, songs: songs)
    if let fit { try self.fit(material, to: fit, report) }
    measure("", material.mixtures(.second), material.music(.second), .own, report)
  }

  /// Fits the rules to one half and measures them with the other; then fits them to all, and measures these with what neither
  /// they nor those of the program were fitted to.
  private func fit(_ material: Material, to file: FilePath, _ report: Report) throws {
    let half = SongPart.rules(material, .first)
    measure("fitted, ", material.mixtures(.second), material.music(.second), .fitted(half), report)
    let all = SongPart.rules(material, .all)
    try AtomicFile.replace(file, with: Array(all.source.utf8))
    let own = try ownMixtures()
    measure("fitted to all, own ", own.mixtures, [own.music], .fitted(all), report)
    measure("own ", own.mixtures, [own.music], .own, report)
  }

  private static func rules(_ material: Material, _ part: Material.Part) -> HitRules {
    var training = HitTraining()
    for mixture in material.mixtures(part) {
      training.add(mixture.samples, SongMixture.rate, hits: mixture.hits.map { ($0.frame, $0.drum) })
    }
    for music in material.music(part) { training.add(music, SongMixture.rate, hits: []) }
    return training.rules()
  }

  private enum Rules {
    case own
    case fitted(HitRules)

    func find(in samples: [Float]) throws(FileError) -> SongHits? {
      let decoders = MixtureDecoders(samples: samples)
      let search =
        switch self {
        case .own: HitSearch(decoders: decoders)
        case .fitted(let rules): HitSearch(decoders: decoders, rules: rules)
        }
      guard case .found(let hits) = try search.find(in: TrackLocation(path: FilePath("mixture"))) else {
        return nil
      }
      return hits
    }
  }

  /// Returns mixtures of the program's kits with its demo, which is music without drums.
  private func ownMixtures() throws -> (mixtures: [SongMixture], music: [Float]) {
    let music = try SongMixture.music(FilePath(try ProgramFinder.resource("Demo/First Light.flac")))
    let kits = try ["DrumDub", "Electronic"].compactMap { name in
      try MixtureKit(FilePath(try ProgramFinder.resource("Kits/\(name)")))
    }
    var mixtures: [SongMixture] = []
    for kit in kits {
      for (index, groove) in SongGroove.allCases.enumerated() {
        let strokes = groove.strokes(bpm: 104, frames: music.count, seed: UInt64(index + 1))
        let level = SongPart.levels[index % SongPart.levels.count]
        mixtures.append(SongMixture(music, strokes, kit, level: level))
      }
    }
    return (mixtures, music)
  }

  private func measureOwn(_ report: Report) throws {
    let (mixtures, music) = try ownMixtures()
    measure("", mixtures, [music], .own, report)
    let long = (0..<8).flatMap { mixtures[$0 % mixtures.count].samples }
    let length = Double(long.count) / Double(SongMixture.rate.hertz)
    let time = try seconds { _ = try Rules.own.find(in: long) }
    report.add("hits of four minutes", time * 240 / length, .seconds, .atMost(5))
  }

  private func measure(
    _ prefix: String, _ mixtures: [SongMixture], _ music: [[Float]], _ rules: Rules, _ report: Report
  ) {
    var score = SongScore()
    var missed = 0
    for mixture in mixtures {
      let found = (try? rules.find(in: mixture.samples)) ?? nil
      if found == nil { missed += 1 }
      score.add(found?.hits ?? [], in: mixture)
    }
    let what = "\(prefix)\(mixtures.count) mixtures"
    let goals: [SongDrum: Double] = [.kick: 0.90, .hat: 0.88, .snare: 0.66]
    for drum in SongDrum.allCases {
      report.add("\(what), F of \(drum)", score.f(drum), .number(""), goals[drum].map { .atLeast($0) })
      report.add("\(what), recall of \(drum)", score.recall(drum), .number(""))
    }
    report.add("\(what), found to have no drums", Double(missed), .number("mixtures"), .atMost(0))
    report.add(
      "\(what), hits off", of: score.errors, .milliseconds, [(.median, nil), (.percentile(90), .atMost(10))])
    report.add(
      "\(what), correlation of velocities", of: score.correlations, .number(""), [(.median, nil)])
    let (wrong, length) = music.reduce((0, 0.0)) { sum, samples in
      let found = (try? rules.find(in: samples)) ?? nil
      let hits = found.map { $0.isGuess ? 0 : $0.hits.count } ?? 0
      return (sum.0 + hits, sum.1 + Double(samples.count) / Double(SongMixture.rate.hertz))
    }
    report.add(
      "\(prefix)\(music.count) pieces without drums, false hits that are no guess",
      Double(wrong) / max(length, 1),
      .number("a second"), .atMost(0.1))
  }

  /// What is in folders that the user names, in the order of the names. Every second kit and every second song is held out of
  /// what rules are fitted to.
  private struct Material {
    private struct Song {
      let music: [Float]
      /// Nil for music without drums.
      let drums: MIDIFile?
    }

    private let kits: [MixtureKit]
    private let songs: [Song]

    init(kits: FilePath, songs: FilePath) throws {
      self.kits = try Material.files(in: kits).compactMap { (try? MixtureKit($0)) ?? nil }
      let files = try Material.files(in: songs)
      self.songs = files.filter { $0.fileExtension != "mid" }.compactMap { file in
        guard let music = try? SongMixture.music(file), !music.isEmpty else { return nil }
        let midi = files.first {
          $0.fileExtension == "mid" && $0.lastComponent.stem == file.lastComponent.stem
        }
        return Song(music: music, drums: midi.flatMap { try? MIDIFileReader.read($0) })
      }
      if self.kits.count < 2 || self.songs.count < 2 {
        throw Failure("two kits and two songs are needed: \(kits.shown), \(songs.shown)")
      }
    }

    private static func files(in folder: FilePath) throws -> [FilePath] {
      try FolderReader(folder).names().map { folder.appending($0) }.sorted { $0.shown < $1.shown }
    }

    /// Every second element, the others, or all.
    enum Part { case first, second, all }

    private func elements<Element>(_ list: [Element], _ part: Part) -> [Element] {
      switch part {
      case .first: list.indices.filter { $0 % 2 == 0 }.map { list[$0] }
      case .second: list.indices.filter { $0 % 2 == 1 }.map { list[$0] }
      case .all: list
      }
    }

    /// Returns two mixtures of each song with drums, by other kits.
    func mixtures(_ part: Part) -> [SongMixture] {
      let (kits, songs) = (elements(kits, part), elements(songs, part))
      return songs.indices.flatMap { index -> [SongMixture] in
        guard let midi = songs[index].drums else { return [] }
        return (0..<2).compactMap { turn in
          let kit = kits[(2 * index + turn) % kits.count]
          let strokes = Material.strokes(midi, before: songs[index].music.count)
          // Some songs have a few beats of percussion only.
          guard strokes.count >= 20 else { return nil }
          let level = SongPart.levels[(index + turn) % SongPart.levels.count]
          return SongMixture(songs[index].music, strokes, kit, level: level)
        }
      }
    }

    /// Returns what is on the percussion channel of a file.
    private static func strokes(_ file: MIDIFile, before end: Int) -> [Stroke] {
      let clock = MIDIClock(file)
      return file.tracks.flatMap(\.events).compactMap { event -> Stroke? in
        guard case .noteOn(MIDIFile.percussionChannel, let note, let velocity) = event.kind else {
          return nil
        }
        let frame = Int(clock.seconds(atTick: event.tick) * Double(SongMixture.rate.hertz))
        return frame < end ? Stroke(frame: frame, note: note, velocity: velocity) : nil
      }
      .sorted { $0.frame < $1.frame }
    }

    func music(_ part: Part) -> [[Float]] { elements(songs, part).map(\.music) }
  }
}

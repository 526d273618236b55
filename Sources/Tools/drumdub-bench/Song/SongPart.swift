import AudioAnalysis
import AudioBase
import BenchmarkInputs
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

  func measure(_ report: Report) throws {
    guard let kits, let songs else { return try measureOwn(report) }
    guard let folders = try SongFolders(kits: kits, songs: songs) else {
      throw Failure("two kits and two songs are needed: \(kits.shown), \(songs.shown)")
    }
    if let fit { try self.fit(folders, to: fit, report) }
    measure("", folders.material(.second), nil, report)
  }

  /// Fits the rules to one half and measures them with the other; then fits them to all, and measures these with what neither
  /// they nor those of the program were fitted to.
  private func fit(_ folders: SongFolders, to file: FilePath, _ report: Report) throws {
    measure("fitted, ", folders.material(.second), SongPart.rules(folders.material(.first)), report)
    let all = SongPart.rules(folders.material(.all))
    try AtomicFile.replace(file, with: Array(all.source.utf8))
    let own = try ownMaterial()
    measure("fitted to all, own ", own, all, report)
    measure("own ", own, nil, report)
  }

  private static func rules(_ material: SongMaterial) -> HitRules {
    var training = HitTraining()
    for mixture in material.mixtures {
      training.add(mixture.samples, SongMixture.rate, hits: mixture.hits.map { ($0.frame, $0.drum) })
    }
    for music in material.music { training.add(music, SongMixture.rate, hits: []) }
    return training.rules()
  }

  /// Returns the hits that are found by rules, or by those of the program; nil if there seem to be none.
  private static func find(in samples: [Float], by rules: HitRules?) throws(FileError) -> SongHits? {
    let decoders = MixtureDecoders(samples: samples)
    let search = rules.map { HitSearch(decoders: decoders, rules: $0) } ?? HitSearch(decoders: decoders)
    guard case .found(let hits) = try search.find(in: TrackLocation(path: FilePath("mixture"))) else {
      return nil
    }
    return hits
  }

  /// Returns mixtures of the program's kits with its demo, which is music without drums.
  private func ownMaterial() throws -> SongMaterial {
    let kits = try ["DrumDub", "Electronic"].map { FilePath(try ProgramFinder.resource("Kits/\($0)")) }
    return try SongMaterial(FilePath(try ProgramFinder.resource("Demo/First Light.flac")), kits: kits)
  }

  private func measureOwn(_ report: Report) throws {
    let material = try ownMaterial()
    measure("", material, nil, report)
    let mixtures = material.mixtures
    let long = (0..<8).flatMap { mixtures[$0 % mixtures.count].samples }
    let length = Double(long.count) / Double(SongMixture.rate.hertz)
    let time = try seconds { _ = try SongPart.find(in: long, by: nil) }
    report.add("hits of four minutes", time * 240 / length, .seconds, .atMost(5))
  }

  private func measure(_ prefix: String, _ material: SongMaterial, _ rules: HitRules?, _ report: Report) {
    let (mixtures, music) = (material.mixtures, material.music)
    var score = SongScore()
    var missed = 0
    for mixture in mixtures {
      let found = (try? SongPart.find(in: mixture.samples, by: rules)) ?? nil
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
      let found = (try? SongPart.find(in: samples, by: rules)) ?? nil
      let hits = found.map { $0.isGuess ? 0 : $0.hits.count } ?? 0
      return (sum.0 + hits, sum.1 + Double(samples.count) / Double(SongMixture.rate.hertz))
    }
    report.add(
      "\(prefix)\(music.count) pieces without drums, false hits that are no guess",
      Double(wrong) / max(length, 1),
      .number("a second"), .atMost(0.1))
  }
}

import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import SystemBase
import TerminalUI

/// `drumdub drums`: finds the hits of the drums in the music of files, or separates the drums of one.
struct DrumsCommand {
  private let files: [FilePath]
  private let isJSON: Bool
  /// The MIDI file that is written; nil for none.
  private let output: FilePath?
  private let replaces: Bool
  /// The parts that are written; nil tells the hits.
  private let parts: DrumPartsWriter?

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    isJSON = scanned.has("json")
    (files, output, replaces) = (scanned.operands, scanned.value("output"), scanned.has("overwrite"))
    if files.isEmpty { throw UsageError("drums needs a file") }
    parts = try DrumPartsWriter(scanned)
    guard let output else { return }
    if files.count > 1 {
      throw UsageError("drums writes the hits of one file to --output, not of \(files.count)")
    }
    if !ExportFormat.isMIDI(output) {
      throw UsageError("drums writes .mid files, not \(output.lastComponent.shown)")
    }
  }

  /// Analyses all files; one without drums has an error as its entry and makes the exit code 1.
  package func run() -> Int32 {
    if let parts { return parts.run() }
    StopSignals.watch()
    let search = HitSearch(decoders: DecoderRegistry())
    var progress = LateProgress()
    var entries: [DrumsEntry] = []
    for (index, path) in files.enumerated() {
      var entry = DrumsEntry(
        path: path,
        result: result(search, path) { part in
          progress.show("listening", index * 1_000 + Int(part * 1_000), of: files.count * 1_000)
        })
      progress.clear()
      if StopSignals.hasCome { StopSignals.end() }
      if let output, let hits = entry.hits, let error = write(hits, of: path, to: output) {
        entry.result = .failure(error)
      }
      if let error = entry.error { Messages.print(error) } else if !isJSON { print(entry.text(output)) }
      entries.append(entry)
    }
    if isJSON { print(JSONReport.text(["files": entries])) }
    return entries.contains { $0.error != nil } ? 1 : 0
  }

  private func result(
    _ search: HitSearch, _ path: FilePath, _ progress: (Double) -> Void
  ) -> DrumsEntry.Outcome {
    let subject = "cannot find the drums of \(path.shown)"
    if StreamAddress(path.shown) != nil {
      return .failure("\(subject): a stream has no end; name a file on this computer")
    }
    do throws(FileError) {
      let result = try search.find(
        in: TrackLocation(path: path), isCancelled: { StopSignals.hasCome }, progress: progress)
      switch result {
      case .found(let hits): return .hits(hits)
      case .noDrums(.silent): return .failure("\(subject): the file is silent")
      case .noDrums(.short): return .failure("\(subject): the file is shorter than 5 seconds")
      case .noDrums(.noHits):
        return .failure("no drums found in \(path.shown): its sound has no hits of drums")
      case .cancelled: return .failure("\(subject): cancelled")
      }
    } catch {
      return .failure(ErrorText.sentence(error, while: .reading))
    }
  }

  /// Writes hits to a MIDI file. Returns the reason if that fails.
  private func write(_ hits: SongHits, of path: FilePath, to output: FilePath) -> String? {
    var random = SystemRandomNumberGenerator()
    let now = Timestamp.now
    var take = hits.take(
      path.lastComponent.shown, id: TakeID.make(at: now, using: &random), created: now)
    if let key = try? TrackKeyReader.key(of: path) {
      take.tempo = (try? SongStore(folder: BaseFolders.songs).song(of: key))?.tempo
    }
    var export = MIDIExport(take, notes: PadNotes(nil), to: output)
    export.replaces = replaces
    do throws(ExportError) {
      _ = try export.run()
      return nil
    } catch { return ExportText.sentence(error) }
  }
}

/// A file in the output of `drumdub drums`.
struct DrumsEntry: Hashable, JSONRepresentable {
  enum Outcome: Hashable {
    case hits(SongHits)
    case failure(String)
  }

  var path: FilePath
  var result: Outcome

  var hits: SongHits? { if case .hits(let hits) = result { hits } else { nil } }

  /// The reason why no drums were found, as a sentence.
  var error: String? { if case .failure(let sentence) = result { sentence } else { nil } }

  /// `song.flac  96 hits: 24 kick, 22 snare, 48 hat, 2 other; wrote song.mid`,
  /// `song.flac  maybe 96 hits (unsure): …`
  ///
  /// - Parameter output: the file that was written; nil for none.
  func text(_ output: FilePath?) -> String {
    guard case .hits(let found) = result else { return "" }
    let count = ShownText.count(found.hits.count, "hit", "hits")
    let drums = SongDrum.allCases.map { "\(found.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    let text =
      "\(PrintedText.escaped(path.shown))  \(found.isGuess ? "maybe \(count) (unsure)" : count): \(drums)"
    return output.map { "\(text); wrote \($0.shown)" } ?? text
  }

  var json: JSONValue {
    guard case .hits(let found) = result else {
      return .object(JSONObject(path: path, ["error": error]))
    }
    let rate = Double(found.rate.hertz)
    let hits = found.hits.map { hit -> JSONValue in
      .object([
        "time": (Double(hit.frame) / rate * 10_000).rounded() / 10_000, "kind": hit.drum.rawValue,
        "velocity": hit.velocity, "certainty": (hit.certainty * 1_000).rounded() / 1_000,
      ])
    }
    return .object(
      JSONObject(
        path: path,
        ["confidence": found.confidence, "unsure": found.isGuess, "hits": JSONValue.array(hits)]))
  }
}

import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import SystemBase
import TerminalUI

/// `drumdub tempo`: finds the tempo, the beats and the key of files, unless they are kept for their songs.
struct TempoCommand {
  private let files: [FilePath]
  private let isJSON: Bool

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    isJSON = scanned.has("json")
    files = scanned.operands
    if files.isEmpty { throw UsageError("tempo needs a file") }
  }

  /// Analyses all files; one without a tempo has an error as its entry and makes the exit code 1.
  package func run() -> Int32 {
    let (search, songs) = (TrackAnalyser(decoders: DecoderRegistry()), SongStore(folder: BaseFolders.songs))
    var progress = LateProgress()
    var entries: [TempoEntry] = []
    for (index, path) in files.enumerated() {
      let entry =
        kept(for: path, in: songs)
        ?? found(search, path) { part in
          progress.show("listening", index * 1_000 + Int(part * 1_000), of: files.count * 1_000)
        }
      progress.clear()
      if let error = entry.error { Messages.print(error) } else if !isJSON { print(entry.text) }
      entries.append(entry)
    }
    if isJSON { print(JSONReport.text(["files": entries])) }
    return entries.contains { $0.error != nil } ? 1 : 0
  }

  /// Returns the beats that are kept for the song of a file; nil if there are none.
  private func kept(for path: FilePath, in songs: SongStore) -> TempoEntry? {
    guard let key = try? TrackKeyReader.key(of: path), let song = try? songs.song(of: key),
      let format = try? DecoderRegistry().open(path).format, let frames = format.length,
      let beats = song.tempo?.stated(rate: format.sampleRate, frames: frames.value)
    else { return nil }
    return TempoEntry(path: path, result: .beats(beats), key: song.key, isKept: true)
  }

  private func found(_ search: TrackAnalyser, _ path: FilePath, _ progress: (Double) -> Void) -> TempoEntry {
    let (result, key) = result(search, path, progress)
    return TempoEntry(path: path, result: result, key: key)
  }

  private func result(
    _ search: TrackAnalyser, _ path: FilePath, _ progress: (Double) -> Void
  ) -> (TempoEntry.Outcome, FoundKey?) {
    do throws(FileError) {
      let analysis = try search.analyse(TrackLocation(path: path), withDrums: false, progress: progress)
      switch analysis.beats {
      case .found(let beats): return (.beats(beats), analysis.key)
      case .guess(let guess): return (.guess(guess), analysis.key)
      case .noBeat, .cancelled:
        return (.failure("cannot find a tempo in \(path.shown): its sound has no regular beat"), nil)
      }
    } catch {
      return (.failure(ErrorText.sentence(error, while: .reading)), nil)
    }
  }
}

/// A file in the output of `drumdub tempo`.
struct TempoEntry: Hashable, JSONRepresentable {
  enum Outcome: Hashable {
    case beats(FoundBeats)
    case guess(TempoGuess)
    case failure(String)
  }

  var path: FilePath
  var result: Outcome
  var key: FoundKey?
  /// Whether the beats are those that are kept for the song.
  var isKept = false

  /// The reason why no tempo was found, as a sentence.
  var error: String? { if case .failure(let sentence) = result { sentence } else { nil } }

  /// `song.flac  104 BPM, first beat at 0.58 s, 4 beats in a bar`, `song.flac  about 92 BPM (unsure)`
  var text: String {
    let name = PrintedText.escaped(path.shown)
    if case .guess(let guess) = result { return "\(name)  \(TakeText.guess(bpm: guess.bpm))" }
    guard case .beats(let found) = result else { return "" }
    var text = "\(name)  \(ShownText.decimal(found.bpm)) BPM"
    if !found.isSteady { text += " on average, it changes" }
    text += ", first beat at \(ShownText.decimal(seconds(found.beats.first ?? 0, found))) s"
    if let bars = found.bars { text += ", \(bars.beats) beats in a bar" }
    if let key { text += ", \(SongText.text(key))" }
    return isKept ? "\(text); kept for the song" : text
  }

  var json: JSONValue {
    if case .guess(let guess) = result {
      let members: JSONObject = [
        "bpm": thousandths(guess.bpm), "confidence": thousandths(guess.confidence), "unsure": true,
        "key": key?.key.symbol, "tuning": key?.tuning,
      ]
      return .object(JSONObject(path: path, members))
    }
    guard case .beats(let found) = result else { return .object(JSONObject(path: path, ["error": error])) }
    let members: JSONObject = [
      "bpm": thousandths(found.bpm), "confidence": isKept ? nil : thousandths(found.confidence),
      "kept": isKept ? true : nil, "steady": found.isSteady,
      "beats": found.beats.map { seconds($0, found) }, "beatsPerBar": found.bars?.beats,
      "bars": found.bars.map { Array(stride(from: $0.first, to: found.beats.count, by: $0.beats)) },
      "key": key?.key.symbol, "tuning": key?.tuning,
    ]
    return .object(JSONObject(path: path, members))
  }

  private func thousandths(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

  /// Returns the seconds to tenths of a millisecond.
  private func seconds(_ frame: Double, _ found: FoundBeats) -> Double {
    (frame / Double(found.rate.hertz) * 10_000).rounded() / 10_000
  }
}

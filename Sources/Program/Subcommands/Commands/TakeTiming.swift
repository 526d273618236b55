import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Dubbing
import Percussion
import SystemBase
import TakeExchange
import TerminalUI

/// `drumdub takes timing`: compares the hits of a take with the beats of the take or of its track. Beats that neither
/// states are found by the sound of the track.
struct TakeTiming {
  /// Why there are no beats.
  private enum Problem: Error {
    case file(FileError)
    /// The take has no track that could be searched.
    case noTrack
    case trackIsMissing(FilePath)
    case noBeat(FilePath, TempoGuess?)
  }

  var id: String
  /// The number of subdivisions of a beat.
  var division: Int
  var isJSON = false

  /// Prints the report. Returns the exit code.
  func run(_ store: TakeStore) throws(FileError) -> Int32 {
    let take = try store.find(id).take
    return Messages.reporting({ TakeTiming.sentence($0, take) }) { () throws(Problem) in
      // The kit of a SoundFont would have to be rendered first.
      let kit = take.kit.flatMap { try? KitReader.read($0.path).kit }
      let report = TimingReport(take, try beats(of: take), kit: kit, division: division)
      print(isJSON ? JSONReport.text(report) : report.text)
      return 0
    }
  }

  private func beats(of take: Take) throws(Problem) -> TimedBeats {
    if let tempo = take.tempo { return TimedBeats(tempo) }
    guard let track = take.track else { throw .noTrack }
    do throws(FileError) {
      if let tempo = try SongStore(folder: BaseFolders.songs).song(of: track.key)?.tempo {
        return TimedBeats(tempo)
      }
    } catch { throw .file(error) }
    return try found(in: track)
  }

  private func found(in track: TrackReference) throws(Problem) -> TimedBeats {
    let location = try location(of: track)
    var progress = LateProgress()
    defer { progress.clear() }
    var guess: TempoGuess?
    do throws(FileError) {
      let result = try BeatSearch(decoders: DecoderRegistry()).find(
        in: location, progress: { progress.show("finding the beats", Int($0 * 1_000), of: 1_000) })
      if case .found(let beats) = result { return TimedBeats(found: beats, in: location.path) }
      if case .guess(let tempo) = result { guess = tempo }
    } catch { throw .file(error) }
    throw .noBeat(location.path, guess)
  }

  private func location(of track: TrackReference) throws(Problem) -> TrackLocation {
    var notices: [ExportNotice] = []
    let service = ExportSetup.service(LibraryChoice.settings())
    guard let location = try? service.track(track, nil, &notices) else { throw .trackIsMissing(track.path) }
    for notice in notices { Messages.print(ExportText.sentence(notice)) }
    return location
  }

  private static func sentence(_ problem: Problem, _ take: Take) -> String {
    let byHand = "tap the beats in the player, or type the tempo with :tempo"
    let name = FilePath(take.name).shown
    return switch problem {
    case .file(let error): ErrorText.sentence(error, while: .reading)
    case .noTrack: "the tempo of \(name) is not known, and it has no track to find it in: \(byHand)"
    case .trackIsMissing(let path):
      "the tempo of \(name) is not known, and its track \(path.shown) is not there: bring the file back, or scan its "
        + "folder with drumdub scan DIR"
    case .noBeat(let path, let guess):
      "the tempo of \(name) is not known, and the sound of \(path.shown) has no regular beat"
        + (guess.map { ", \(TakeText.guess(bpm: $0.bpm))" } ?? "") + ": \(byHand)"
    }
  }
}

/// The beats that the hits of a take are compared with.
struct TimedBeats {
  let tempo: TempoMap
  /// The beats as they were found in the sound of the track; nil if the take or its track states them.
  var found: TempoEntry?

  init(_ tempo: TempoMap) { self.tempo = tempo }

  init(found beats: FoundBeats, in path: FilePath) {
    tempo = TempoMap(beats)
    found = TempoEntry(path: path, result: .beats(beats))
  }

  /// Returns the beats by frames of a rate, which is that of stated beats.
  func grid(at rate: SampleRate) -> BeatGrid {
    guard case .beats(let beats) = found?.result else { return BeatGrid(tempo, rate: rate) }
    return BeatGrid(tempo, rate: beats.rate).converted(to: rate)
  }
}

/// The output of `drumdub takes timing`.
struct TimingReport: JSONRepresentable {
  let take: Take
  let timing: HitTiming
  private let beats: TimedBeats
  /// The names of the pads in the kit of the take, by their numbers.
  private let names: [Int: String]

  /// Compares the hits of a take with beats. `kit`: that of the take; nil if it cannot be read. `division`: the
  /// number of subdivisions of a beat.
  init(_ take: Take, _ beats: TimedBeats, kit: Kit?, division: Int) {
    (self.take, self.beats) = (take, beats)
    names = Dictionary((kit?.pads ?? []).map { ($0.number, $0.name) }) { first, _ in first }
    timing = HitTiming(take, grid: beats.grid(at: take.frameRate), division: division)
  }

  var json: JSONValue {
    let grid: JSONObject = [
      "bpm": beats.tempo.bpm, "found": beats.found == nil ? nil : true, "division": timing.division,
    ]
    let (pads, places) = (timing.pads.sorted { $0.key < $1.key }, timing.places.sorted { $0.key < $1.key })
    var object: JSONObject = [
      "id": take.id, "hits": timing.all.hits, "grid": grid, "histogram": timing.histogram,
      "pads": pads.map { members(["number": $0.key, "name": names[$0.key]], $0.value) },
      "places": places.map { members(["beat": beat($0.key)], $0.value) },
    ]
    if timing.all.hits > 0 {
      object.append("mean", PracticeText.milliseconds(timing.all.mean))
      object.append("spread", PracticeText.milliseconds(timing.all.spread))
      object.append("drift", PracticeText.milliseconds(timing.drift))
    }
    return .object(object)
  }

  private func members(_ names: JSONObject, _ figures: HitTiming.Figures) -> JSONObject {
    var object = names
    object.append("hits", figures.hits)
    object.append("mean", PracticeText.milliseconds(figures.mean))
    object.append("spread", PracticeText.milliseconds(figures.spread))
    return object
  }

  private func beat(_ place: Int) -> Double { PracticeText.beat(place, division: timing.division) }

  /// Lines for people: all hits, pads, places of the bar, and the histogram.
  var text: String {
    var lines = ["\(PrintedText.escaped(take.name)): \(ShownText.count(timing.all.hits, "hit", "hits"))"]
    if let found = beats.found { lines.append("its beats are not stated; found by its sound: \(found.text)") }
    if timing.all.hits == 0 { return lines.joined(separator: "\n") }
    let drift = "drift \(PracticeText.signed(timing.drift)) ms a minute"
    let pads = timing.pads.sorted { $0.key < $1.key }.map { (label(ofPad: $0.key), $0.value) }
    let places = timing.places.sorted { $0.key < $1.key }.map {
      ("beat \(ShownText.decimal(beat($0.key)))", $0.value)
    }
    let width = ((pads + places).map(\.0.count).max() ?? 0) + 2
    lines.append("all".padded(to: width) + "\(PracticeText.words(timing.all)), \(drift)")
    for (label, figures) in pads + places { lines.append(label.padded(to: width) + words(figures)) }
    return (lines + histogram).joined(separator: "\n")
  }

  /// Returns `pad 1 snare`; `pad 1` if its name is not known.
  private func label(ofPad number: Int) -> String {
    let name = names[number] ?? ""
    return name.isEmpty ? "pad \(number)" : "pad \(number) \(PrintedText.escaped(name))"
  }

  private func words(_ figures: HitTiming.Figures) -> String {
    "\(PracticeText.words(figures)), \(ShownText.count(figures.hits, "hit", "hits"))"
  }

  private func milliseconds(_ seconds: Double) -> String {
    ShownText.decimal(PracticeText.milliseconds(seconds))
  }

  /// A line for each twentieth of a step, from half a step early to half a step late, below the length of a step.
  private var histogram: [String] {
    guard let most = timing.histogram.max(), most > 0, let steps = timing.steps else { return [] }
    let (short, long) = (milliseconds(steps.lowerBound), milliseconds(steps.upperBound))
    let heading = "in percent of a step of \(short == long ? short : "\(short) to \(long)") ms:"
    return [heading]
      + timing.histogram.indices.map { index in
        let start = index * 100 / timing.histogram.count - 50
        let label = "\(start < 0 ? "" : "+")\(start) %"
        let bar = String(repeating: "#", count: (timing.histogram[index] * 40 + most - 1) / most)
        return label.padded(to: 9) + bar
      }
  }
}

extension String {
  /// Returns the text with blanks behind it, at least one.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

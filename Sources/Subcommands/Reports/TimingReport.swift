import Configuration
import Dubbing
import SystemBase
import TerminalUI

/// The output of `drumdub takes timing`.
struct TimingReport: JSONRepresentable {
  let take: Take
  let bpm: Double
  let timing: HitTiming

  /// Finds the beats of a take: its own, else those that are stored for its track.
  ///
  /// - Throws: `notFound` for a take of which no tempo is known, and what reading the stored tempo throws.
  init(_ take: Take, _ store: TakeStore, division: Int) throws(FileError) {
    var tempo = take.tempo
    if tempo == nil, let key = take.track?.key { tempo = try store.tempo(of: key) }
    guard let tempo else { throw FileError(.unsupported, take.name, detail: TimingReport.noTempo) }
    self.take = take
    bpm = tempo.bpm
    timing = HitTiming(take, grid: BeatGrid(tempo, rate: take.frameRate), division: division)
  }

  private static let noTempo = "its tempo is not known: tap it, type it, or let :tempo find find it"

  var json: JSONValue {
    var object = JSONObject()
    object.append("id", take.id)
    object.append("hits", timing.all.hits)
    object.append("outside", timing.outside)
    var grid = JSONObject()
    grid.append("bpm", bpm)
    grid.append("division", timing.division)
    object.append("grid", grid)
    object.append("mean", PracticeText.milliseconds(timing.all.mean))
    object.append("spread", PracticeText.milliseconds(timing.all.spread))
    object.append("drift", PracticeText.milliseconds(timing.drift))
    object.append(
      "pads", timing.pads.sorted { $0.key < $1.key }.map { members("number", .number($0.key), $0.value) })
    object.append(
      "places",
      timing.places.sorted { $0.key < $1.key }.map { members("beat", .number(beat($0.key)), $0.value) })
    object.append("histogram", timing.histogram)
    return .object(object)
  }

  private func members(_ name: String, _ value: JSONValue, _ figures: HitTiming.Figures) -> JSONObject {
    var object = JSONObject()
    object.append(name, value)
    object.append("hits", figures.hits)
    object.append("mean", PracticeText.milliseconds(figures.mean))
    object.append("spread", PracticeText.milliseconds(figures.spread))
    return object
  }

  private func beat(_ place: Int) -> Double { PracticeText.beat(place, division: timing.division) }

  /// Lines for people: all hits, pads, places of the bar, and the histogram.
  var text: String {
    var lines = ["\(PrintedText.escaped(take.name)): \(ShownText.count(timing.all.hits, "hit", "hits"))"]
    if timing.outside > 0 { lines[0] += ", \(timing.outside) more than 50 ms from a beat or a part of it" }
    let drift = "drift \(PracticeText.signed(timing.drift)) ms a minute"
    lines.append("all      \(PracticeText.words(timing.all)), \(drift)")
    for (pad, figures) in timing.pads.sorted(by: { $0.key < $1.key }) {
      lines.append(padded("pad \(pad)") + words(figures))
    }
    for (place, figures) in timing.places.sorted(by: { $0.key < $1.key }) {
      lines.append(padded("beat \(ShownText.decimal(beat(place)))") + words(figures))
    }
    return (lines + histogram).joined(separator: "\n")
  }

  private func words(_ figures: HitTiming.Figures) -> String {
    "\(PracticeText.words(figures)), \(ShownText.count(figures.hits, "hit", "hits"))"
  }

  private func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, 9 - text.count))
  }

  /// A line for each 5 ms of the window that has hits around it.
  private var histogram: [String] {
    let most = timing.histogram.max() ?? 0
    guard most > 0 else { return [] }
    return timing.histogram.indices.map { index in
      let start = index * 5 - 50
      let label = "\(start < 0 ? "" : "+")\(start) ms"
      let bar = String(repeating: "#", count: (timing.histogram[index] * 40 + most - 1) / most)
      return padded(label) + bar
    }
  }
}

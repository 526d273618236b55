import Application
import Controls
import Dubbing

package struct PracticeContent: Hashable, Sendable {
  /// The figures of a pad or of a place in the bar.
  struct Row: Hashable, Sendable {
    var name: String
    var figures: HitTiming.Figures
  }

  /// The figures of all hits in one line.
  struct Summary: Hashable, Sendable {
    var name: String
    var line: String
  }

  let heading: String
  /// The figures of the last bars, and those of the whole pass.
  let summaries: [Summary]
  /// The index of the summary whose histogram, pads and places are shown.
  let shown: Int
  /// The number of hits in each of the equal parts of a step, from half a step early to half a step late.
  let histogram: [Int]
  /// Half of the longest step in seconds.
  let halfStep: Double
  let pads: [Row]
  let places: [Row]
  let firstRow: Int
  let hasHits: Bool

  @MainActor
  init(_ layer: PracticeLayer, pads names: [PadContent]) {
    let practice = layer.practice
    let (last, all) = (practice.log.timing(ofLast: practice.bars), practice.log.all)
    let timing = layer.showsPass ? all : last
    heading = "Practice · \(PracticeText.parts(timing.division))"
    summaries = [
      Summary(
        name: "last \(ShownText.count(practice.bars, "bar", "bars"))", line: PracticeText.line(last)),
      Summary(name: "whole pass", line: PracticeText.line(all)),
    ]
    shown = layer.showsPass ? 1 : 0
    histogram = timing.histogram
    halfStep = max(timing.steps?.upperBound ?? 1, 0.001) / 2
    pads = timing.pads.sorted { $0.key < $1.key }.map { number, figures in
      let name = names.indices.contains(number - 1) ? names[number - 1].name : ""
      return Row(name: name.isEmpty ? "pad \(number)" : name, figures: figures)
    }
    places = timing.places.sorted { $0.key < $1.key }.map { place, figures in
      let beat = PracticeText.beat(place, division: timing.division)
      return Row(name: "beat \(ShownText.decimal(beat))", figures: figures)
    }
    firstRow = layer.firstRow
    hasHits = all.all.hits > 0
  }
}

import Dubbing
import SystemBase

/// Commands for the patterns of the chosen layer.
extension TimelineLayer {
  func perform(_ command: PatternCommand) {
    switch command {
    case .untilBar(let bar):
      addPattern(until: Int(saturating: grid.beats.frame(ofBar: bar - 1).rounded()), bar: bar)
    case .untilEnd:
      guard let end = takes.trackFrames else { return notify(.noEnd) }
      addPattern(until: end, bar: nil)
    case .off: removePattern()
    case .hits: turnPatternsIntoHits()
    }
  }

  /// The pattern at the cursor, whose bars or copies contain it; nil if there is none.
  var patternAtCursor: HitPattern? {
    layer?.settings.patterns.first { $0.span.contains(cursor) }
  }

  private func notify(_ notice: TakeNotice.Pattern) { application.report(.take(.pattern(notice))) }

  /// Returns the bars of the selected hits of the layer, else the bar of the cursor, from 0. A hit belongs to the bar of its
  /// nearest step.
  private func chosenBars(of layer: Layer) -> Range<Int> {
    let frames = selection.places(in: layer).map { layer.hits.frames[$0] }
    func bar(_ frame: Int) -> Int {
      grid.beats.bar(atFrame: Int(saturating: grid.frame(ofStep: grid.step(nearest: frame)).rounded()))
    }
    let first = max(bar(frames.min() ?? cursor), 0)
    return first..<max(bar(frames.max() ?? cursor), first) + 1
  }

  private func addPattern(until end: Int, bar: Int?) {
    guard let entry = takes.shownEntry, let layer else { return application.report(.take(.noHits)) }
    let bars = chosenBars(of: layer)
    let shown = bars.lowerBound + 1...bars.upperBound
    if Double(end) <= grid.beats.frame(ofBar: bars.upperBound) { return notify(.endsEarly(bars: shown)) }
    guard let pattern = HitPattern(bars: bars, until: end, on: grid.beats) else { return notify(.tooLong) }
    // A pattern of the same bars is replaced.
    let others = layer.settings.patterns.filter { $0.bars != pattern.bars }
    let count = pattern.copyCount(of: layer.hits)
    if count == 0 { return notify(.empty(bars: shown)) }
    let layers = (take?.layers ?? []).filter { $0.id != layer.id }
    let played = layers.reduce(count) { $0 + $1.patternCount }
    if others.reduce(played, { $0 + $1.copyCount(of: layer.hits) }) > HitPattern.mostHits {
      return notify(.tooLong)
    }
    if others.contains(where: { $0.span.overlaps(pattern.span) }) { return notify(.overlaps(bars: shown)) }
    takes.edit(entry) { take in
      take.change(layer.id) { settings in
        settings.patterns = (others + [pattern]).sorted { $0.bars.lowerBound < $1.bars.lowerBound }
      }
    }
    notify(.set(bars: shown, until: bar))
  }

  private func removePattern() {
    guard let entry = takes.shownEntry, let layer, let pattern = patternAtCursor else {
      return notify(.missing)
    }
    takes.edit(entry) { $0.change(layer.id) { $0.patterns.removeAll { $0 == pattern } } }
    notify(.removed)
  }

  private func turnPatternsIntoHits() {
    guard let entry = takes.shownEntry, let layer, !layer.settings.patterns.isEmpty else {
      return notify(.missing)
    }
    let count = layer.patternHits.count
    takes.edit(entry) { $0.turnPatternsIntoHits(ofLayer: layer.id) }
    notify(.turnedIntoHits(count))
  }
}

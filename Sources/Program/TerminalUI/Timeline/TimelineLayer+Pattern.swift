import Application
import Dubbing
import SystemBase

/// Commands for patterns, which act on the layers of the selected hits, or else on the layer of the cursor.
extension TimelineLayer {
  func perform(_ command: PatternCommand) {
    switch command {
    case .untilBar(let bar):
      addPattern(until: Int(saturating: grid.beats.frame(ofBar: bar - 1).rounded()), bar: bar)
    case .untilEnd:
      guard let end = takes.list.trackFrames else { return notify(.noEnd) }
      addPattern(until: end, bar: nil)
    case .off: removePattern()
    case .hits: turnPatternsIntoHits()
    }
  }

  /// Whether all layers that commands for patterns act on have a pattern at the cursor.
  var havePatternsAtCursor: Bool {
    !targetLayers.isEmpty && targetLayers.allSatisfy(hasPatternAtCursor)
  }

  /// The layers that commands for patterns act on: those of the selected hits, else the one of the cursor.
  private var targetLayers: [Layer] {
    let selected = selection.layers
    return selected.isEmpty
      ? layer.map { [$0] } ?? [] : take?.layers.filter { selected[$0.id] != nil } ?? []
  }

  /// Returns whether the bars of a pattern, or their copies, contain the cursor.
  private func hasPatternAtCursor(_ layer: Layer) -> Bool {
    layer.settings.patterns.contains { $0.span.contains(cursor) }
  }

  private func notify(_ notice: TakeNotice.Pattern) { application.report(.take(.pattern(notice))) }

  /// Returns the bars of the selected hits of layers, else the bar of the cursor, from 0. A hit belongs to the bar of its
  /// nearest step.
  private func chosenBars(of layers: [Layer]) -> Range<Int> {
    let selection = selection
    let frames = layers.flatMap { layer in selection.places(in: layer).map { layer.hits.frames[$0] } }
    func bar(_ frame: Int) -> Int {
      grid.beats.bar(atFrame: Int(saturating: grid.frame(ofStep: grid.step(nearest: frame)).rounded()))
    }
    let first = max(bar(frames.min() ?? cursor), 0)
    return first..<max(bar(frames.max() ?? cursor), first) + 1
  }

  private func addPattern(until end: Int, bar: Int?) {
    let layers = targetLayers
    guard let entry = takes.list.shownEntry, !layers.isEmpty else {
      return application.report(.take(.noHits))
    }
    let bars = chosenBars(of: layers)
    let shown = bars.lowerBound + 1...bars.upperBound
    if Double(end) <= grid.beats.frame(ofBar: bars.upperBound) { return notify(.endsEarly(bars: shown)) }
    guard let pattern = HitPattern(bars: bars, until: end, on: grid.beats) else { return notify(.tooLong) }
    if count(with: pattern, in: layers) > HitPattern.mostHits { return notify(.tooLong) }
    for layer in layers {
      if let reason = reasonAgainst(pattern, of: shown, in: layer) { return notify(reason) }
    }
    takes.list.edit(entry) { take in
      take.changePatterns(ofLayers: layers.map(\.id)) { layer in
        (others(than: pattern, in: layer) + [pattern]).sorted { $0.bars.lowerBound < $1.bars.lowerBound }
      }
    }
    notify(.set(bars: shown, until: bar, layers: layers.count))
  }

  /// Returns the patterns of a layer that stay beside a new one. A pattern of the same bars is replaced.
  private func others(than pattern: HitPattern, in layer: Layer) -> [HitPattern] {
    layer.settings.patterns.filter { $0.bars != pattern.bars }
  }

  /// Returns the hits that all patterns of the take would add if layers had a new one.
  private func count(with pattern: HitPattern, in layers: [Layer]) -> Int {
    let chosen = Set(layers.map(\.id))
    return (take?.layers ?? []).reduce(0) { sum, layer in
      guard chosen.contains(layer.id) else { return sum + layer.patternCount }
      return (others(than: pattern, in: layer) + [pattern]).reduce(sum) { $0 + $1.copyCount(of: layer.hits) }
    }
  }

  /// Returns why a layer cannot have a pattern; nil if it can.
  private func reasonAgainst(
    _ pattern: HitPattern, of bars: ClosedRange<Int>, in layer: Layer
  ) -> TakeNotice.Pattern? {
    let hasPoints = take?.lanes.contains { $0.id.layer == layer.id && pattern.hasPoints(of: $0) } ?? false
    if pattern.copyCount(of: layer.hits) == 0 && !hasPoints { return .empty(bars: bars) }
    let overlaps = others(than: pattern, in: layer).contains { $0.span.overlaps(pattern.span) }
    return overlaps ? .overlaps(bars: bars) : nil
  }

  private func removePattern() {
    let layers = targetLayers.filter(hasPatternAtCursor)
    guard let entry = takes.list.shownEntry, !layers.isEmpty else { return notify(.missing) }
    takes.list.edit(entry) { take in
      take.changePatterns(ofLayers: layers.map(\.id)) { layer in
        layer.settings.patterns.filter { !$0.span.contains(cursor) }
      }
    }
    notify(.removed(layers.count))
  }

  private func turnPatternsIntoHits() {
    let layers = targetLayers.filter { !$0.settings.patterns.isEmpty }
    guard let entry = takes.list.shownEntry, !layers.isEmpty else { return notify(.missing) }
    takes.playback.withCopies(of: layers) { [weak self] copies in
      var isChanged = false
      self?.takes.list.edit(entry) {
        isChanged = $0.turnPatternsIntoHits(zip(layers, copies).map { ($0, $1) })
      }
      if isChanged { self?.notify(.turnedIntoHits(copies.reduce(0) { $0 + $1.count })) }
    }
  }
}

import MixEngine

/// Counts the passes through a track: each seek, turn of a loop and round of a repeated track begins another.
package struct PlaythroughCounter: Sendable {
  private static let kept = 64
  /// Track frames by which places may differ that follow one another.
  private static let tolerance = 2000.0

  private var passes: [(start: Int, pass: Int)] = []
  private var latest: MusicSegment?
  /// The number of the last pass, from 1; 0 before the first one.
  package var last: Int { passes.last?.pass ?? 0 }

  package init() {}

  package mutating func apply(_ segment: MusicSegment) {
    defer { latest = segment }
    let number = last
    if let latest, follows(segment, latest) { return }
    passes.append((segment.outputFrame, number + 1))
    if passes.count > PlaythroughCounter.kept { passes.removeFirst() }
  }

  private func follows(_ segment: MusicSegment, _ last: MusicSegment) -> Bool {
    guard segment.stream == last.stream, segment.generation == last.generation else { return false }
    let expected = Double(last.trackFrame) + Double(segment.outputFrame - last.outputFrame) * last.ratio
    return (Double(segment.trackFrame) - expected).magnitude < PlaythroughCounter.tolerance
  }

  package func pass(atOutputFrame frame: Int) -> Int {
    (passes.last { $0.start <= frame } ?? passes.first)?.pass ?? 0
  }
}

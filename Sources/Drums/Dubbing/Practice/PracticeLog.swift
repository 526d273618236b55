/// Collects the timing of hits while they are played: statistics of all hits, and of the last bars.
package struct PracticeLog: Sendable {
  /// The valid numbers of last bars. The hits of up to 32 bars are stored; the statistics of all hits need constant memory.
  package static let bars = 1...32

  /// A played bar. Bars are ordered by the time at which they were heard.
  package struct Bar: Hashable, Sendable, Comparable {
    /// The number of the repetition of a loop or of a track.
    package var pass: Int
    package var number: Int

    /// Bounds that sort before and after all bars.
    package static let first = Bar(pass: .min, number: .min)
    package static let last = Bar(pass: .max, number: .max)

    package init(pass: Int, number: Int) { (self.pass, self.number) = (pass, number) }

    package static func < (left: Bar, right: Bar) -> Bool {
      (left.pass, left.number) < (right.pass, right.number)
    }
  }

  package private(set) var all: HitTiming
  /// The last bars that have hits, in ascending order.
  private var played: [(bar: Bar, hits: [HitTiming.Hit])] = []

  package init(division: Int) { all = HitTiming(division: division) }

  /// Adds a hit that was compared with the division of the log.
  package mutating func add(_ hit: HitTiming.Hit, in bar: Bar) {
    all.add(hit)
    // An early hit of a bar may arrive before a late hit of the previous bar.
    let place = played.lastIndex { $0.bar <= bar } ?? -1
    if place >= 0, played[place].bar == bar {
      played[place].hits.append(hit)
    } else {
      played.insert((bar, [hit]), at: place + 1)
      if played.count > PracticeLog.bars.upperBound { played.removeFirst() }
    }
  }

  package func timing(ofLast count: Int) -> HitTiming { timing(of: played.suffix(count)) }

  /// Returns the bars that have hits, from `start` up to but not including `end`, in ascending order.
  package func bars(from start: Bar, before end: Bar) -> [Bar] {
    played.map(\.bar).filter { $0 >= start && $0 < end }
  }

  /// Returns the figures of the bars from `start` up to but not including `end`.
  package func timing(from start: Bar, before end: Bar) -> HitTiming {
    timing(of: played.filter { $0.bar >= start && $0.bar < end })
  }

  /// The last bar that has hits; nil without hits.
  package var lastBar: Bar? { played.last?.bar }

  private func timing(of bars: some Sequence<(bar: Bar, hits: [HitTiming.Hit])>) -> HitTiming {
    var timing = HitTiming(division: all.division)
    for bar in bars { bar.hits.forEach { timing.add($0) } }
    return timing
  }
}

import AudioBase
import Dubbing

/// A request that names bars of the track. Bars are counted from 1, which begins with the first known beat.
package enum BarCommand: Hashable, Sendable {
  /// Repeats bars, from the first to the last one.
  case loop(ClosedRange<Int>)
  /// Seeks by whole bars to the start of one; negative values seek back.
  case seekBy(Int)
  case seek(Int)

  static let numbers = 1...100_000

  /// Reads the argument of the command `loop`: `17-24` for eight bars, or `17` for one.
  init?(loop text: String) {
    let bars = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = bars[0], BarCommand.numbers.contains(first), bars.count <= 2,
      let last = bars[bars.count - 1], last >= first, BarCommand.numbers.contains(last)
    else { return nil }
    self = .loop(first...last)
  }

  /// Reads an argument of the command `seek`: `4 bars`, `-1 bar`, or `bar 17`.
  init?(seek text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 else { return nil }
    if words[0] == "bar", let bar = Int(words[1]), BarCommand.numbers.contains(bar) {
      self = .seek(bar)
    } else if ["bar", "bars"].contains(words[1]), let count = Int(words[0]), count != 0,
      count.magnitude <= UInt(BarCommand.numbers.upperBound)
    {
      self = .seekBy(count)
    } else {
      return nil
    }
  }

  /// The argument of the command `loop` or `seek`.
  var text: String {
    switch self {
    case .loop(let bars): "\(bars.lowerBound)" + (bars.count == 1 ? "" : "-\(bars.upperBound)")
    case .seekBy(let count): "\(count) \(abs(count) == 1 ? "bar" : "bars")"
    case .seek(let bar): "bar \(bar)"
    }
  }
}

extension TakeRanges {
  /// Whether the current track has bars that can be named: its tempo is known, or the metronome plays.
  var hasBars: Bool {
    let group = owner.list.group
    guard case .track = group else { return false }
    return owner.list.tracks[group]?.knownTempo != nil || owner.tempo.isMetronomeOn
  }

  /// The position of the track in its frames.
  var position: Int { FrameCount(seconds: model.elapsed, at: owner.tempo.grid.rate).value }

  /// The number of the bar that is heard, from 1; nil if the places of the beats are not known, and before the first bar.
  package var bar: Int? {
    guard hasBars, owner.tempo.isGridKnown else { return nil }
    let bar = owner.tempo.grid.bar(atFrame: position) + 1
    return bar >= 1 ? bar : nil
  }

  /// The seconds of the track until the next bar begins; nil if `bar` does not change by itself.
  package var secondsToNextBar: Double? {
    guard hasBars, owner.tempo.isGridKnown else { return nil }
    let grid = owner.tempo.grid
    let next = grid.frame(ofBar: grid.bar(atFrame: position) + 1)
    return max(0, next / Double(grid.rate.hertz) - model.elapsed)
  }

  /// Returns the bars, from 1, of a loop that begins with the first and ends after the last one; nil for another loop.
  func bars(from start: Int, to end: Int, _ grid: BeatGrid) -> ClosedRange<Int>? {
    let bars = grid.bar(atFrame: start)..<max(grid.bar(atFrame: end), grid.bar(atFrame: start))
    let isExact = bars.lowerBound >= 0 && !bars.isEmpty && frame(ofBar: bars.lowerBound, grid) == start
    guard isExact, frame(ofBar: bars.upperBound, grid) == end else { return nil }
    return bars.lowerBound + 1...bars.upperBound
  }

  package func frame(ofBar bar: Int, _ grid: BeatGrid) -> Int {
    max(0, Int(saturating: grid.frame(ofBar: bar).rounded()))
  }

  /// Seeks or loops by bars of the track.
  func perform(_ command: BarCommand) {
    if let freeEntry = owner.free.keyEntry { return perform(command, freeEntry) }
    guard hasBars else { return owner.notify(.bars(.unknown)) }
    switch command {
    case .loop(let bars): loop(bars)
    case .seek(let bar): seek(toBar: bar - 1)
    case .seekBy(let count): seek(toBar: target(from: position, by: count, owner.tempo.grid))
    }
  }

  private func perform(_ command: BarCommand, _ entry: TakeList.Entry) {
    switch command {
    case .loop(let bars): owner.free.loopFree(entry, bars: bars.lowerBound - 1..<bars.upperBound)
    case .seek(let bar): owner.free.seek(toBar: bar - 1)
    case .seekBy(let count): owner.free.seek(by: count)
    }
  }

  /// Returns the bar, from 0, that is a number of bars away. From within a bar, the first bar back is its own beginning,
  /// unless that has just been heard.
  func target(from position: Int, by count: Int, _ grid: BeatGrid) -> Int {
    let bar = grid.bar(atFrame: position)
    let beat = grid.frame(ofBeat: bar * grid.signature.beats + 1) - grid.frame(ofBar: bar)
    let isWithin = Double(position) > grid.frame(ofBar: bar) + beat
    return max(0, bar + count + (count < 0 && isWithin ? 1 : 0))
  }

  private func seek(toBar bar: Int) {
    let frame = frame(ofBar: bar, owner.tempo.grid)
    if let end = owner.list.trackFrames, frame >= end { return owner.notify(.bars(.afterEnd(bar: bar + 1))) }
    model.seek(to: FrameCount(frame).seconds(at: owner.tempo.grid.rate))
  }

  /// Repeats bars, and begins with the first one unless the music is within them.
  private func loop(_ bars: ClosedRange<Int>) {
    let start = frame(ofBar: bars.lowerBound - 1, owner.tempo.grid)
    let end = frame(ofBar: bars.upperBound, owner.tempo.grid)
    if let length = owner.list.trackFrames, start >= length {
      return owner.notify(.bars(.afterEnd(bar: bars.lowerBound)))
    }
    setLoop(start..<end)
    if !(start..<end).contains(position) { seek(toBar: bars.lowerBound - 1) }
  }
}

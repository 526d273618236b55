import TerminalKit

/// The effect of a pad's key while it is held down.
package enum HeldKeyMode: String, CaseIterable, Sendable { case ignore, `repeat` }

/// Distinguishes the repeats of a key that is held down from strokes, for terminals that do not report them.
///
/// A key that is held arrives again after a delay of 150 ms or more, then in short and even steps. Strokes of a roll have no
/// such delay before them, or uneven steps. The first arrival after one of the usual delays is in doubt until the time of
/// the next repeat. Once a held key was recognised, only its delay and its step are expected. An arrival after another key
/// is a stroke, because terminals repeat the last key only.
///
/// Repeats may be read late, so that the delay is too long and the first steps are uneven. They are strokes until the steps
/// are even again.
package struct HeldKeyFilter: Sendable {
  package enum Verdict: Hashable, Sendable {
    case stroke, `repeat`
    /// A stroke, unless the next arrival is a repeat.
    case doubtful
  }

  /// Arrivals in short steps after a delay.
  private struct Run {
    let delay: Int64
    var count: Int64 = 0
    private var sum: Int64 = 0
    private var shortest = Int64.max
    private var longest: Int64 = 0
    /// Whether steps were left out since they were uneven.
    private(set) var isRestarted = false

    init(delay: Int64) { self.delay = delay }

    var mean: Int64 { count == 0 ? 0 : sum / count }
    /// The difference of the longest and the shortest step.
    var spread: Int64 { longest - shortest }

    mutating func add(_ step: Int64) {
      (count, sum) = (count + 1, sum + step)
      (shortest, longest) = (min(shortest, step), max(longest, step))
    }

    /// Leaves out the steps so far.
    mutating func restart() {
      self = Run(delay: delay)
      isRestarted = true
    }
  }

  // Nanoseconds.
  private static let delays: ClosedRange<Int64> = 150_000_000...800_000_000
  private static let steps: ClosedRange<Int64> = 15_000_000...46_000_000
  /// Longer steps are strokes, and shorter ones are of arrivals that were read late.
  private static let (longestStep, shortestStep): (Int64, Int64) = (60_000_000, 8_000_000)
  /// The deviation of a delay or a step that is expected.
  private static let tolerance: Int64 = 5_000_000
  /// The largest spread of the steps of repeats, which a timer makes; strokes vary more. Behind steps that were uneven, any
  /// of many steps of a roll could be even by chance, so that less is allowed.
  private static let (evenness, restartedEvenness): (Int64, Int64) = (4_000_000, 2_000_000)
  /// By how much a delay may be too long because the first repeat was read late.
  private static let lateness: Int64 = 30_000_000
  /// The number of even steps that are a held key, in any case, and if the delay is a usual one or the steps have the
  /// measured length and none was uneven.
  private static let (evenSteps, likelySteps): (Int64, Int64) = (8, 4)
  /// The number of repeats from which uneven steps do not end a held key.
  private static let certainRepeats = 4

  private let ignoresRepeats: Bool
  private var key: KeyChord?
  private var lastTime: Int64 = 0
  /// The step before the last arrival; nil if another key was between.
  private var lastStep: Int64?
  private var run: Run?
  private var isHeld = false
  private var isInDoubt = false
  /// The delays before the first repeat: first the usual ones of X11, Wayland and the console; a delay between two strokes
  /// is removed. After a held key, the measured delay alone.
  private var expectedDelays = usualDelays
  private static let usualDelays: [Int64] = [200, 225, 250, 300, 400, 500, 600, 660].map { $0 * 1_000_000 }
  private var measuredStep: Int64?

  /// Creates a filter. `ignoresRepeats`: if false, all keys are strokes.
  package init(ignoresRepeats: Bool) { self.ignoresRepeats = ignoresRepeats }

  /// Makes the next key count as a stroke, because it strikes another pad than before, or because another key was pressed.
  package mutating func reset() { (key, lastStep, isHeld) = (nil, nil, false) }

  /// The time until which the last arrival is in doubt; nil if it is not.
  package var doubtEnd: Int64? {
    isInDoubt
      ? lastTime + (measuredStep.map { $0 + HeldKeyFilter.tolerance } ?? HeldKeyFilter.steps.upperBound) : nil
  }

  /// Returns whether the arrival in doubt was a stroke, and ends the doubt then. `chord`: the key that arrives next;
  /// nil if none has arrived until this time. `nanoseconds`: when it was read, on a monotonic clock.
  package mutating func endsDoubt(by chord: KeyChord?, at nanoseconds: Int64) -> Bool {
    guard isInDoubt else { return false }
    let step = nanoseconds - lastTime
    let isExpected =
      measuredStep.map { abs(step - $0) <= HeldKeyFilter.tolerance } ?? HeldKeyFilter.steps.contains(step)
    if let chord, chord == key, isExpected { return false }
    if chord == nil, doubtEnd.map({ nanoseconds < $0 }) ?? false { return false }
    if measuredStep == nil, let delay = run?.delay {
      expectedDelays.removeAll { abs($0 - delay) <= HeldKeyFilter.tolerance }
    }
    // The next repeat may only be late.
    isInDoubt = false
    return true
  }

  /// Decides whether a key that arrives is a stroke. `nanoseconds`: when the key was read, on a monotonic clock.
  package mutating func judge(_ chord: KeyChord, at nanoseconds: Int64) -> Verdict {
    guard ignoresRepeats else { return .stroke }
    if chord != key { (run, lastStep, isHeld, isInDoubt) = (nil, nil, false, false) }
    let step = chord == key ? nanoseconds - lastTime : nil
    let verdict = step.map { judge($0) } ?? .stroke
    (key, lastTime, lastStep) = (chord, nanoseconds, step)
    return verdict
  }

  private mutating func judge(_ step: Int64) -> Verdict {
    if isInDoubt {
      (isInDoubt, isHeld) = (false, true)
      run?.add(step)
      return .repeat
    }
    if isHeld { return judgeHeld(step) }
    return step > HeldKeyFilter.longestStep ? judgeLong(step) : judgeShort(step)
  }

  /// Decides about an arrival after a long step, which may be the delay of a held key. Strokes at an even distance are not repeats.
  private mutating func judgeLong(_ step: Int64) -> Verdict {
    let isSteady = lastStep.map { abs(step - $0) < step / 7 } ?? false
    if step < HeldKeyFilter.delays.lowerBound {
      run?.restart()
    } else {
      run = HeldKeyFilter.delays.contains(step) ? Run(delay: step) : nil
    }
    isInDoubt = !isSteady && isExpectedDelay(step)
    return isInDoubt ? .doubtful : .stroke
  }

  private func isExpectedDelay(_ delay: Int64) -> Bool {
    expectedDelays.contains { abs($0 - delay) <= HeldKeyFilter.tolerance }
  }

  /// Decides about an arrival in a run of short steps.
  private mutating func judgeShort(_ step: Int64) -> Verdict {
    guard var run else { return .stroke }
    let isPossible = (HeldKeyFilter.shortestStep...HeldKeyFilter.longestStep).contains(step)
    run.add(step)
    let evenness = run.isRestarted ? HeldKeyFilter.restartedEvenness : HeldKeyFilter.evenness
    if !isPossible || run.spread > evenness {
      run.restart()
      if isPossible { run.add(step) }
    }
    isHeld = run.count >= evenSteps(of: run)
    self.run = run
    if isHeld { measure(run) }
    return isHeld ? .repeat : .stroke
  }

  /// Returns the number of even steps from which a run is a held key.
  private func evenSteps(of run: Run) -> Int64 {
    let isUsual = HeldKeyFilter.delay(run.delay, in: HeldKeyFilter.usualDelays) != nil
    let isMeasured = measuredStep.map { abs(run.mean - $0) <= HeldKeyFilter.tolerance } ?? false
    let isExpected = isMeasured && HeldKeyFilter.delay(run.delay, in: expectedDelays) != nil
    if run.isRestarted { return isExpected ? HeldKeyFilter.likelySteps : HeldKeyFilter.evenSteps }
    if isMeasured, isExpectedDelay(run.delay) { return 1 }
    return isUsual || isMeasured ? HeldKeyFilter.likelySteps : HeldKeyFilter.evenSteps
  }

  /// Returns the delay of a list that a measured one is, which may be too long; nil if it is none of them.
  private static func delay(_ measured: Int64, in delays: [Int64]) -> Int64? {
    delays.last { (-tolerance...lateness).contains(measured - $0) }
  }

  /// Decides about an arrival while a key is held. A longer step is a stroke after its release.
  private mutating func judgeHeld(_ step: Int64) -> Verdict {
    guard var run, step < 2 * run.mean + HeldKeyFilter.tolerance else {
      isHeld = false
      return judgeLong(step)
    }
    if run.count < HeldKeyFilter.certainRepeats, abs(step - run.mean) > HeldKeyFilter.tolerance {
      isHeld = false
      return judgeShort(step)
    }
    run.add(step)
    self.run = run
    if run.count == HeldKeyFilter.certainRepeats { measure(run) }
    return .repeat
  }

  /// Notes the delay and the step of a held key. A delay that may be too long does not replace a measured one.
  private mutating func measure(_ run: Run) {
    if !run.isRestarted {
      expectedDelays = [run.delay]
    } else if measuredStep == nil {
      expectedDelays = [HeldKeyFilter.delay(run.delay, in: HeldKeyFilter.usualDelays) ?? run.delay]
    }
    measuredStep = run.mean
  }
}

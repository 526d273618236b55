import TerminalKit

/// The effect of a pad's key while it is held down.
package enum HeldKeyMode: String, CaseIterable, Sendable { case ignore, `repeat` }

/// Distinguishes the repeats of a key that is held down from new presses, for terminals that do not report them.
///
/// A key that arrives for the third time in steady steps under 50 ms is held down: no finger is that fast and even.
package struct HeldKeyFilter: Sendable {
  private static let longestStep: Int64 = 50_000_000
  /// Nanoseconds; steps that differ by more are presses.
  private static let unsteadiness: Int64 = 15_000_000

  private let ignoresRepeats: Bool
  private var key: KeyChord?
  private var lastTime: Int64 = 0
  private var lastStep: Int64?
  private var steadySteps = 0

  /// Creates a filter.
  ///
  /// - Parameter ignoresRepeats: if false, all keys pass.
  package init(ignoresRepeats: Bool) { self.ignoresRepeats = ignoresRepeats }

  /// Makes the next key count as a press, because it strikes another pad than before.
  package mutating func reset() { key = nil }

  /// Returns whether a key is a press.
  ///
  /// - Parameter nanoseconds: when the key was read, on a monotonic clock.
  package mutating func passes(_ chord: KeyChord, at nanoseconds: Int64) -> Bool {
    let step = nanoseconds - lastTime
    let isSame = chord == key
    key = chord
    lastTime = nanoseconds
    guard isSame, step < HeldKeyFilter.longestStep else {
      lastStep = nil
      steadySteps = 0
      return true
    }
    let isSteady = lastStep.map { abs(step - $0) <= HeldKeyFilter.unsteadiness } ?? true
    steadySteps = isSteady ? steadySteps + 1 : 1
    lastStep = step
    return !(ignoresRepeats && steadySteps >= 2)
  }
}

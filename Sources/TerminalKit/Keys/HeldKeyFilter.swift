/// Tells the repeats of a key that is held down from strikes, where the terminal does not.
///
/// A key that arrives for the third time in steady steps under 50 ms is held: no finger is that even and that fast.
package struct HeldKeyFilter: Sendable {
  private static let longestStep: Int64 = 50_000_000
  /// Steps that differ by more are a hand's.
  private static let unsteadiness: Int64 = 15_000_000

  private let ignoresRepeats: Bool
  private var key: KeyChord?
  private var lastTime: Int64 = 0
  private var lastStep: Int64?
  private var steadySteps = 0

  /// - Parameter ignoresRepeats: false lets everything pass.
  package init(ignoresRepeats: Bool) { self.ignoresRepeats = ignoresRepeats }

  /// Whether a key is to strike.
  ///
  /// - Parameter nanoseconds: when it arrived, on a clock that does not jump.
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

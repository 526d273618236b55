@testable import Controls
import TerminalKit
import Testing

@Suite struct HeldKeyFilterTests {
  private let key = KeyChord(.character("a"))

  private func strikes(_ milliseconds: [Int64], ignoring: Bool = true) -> [Bool] {
    var filter = HeldKeyFilter(ignoresRepeats: ignoring)
    return milliseconds.map { filter.passes(key, at: $0 * 1_000_000) }
  }

  @Test func aHeldKeyStrikesUntilItsThirdSteadyArrival() {
    #expect(strikes([0, 500, 533, 566, 600, 633]) == [true, true, true, false, false, false])
  }

  @Test func strikesOfAHandAreNotFiltered() {
    #expect(strikes([0, 90, 180, 270, 360]).allSatisfy { $0 })
    #expect(strikes([0, 20, 65, 80, 125]).allSatisfy { $0 })
  }

  @Test func pauseOrAnotherKeyResetsTheFilter() {
    #expect(strikes([0, 30, 60, 90, 300, 330]) == [true, true, false, false, true, true])
    var filter = HeldKeyFilter(ignoresRepeats: true)
    for time: Int64 in [0, 30, 60] { _ = filter.passes(key, at: time * 1_000_000) }
    let other = filter.passes(KeyChord(.character("b")), at: 90_000_000)
    let again = filter.passes(key, at: 120_000_000)
    #expect(other && again)
  }

  @Test func repeatsPassWhenNotIgnored() {
    #expect(strikes([0, 30, 60, 90, 120], ignoring: false).allSatisfy { $0 })
  }
}

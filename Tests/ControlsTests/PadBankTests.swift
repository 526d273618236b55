@testable import Application
@testable import Controls
import TerminalKit
import Testing

/// Banks of pads: which pads the keys strike.
@Suite struct PadBankTests {
  private func router(banks: Int, _ prepare: (inout KeyRouter) -> Void = { _ in }) -> KeyRouter {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    router.bank.setCount(banks)
    prepare(&router)
    return router
  }

  private func route(_ bytes: String, _ router: inout KeyRouter) -> [KeyRouter.Action] {
    var decoder = KeyDecoder()
    let events = decoder.feed(bytes.utf8) + decoder.timeOut()
    return events.compactMap { router.route($0, at: 1_000_000_000) }
  }

  private func strikes(_ bytes: String, banks: Int, _ prepare: (inout KeyRouter) -> Void = { _ in }) -> [Int]
  {
    var router = router(banks: banks, prepare)
    return route(bytes, &router).compactMap { if case .strike(let pad, _) = $0 { pad } else { nil } }
  }

  @Test func padKeyAfterABankKeyStrikesInThatBank() {
    #expect(strikes("a]a;]s[[a", banks: 3) == [1, 9, 16, 18, 1])
    #expect(strikes("a]]]a[[[[a", banks: 2) == [1, 9, 1])
    #expect(strikes("]a", banks: 1) == [1])
  }

  @Test func bankKeyReportsTheBankEvenIfUnchanged() {
    var router = router(banks: 2)
    let numbers = route("]][", &router).map { if case .bank(let bank) = $0 { bank.number } else { 0 } }
    #expect(numbers == [2, 2, 1])
  }

  @Test func releasedKeyReleasesItsPadAfterAChangeOfBank() {
    let (press, release) = ("\u{1B}[97;1:1;97u", "\u{1B}[97;1:3u")
    var router = router(banks: 2)
    #expect(route(press + "]" + release, &router).last == .release(pad: 1))
    #expect(route(press + "[" + release, &router).last == .release(pad: 9))
    // The digit strikes the same pad of the other bank meanwhile.
    let digit = "\u{1B}[49;1:1;49u"
    #expect(route(press + "]" + digit + release, &router).last == .release(pad: 1))
    #expect(route("\u{1B}[49;1:3u", &router).last == .release(pad: 9))
    // Shift was released first.
    #expect(route("[\u{1B}[97:65;2:1;65u]" + release, &router).last == .release(pad: 1))
  }

  @Test func padNumbersBeyondABankStrikeTheSamePadInEveryBank() {
    let bind: (inout KeyRouter) -> Void = { try? $0.keys.bind("Q", to: "pad 20 64") }
    #expect(strikes("Q]Qa", banks: 3, bind) == [20, 20, 9])
    var router = router(banks: 3, bind)
    #expect(route("Q", &router) == [.strike(pad: 20, velocity: 64)])
  }

  @Test func mouseStrikesThePadsOfTheShownBank() {
    var router = router(banks: 3) { $0.pads = PadTargets([Rect(0, 0, 9, 3)], first: 17) }
    let press = MouseEvent(.press, button: .left, at: Point(4, 1))
    #expect(router.route(.mouse(press), at: 0) == .strike(pad: 17, velocity: 127))
    let release = MouseEvent(.release, button: .left, at: Point(40, 9))
    #expect(router.route(.mouse(release), at: 1) == .release(pad: 17))
  }

  @Test func bankKeysActInPadsOnlyMode() {
    #expect(strikes("\u{1B}OQ]a", banks: 2) == [9])
  }

  @Test func typedTextDoesNotChangeTheBank() {
    #expect(strikes("/]\ra", banks: 2) == [1])
  }

  @Test func bankMissingInTheKitBecomesTheFirst() {
    var bank = PadBank()
    bank.setCount(4)
    bank.select(3)
    bank.setCount(3)
    #expect(bank.number == 3)
    bank.setCount(2)
    #expect(bank.number == 1 && bank.count == 2)
    bank.setCount(99)
    bank.select(99)
    #expect(bank.number == 16 && bank.pads == 121..<129)
  }

  @Test(arguments: KeyLayout.allCases) func everyLayoutHasKeysForBanks(layout: KeyLayout) {
    let map = KeyMap(layout: layout)
    #expect(!map.keys(for: .pads(.previousBank)).isEmpty && !map.keys(for: .pads(.nextBank)).isEmpty)
  }
}

@Suite struct StrikeVelocityTests {
  private func route(_ bytes: String, _ velocities: StrikeVelocities) -> [KeyRouter.Action] {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    router.velocities = velocities
    router.pads = PadTargets([Rect(0, 0, 10, 3)])
    return decoder.feed(bytes.utf8).compactMap { router.route($0, at: 0) }
  }

  @Test func padKeysStrikeWithTheVelocitiesOfTheSettings() {
    var velocities = StrikeVelocities()
    (velocities.plain, velocities.accent, velocities.curve) = (80, 110, .hard)
    #expect(route("aA", velocities) == [.strike(pad: 1, velocity: 80), .strike(pad: 1, velocity: 110)])
  }

  @Test func velocityCurveChangesTheVelocityOfTheMouse() {
    let velocities = StrikeVelocities.Curve.allCases.map { curve in
      var velocities = StrikeVelocities()
      velocities.curve = curve
      return route("\u{1B}[<0;2;2M", velocities)
    }
    #expect(velocities[0] == [.strike(pad: 1, velocity: 59)])
    #expect(velocities[1] == [.strike(pad: 1, velocity: 80)])
    #expect(velocities[2] == [.strike(pad: 1, velocity: 34)])
  }

  @Test(arguments: StrikeVelocities.Curve.allCases) func aCurveRisesFromTheSoftestToTheHardest(
    curve: StrikeVelocities.Curve
  ) {
    let mapped = (1...127).map(curve.apply)
    #expect(mapped.first.map { (1...127).contains($0) } == true && mapped.last == 127)
    #expect(zip(mapped, mapped.dropFirst()).allSatisfy { $0 <= $1 })
  }
}

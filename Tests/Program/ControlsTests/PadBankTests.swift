import Percussion
import TerminalKit
import Testing

@testable import Application
@testable import Controls

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
    let numbers = route("]][", &router).map { if case .bank(let bank, _) = $0 { bank.number } else { 0 } }
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
    let bind: (inout KeyRouter) -> Void = { router in
      (try? KeyBinding("Q", to: "pad 20 64")).map { router.keys.apply($0) }
    }
    #expect(strikes("Q]Qa", banks: 3, bind) == [20, 20, 9])
    var router = router(banks: 3, bind)
    #expect(route("Q", &router) == [.strike(pad: 20, velocity: 64)])
  }

  @Test func keysStrikeThePadsAtTheirPlaces() throws {
    let order = try #require(PadOrder([3, 2, 12, 4, 5, 6, 7, 8, 9, 10, 11, 1]))
    #expect(strikes("ad]f[a", banks: 2) { $0.bank.order = order } == [3, 12, 1, 3])
    let bind: (inout KeyRouter) -> Void = { router in
      router.bank.order = order
      (try? KeyBinding("Q", to: "pad 12")).map { router.keys.apply($0) }
    }
    #expect(strikes("Q", banks: 2, bind) == [12], "a number beyond a bank is that of the pad")
    var bank = PadBank()
    bank.setCount(2)
    bank.order = order
    #expect(bank.pads == [3, 2, 12, 4, 5, 6, 7, 8] && bank.key(ofPad: 12) == 3 && bank.key(ofPad: 1) == 4)
    BankChange.show(pad: 1).apply(to: &bank)
    #expect(bank.number == 2)
  }

  @Test func mouseStrikesThePadsOfTheShownBank() {
    var router = router(banks: 3) { $0.pads = PadTargets([Rect(0, 0, 9, 3)], numbers: [17]) }
    let press = MouseEvent(.press, button: .left, at: Point(4, 1))
    #expect(router.route(.mouse(press), at: 0) == .strike(pad: 17, velocity: 127))
    let release = MouseEvent(.release, button: .left, at: Point(40, 9))
    #expect(router.route(.mouse(release), at: 1) == .release(pad: 17))
  }

  @Test func twoRowsStrikeTwoBanksInPadsOnlyMode() {
    #expect(strikes("\u{1B}OQqa;pwQ", banks: 3) == [9, 1, 8, 16, 10, 9])
    #expect(strikes("\u{1B}OQ]qa]qa[[q", banks: 6) == [25, 17, 41, 33, 9])
    // The second bank was chosen before.
    #expect(strikes("]a\u{1B}OQaq\u{1B}OQa", banks: 2) == [9, 1, 9, 9])
    var router = router(banks: 2)
    #expect(route("\u{1B}OQ\u{1B}OQq", &router).last == .command(.program(.quit)), "the mode has ended")
  }

  @Test func bankKeysActInPadsOnlyMode() {
    var router = router(banks: 3)
    let banks = route("\u{1B}OQ]][", &router).compactMap {
      if case .bank(let bank, _) = $0 { bank.banks } else { nil }
    }
    #expect(banks == [3...3, 3...3, 1...2])
  }

  @Test(arguments: KeyLayout.allCases) func twoRowsArePlayedInEveryKeyLayout(layout: KeyLayout) {
    #expect(strikes("\u{1B}OQqa;p", banks: 2) { $0.keys = KeyMaps(layout: layout) } == [9, 1, 8, 16])
  }

  @Test func bindingsOfTheUserKeepTheRowsOfPadsOnlyModeUnlessTheyActInIt() throws {
    let bindings = try [("q", "mute"), ("w", nil), ("e", "play-pause"), ("r", "pad 20"), ("a", "mute")].map {
      try KeyBinding($0, to: $1)
    }
    let bind: (inout KeyRouter) -> Void = { router in
      for binding in bindings { router.keys.apply(binding) }
    }
    #expect(strikes("\u{1B}OQqweras", banks: 3, bind) == [9, 10, 20, 2])
  }

  @Test func releasedKeyOfTheRowAboveReleasesItsPad() {
    var router = router(banks: 2)
    let (press, release) = ("\u{1B}[113;1:1;113u", "\u{1B}[113;1:3u")
    #expect(route("\u{1B}OQ" + press + "\u{1B}OQ" + release, &router).last == .release(pad: 9))
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
    #expect(bank.number == 16 && bank.places == 121..<129)
  }

  @Test func bankOfAShownPadIsChosenWithoutARequest() {
    var bank = PadBank()
    bank.setCount(4)
    BankChange.show(pad: 18).apply(to: &bank)
    #expect(bank.number == 3 && !BankChange.show(pad: 18).isRequested && BankChange.next.isRequested)
  }

  @Test func twoRowsOfABankHaveThePadsOfTheKitOnly() {
    var bank = PadBank()
    bank.rows = 2
    #expect(bank.places == 1..<9)
    bank.setCount(3)
    #expect(bank.places == 1..<17 && bank.key(ofPad: 12) == 12 && bank.key(ofPad: 17) == 1)
    bank.move(by: 1)
    #expect(bank.places == 17..<25)
    bank.rows = 1
    #expect(bank.places == 17..<25 && bank.key(ofPad: 20) == 4)
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

  /// Ctrl and Alt as terminals of the kitty protocol send them, and as ESC and a control character.
  @Test func padKeyWithCtrlAndAltHitsSoftly() {
    #expect(
      route("\u{1B}[97;7u\u{1B}[59;7u\u{1B}[49;7u\u{1B}\u{01}", StrikeVelocities())
        == [1, 8, 1, 1].map {
          .strike(pad: $0, velocity: 40)
        })
    var velocities = StrikeVelocities()
    velocities.soft = 25
    #expect(route("\u{1B}[97;7u", velocities) == [.strike(pad: 1, velocity: 25)])
  }

  @Test func altHitsSoftlyInThePadsOnlyMode() {
    let hits = route("\u{1B}OQ\u{1B}a\u{1B};\u{1B}q\u{1B}1\u{1B}[97;7u", StrikeVelocities()).dropFirst()
    #expect(Array(hits) == [1, 8, 9, 1, 1].map { .strike(pad: $0, velocity: 40) })
  }

  @Test func plainKeysHitSoftlyUntilTheNextToggleAndAccentsStay() {
    let actions = route("\0aA\u{1B}OQsQ\0d", StrikeVelocities())
    let strikes = actions.filter { if case .strike = $0 { true } else { false } }
    let expected = [(1, 40), (1, 127), (2, 40), (9, 127), (3, 100)]
    #expect(strikes == expected.map { .strike(pad: $0.0, velocity: $0.1) })
    let isSoft = actions.compactMap { if case .bank(let bank, true) = $0 { bank.isSoft } else { nil } }
    #expect(isSoft == [true, false])
  }

  @Test func softHitIsReleasedWhicheverKeyIsReleasedFirst() {
    let (press, release) = ("\u{1B}[97;7:1u", KeyRouter.Action.release(pad: 1))
    for up in ["\u{1B}[97;7:3u", "\u{1B}[97;3:3u", "\u{1B}[97;5:3u", "\u{1B}[97;1:3u"] {
      #expect(route(press + up, StrikeVelocities()).last == release)
    }
    #expect(route("\u{1B}[97;3:3u", StrikeVelocities()).isEmpty, "nothing is held")
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

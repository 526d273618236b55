import Application
@testable import Controls
import TerminalKit
import Testing

@Suite struct KeyRouterTests {
  private func route(_ bytes: String) -> [KeyRouter.Action] {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    var events = decoder.feed(bytes.utf8)
    events += decoder.timeOut()
    return events.compactMap { router.route($0, at: 1_000_000_000) }
  }

  @Test func keyWithoutACommandIsReportedAsUnbound() {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    #expect(router.route(.key(KeyEvent(.function(11))), at: 0) == .unbound(KeyChord(.function(11))))
    _ = router.route(.key(KeyEvent(.function(2))), at: 0)
    // Keys act on pads only.
    #expect(router.route(.key(KeyEvent(.function(11))), at: 0) == .unbound(KeyChord(.function(11))))
  }

  @Test func padsStrikeWithAndWithoutAccent() {
    #expect(
      route("aS3") == [
        .strike(pad: 1, velocity: 100), .strike(pad: 2, velocity: 127), .strike(pad: 3, velocity: 100),
      ])
  }

  @Test func releasedKeyReleasesItsPadAfterOtherKeys() {
    let (press, release) = ("\u{1B}[97;1:1;97u", "\u{1B}[97;1:3u")
    let strike = KeyRouter.Action.strike(pad: 1, velocity: 100)
    #expect(route(press + release) == [strike, .release(pad: 1)])
    #expect(route(press + "/x" + release).last == .release(pad: 1))
    // Shift came up first, and the other way round.
    #expect(route("\u{1B}[97:65;2:1;65u" + release).last == .release(pad: 1))
    #expect(route(press + "\u{1B}[97:65;2:3u").last == .release(pad: 1))
    #expect(route("\u{1B}[113;1:3u").isEmpty)
  }

  @Test func everyPressOfATerminalThatReportsReleasesStrikesAtOnce() {
    // Presses at the times at which another terminal would repeat a key that is held down.
    let times: [Int64] = [0, 500, 530, 560, 590, 620, 650, 680, 710, 740, 770, 800]
    func route(_ keys: String, after reply: String) -> [KeyRouter.Action] {
      var decoder = KeyDecoder()
      var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
      for event in decoder.feed(reply.utf8) { _ = router.route(event, at: 0) }
      return times.flatMap { time in
        let actions = decoder.feed(keys.utf8).compactMap { router.route($0, at: time * 1_000_000) }
        #expect(reply.isEmpty || router.doubtEnd == nil)
        return actions
      }
    }
    let strike = KeyRouter.Action.strike(pad: 1, velocity: 100)
    let (press, again, release) = ("\u{1B}[97;1:1;97u", "\u{1B}[97;1:2;97u", "\u{1B}[97;1:3u")
    #expect(route(press, after: "\u{1B}[?11u") == times.map { _ in strike })
    let held = route(press + again + release, after: "\u{1B}[?11u")
    #expect(held == times.flatMap { _ in [strike, .release(pad: 1)] }, "repeats are reported as such")
    #expect(route("a", after: "").count < times.count, "other terminals are filtered")
  }

  @Test func padsAreReleasedWhenTheirKeyReleasesWillNotBeReported() {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    func press(_ bytes: String) {
      for event in decoder.feed(bytes.utf8) { _ = router.route(event, at: 1_000_000_000) }
    }
    press("sa")
    // The keys of this terminal are never released: their pads sound to their end.
    #expect(router.releaseAll() == [])
    press("\u{1B}[?0u")
    #expect(router.releaseAll() == [])
    press("sa")
    #expect(router.releaseAll() == [.release(pad: 1), .release(pad: 2)])
    #expect(router.releaseAll() == [])
    press("\u{1B}[97;1:1;97u")
    #expect(router.releaseAll() == [.release(pad: 1)])
    press("\u{1B}[97;1:1;97u\u{1B}[97;1:3u")
    #expect(router.releaseAll() == [])
    router.terminalWasReplaced()
    press("a")
    #expect(router.releaseAll() == [])
    router.pads = PadTargets([Rect(0, 0, 9, 3)])
    _ = router.route(.mouse(MouseEvent(.press, button: .left, at: Point(4, 1))), at: 2_000_000_000)
    #expect(router.releaseAll() == [.release(pad: 1)])
  }

  @Test func mouseReleaseReleasesThePadThatWasStruck() {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    router.pads = PadTargets([Rect(0, 0, 9, 3)])
    let (inside, outside) = (Point(4, 1), Point(40, 9))
    _ = router.route(.mouse(MouseEvent(.press, button: .left, at: inside)), at: 0)
    let up = MouseEvent(.release, button: .left, at: outside)
    #expect(router.route(.mouse(up), at: 1) == .release(pad: 1))
    #expect(router.route(.mouse(up), at: 2) == .mouse(up))
  }

  @Test func padThatIsDraggedOntoAnotherOneInTheFormForAPadSwapsItsKeys() {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    router.pads = PadTargets([Rect(0, 0, 9, 3), Rect(10, 0, 9, 3)], numbers: [5, 2])
    func route(_ kind: MouseEvent.Kind, _ x: Int) -> KeyRouter.Action? {
      router.route(.mouse(MouseEvent(kind, button: .left, at: Point(x, 1))), at: 0)
    }
    func isStruck(_ action: KeyRouter.Action?) -> Bool {
      if case .strike(pad: 5, velocity: _)? = action { true } else { false }
    }
    // Without the form, the pad sounds until the button is released.
    _ = route(.press, 4)
    #expect(route(.drag, 14) != .release(pad: 5) && route(.release, 14) == .release(pad: 5))
    router.screen = .padForm
    #expect(isStruck(route(.press, 4)))
    #expect(route(.drag, 14) == .release(pad: 5))
    #expect(route(.release, 14) == .command(.request(Command.Request.swapPads(.pads(5, 2)))))
    #expect(isStruck(route(.press, 4)) && route(.drag, 14) == .release(pad: 5))
    #expect(route(.release, 30) == nil, "beside the pads")
    #expect(isStruck(route(.press, 4)) && route(.release, 4) == .release(pad: 5))
  }

  @Test func moveIsHeldAsLongAsItsKey() {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    func press(_ bytes: String) -> [KeyRouter.Action] {
      decoder.feed(bytes.utf8).compactMap { router.route($0, at: 1_000_000_000) }
    }
    func hold(_ isHeld: Bool) -> KeyRouter.Action { .command(.request(.hold(.stutter, isHeld))) }
    _ = press("\u{1B}[?0u")
    let (down, again, up) = ("\u{1B}[57;1:1;57u", "\u{1B}[57;1:2;57u", "\u{1B}[57;1:3u")
    #expect(press(down) == [hold(true)])
    #expect(press(again) == [] && press(up) == [hold(false)] && press(up) == [])
    #expect(press(down + "/x" + up).last == hold(false), "while text is typed")
    #expect(press("\u{1B}") == [] && decoder.timeOut().compactMap { router.route($0, at: 0) }.count == 1)
    #expect(press(down) == [hold(true)] && router.releaseAll() == [hold(false)])
    #expect(router.releaseAll() == [])
  }

  @Test func keyOfAMoveTogglesWhereReleasesAreNotReported() {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    func press(at milliseconds: Int64) -> KeyRouter.Action? {
      router.route(.key(.typed("9")), at: milliseconds * 1_000_000)
    }
    let toggle = KeyRouter.Action.command(.mixer(.stutter))
    #expect(press(at: 1_000) == toggle && press(at: 1_500) == toggle)
    #expect([1_530, 1_560, 1_590].allSatisfy { press(at: $0) == nil }, "the key is held down")
    #expect(press(at: 2_000) == toggle && router.releaseAll() == [])
    _ = router.route(.key(KeyEvent(.function(2))), at: 0)
    #expect(press(at: 3_000) == .unbound(KeyChord(.character("9"))), "keys act on pads only")
  }

  @Test func lettersTypedAfterASlashNeverStrike() {
    let actions = route("/as\u{1B}")
    #expect(actions.first == .command(.search(.find)))
    #expect(actions.count == 4)
    #expect(!actions.contains { if case .strike = $0 { true } else { false } })
  }

  @Test func padsStrikeAgainAfterEnter() {
    #expect(route("/a\ra").last == .strike(pad: 1, velocity: 100))
  }

  @Test func pastedTextNeverStrikes() {
    #expect(route("\u{1B}[200~asdf\u{1B}[201~").isEmpty)
    #expect(route("/\u{1B}[200~asdf\u{1B}[201~").last == .typed(.paste("asdf")))
  }

  @Test func filesThatAreDroppedOnTheFormForAPadBecomeSamples() {
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    router.screen = .padForm
    let paste = TerminalEvent.paste("'/a b.wav'")
    #expect(router.route(paste, at: 0) == .command(.request(Command.Request.addSample("'/a b.wav'"))))
    router.acceptText()
    #expect(router.route(paste, at: 0) == .typed(paste))
  }

  @Test func controlCEndsTheProgramWhileTyping() {
    #expect(route("/a\u{03}").last == .command(.program(.quit)))
  }

  @Test func controlDIsACommandWhileTyping() {
    #expect(route("/a\u{04}").last == .command(.program(.detach)))
    // The text has the focus still.
    #expect(route("/\u{04}a").last == .typed(.key(KeyEvent.typed("a"))))
  }

  @Test func answersOfTheTerminalAreNoKeys() {
    #expect(route("\u{1B}[?1u") == [.reply(.keyboardFlags(1))])
    #expect(route("\u{1B}[?62;4c") == [.reply(.attributes([62, 4]))])
    #expect(route("\u{1B}_Gi=7268;OK\u{1B}\\") == [.reply(.kittyGraphics(true))])
    #expect(route("\u{1B}[>0;136;0c") == [.reply(.kind(0))])
  }
}

@Suite struct RouterModeTests {
  private func route(_ bytes: String, _ prepare: (inout KeyRouter) -> Void = { _ in }) -> [KeyRouter.Action] {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: KeyMaps(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    prepare(&router)
    let events = decoder.feed(bytes.utf8) + decoder.timeOut()
    return events.compactMap { router.route($0, at: 1_000_000_000) }
  }

  private static let f2 = "\u{1B}OQ"

  @Test func onlyPadsAndPlayActInThePadsOnlyMode() {
    let strike = KeyRouter.Action.strike(pad: 1, velocity: 100)
    #expect(
      route("\(Self.f2)anq/ \(Self.f2)n") == [
        .command(.program(.lockPads)), strike, .unbound(KeyChord(.character("n"))),
        .strike(pad: 9, velocity: 100), .unbound(KeyChord(.character("/"))), .command(.playback(.playPause)),
        .command(.program(.lockPads)),
        .command(.playback(.next)),
      ])
  }

  private static let nextLayout = "\u{1B}[1;2Q"

  @Test func lettersOfPadsAreCommandsAsSoonAsTheListsAreShownAlone() {
    let toListen = Self.nextLayout + Self.nextLayout
    let actions = route("\(toListen)jkS1\(Self.f2)j\(Self.f2)j\(Self.nextLayout)j")
    #expect(actions.prefix(2) == [.command(.program(.layout)), .command(.program(.layout))])
    #expect(
      actions.dropFirst(2) == [
        .command(.move(.down)), .command(.move(.up)), .command(.playback(.consume)),
        .unbound(KeyChord(.character("1"))), .command(.program(.lockPads)),
        .strike(pad: 5, velocity: 100), .command(.program(.lockPads)), .command(.move(.down)),
        .command(.program(.layout)), .strike(pad: 5, velocity: 100),
      ])
    #expect(route("\(Self.nextLayout)a").last == .strike(pad: 1, velocity: 100), "the pads alone")
  }

  @Test func keyBoundToAPadStrikesInEveryLayout() throws {
    let binding = try KeyBinding("Q", to: "pad 2")
    let strike = route("Q") {
      $0.mode.layout = .listen
      $0.keys.apply(binding)
    }
    #expect(strike == [.strike(pad: 2, velocity: 100)])
  }

  @Test func capturedKeyRunsNoCommand() {
    #expect(
      route("aq") { $0.captureNext() } == [.captured(KeyChord(.character("a"))), .command(.program(.quit))])
  }

  @Test func mousePressOnAPadStrikesAndOtherEventsArePassedOn() {
    let pads = PadTargets([Rect(10, 5, 9, 3)])
    let press = "\u{1B}[<0;15;7M"
    #expect(route(press) { $0.pads = pads } == [.strike(pad: 1, velocity: 127)])
    #expect(route(press) == [.mouse(MouseEvent(.press, button: .left, at: Point(14, 6)))])
    #expect(route("\u{1B}[<64;1;1M") == [.mouse(MouseEvent(.wheelUp, at: Point(0, 0)))])
    #expect(
      route("\(Self.f2)\u{1B}[<64;1;1M\(press)") { $0.pads = pads }.last == .strike(pad: 1, velocity: 127))
  }

  @Test func focusChangesAreReported() {
    #expect(route("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
  }
}

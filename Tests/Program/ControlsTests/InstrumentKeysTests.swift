import Instruments
import TerminalKit
import Testing

@testable import Controls

/// The keys of the instrument's screen, and the mouse on its strings.
@Suite struct InstrumentKeysTests {
  private func router(_ pads: PadKeys = .qwerty) -> KeyRouter {
    var router = KeyRouter(keys: KeyMaps(padKeys: pads), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    router.instrument = InstrumentKeys(pads, chord: .e, strings: Rect(10, 12, 50, 6))
    return router
  }

  private func press(_ key: Key, _ modifiers: KeyChord.Modifiers = [], _ router: inout KeyRouter)
    -> [StringPluck]
  {
    if case .pluck(let plucks) = router.route(.key(KeyEvent(key, modifiers)), at: 0) { plucks } else { [] }
  }

  private func move(
    _ kind: MouseEvent.Kind, row: Int, after milliseconds: Int64 = 0, _ router: inout KeyRouter
  ) -> [StringPluck] {
    let event = MouseEvent(kind, button: .left, at: Point(20, 12 + row))
    if case .pluck(let plucks) = router.route(.mouse(event), at: milliseconds * 1_000_000) { return plucks }
    return []
  }

  @Test func arrowsStrumTheChordInTheirDirection() {
    var router = router()
    let down = press(.down, [], &router)
    #expect(down.map(\.key) == [40, 47, 52, 56, 59, 64] && down.map(\.string) == [0, 1, 2, 3, 4, 5])
    #expect(zip(down, down.dropFirst()).allSatisfy { $0.delay < $1.delay })
    let up = press(.up, [.shift], &router)
    #expect(up.map(\.string) == [5, 4, 3, 2, 1, 0] && up[0].velocity > down[0].velocity)
  }

  @Test func digitsChooseChordsOfWhichMutedStringsAreLeftOut() {
    var router = router()
    #expect(router.route(.key(KeyEvent(.character("3"))), at: 0) == .chord(.d))
    #expect(press(.down, [], &router).map(\.key) == [50, 57, 62, 66])
    #expect(router.route(.key(KeyEvent(.character("0"))), at: 0) == .chord(.bMinor))
  }

  @Test func lettersPluckSingleStringsAndBackspaceDamps() {
    var router = router()
    #expect(press(.character("z"), [], &router).map(\.key) == [40])
    #expect(press(.character("n"), [], &router).map(\.key) == [64])
    #expect(router.route(.key(KeyEvent(.backspace)), at: 0) == .damp)
    var german = self.router(.qwertz)
    #expect(press(.character("y"), [], &german).map(\.string) == [0])
  }

  @Test func padKeysStrikePadsAndOtherKeysKeepTheirCommands() {
    var router = router()
    #expect(router.route(.key(KeyEvent(.character("a"))), at: 0) == .strike(pad: 1, velocity: 100))
    #expect(router.route(.key(KeyEvent(.character("r"))), at: 0) == .command(.take(.record)))
    router.instrument = nil
    #expect(router.route(.key(KeyEvent(.down)), at: 0) == .command(.move(.down)))
  }

  @Test func dragAcrossTheStringsStrumsByItsOrderAndSpeed() {
    var router = router()
    // The highest string is at the top, so a movement up is a strum down.
    #expect(move(.press, row: 5, &router).map(\.string) == [0])
    let slow = move(.drag, row: 3, after: 200, &router)
    #expect(slow.map(\.string) == [1, 2])
    let fast = move(.drag, row: -2, after: 210, &router)
    #expect(fast.map(\.string) == [3, 4, 5])
    #expect(fast[0].velocity > slow[0].velocity && fast[2].delay < slow[1].delay * 3)
    // Back into the strings, and let go.
    #expect(move(.drag, row: 1, after: 220, &router).map(\.string) == [5, 4])
    _ = router.route(.mouse(MouseEvent(.release, at: Point(20, 13))), at: 230_000_000)
    #expect(move(.drag, row: 4, after: 240, &router).isEmpty)
  }
}

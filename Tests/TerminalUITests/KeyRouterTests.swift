import TerminalKit
import TerminalUI
import Testing

@Suite struct KeyRouterTests {
  private func route(_ bytes: String) -> [KeyRouter.Action] {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: KeyMap(), heldKeys: HeldKeyFilter(ignoresRepeats: true))
    var events = decoder.feed(bytes.utf8)
    events += decoder.timeOut()
    return events.compactMap { router.route($0, at: 1_000_000_000) }
  }

  @Test func padsStrikeWithAndWithoutAccent() {
    #expect(
      route("aS3") == [
        .strike(pad: 1, velocity: 100), .strike(pad: 2, velocity: 127), .strike(pad: 3, velocity: 100),
      ])
  }

  @Test func lettersTypedAfterASlashNeverStrike() {
    let actions = route("/as\u{1B}")
    #expect(actions.first == .command(.find))
    #expect(actions.count == 4)
    #expect(!actions.contains { if case .strike = $0 { true } else { false } })
  }

  @Test func afterEnterThePadsStrikeAgain() {
    #expect(route("/a\ra").last == .strike(pad: 1, velocity: 100))
  }

  @Test func whatIsPastedNeverStrikes() {
    #expect(route("\u{1B}[200~asdf\u{1B}[201~").isEmpty)
    #expect(route("/\u{1B}[200~asdf\u{1B}[201~").last == .typed(.paste("asdf")))
  }

  @Test func controlCEndsTheProgramWhileTyping() {
    #expect(route("/a\u{03}").last == .command(.quit))
  }

  @Test func answersOfTheTerminalAreNoKeys() {
    #expect(route("\u{1B}[?1u") == [.reply(.keyboardFlags(1))])
    #expect(route("\u{1B}[?62;c").isEmpty)
  }
}

import SystemBase
import Testing

@testable import Remote

/// Regular expressions that other programs send.
@Suite struct RegularExpressionTests {
  private func matches(_ expression: String, _ text: String, ignoresCase: Bool = false) throws -> Bool {
    try RegularExpression(expression, ignoresCase: ignoresCase).matches(text)
  }

  @Test(arguments: [
    ("^Human", "Human Behaviour", true), ("^Behaviour", "Human Behaviour", false), ("Bj.rk$", "Björk", true),
    ("^.{5}$", "Björk", true), ("(ABBA|Björk)", "Björk", true), ("[[:digit:]]{4}", "1993-07", true),
    ("^$", "", true), (".", "", false), ("a{2,3}b", "xaab", true), ("\\bmoon\\b", "blue moon", true),
    ("\\(", "a (b)", true), ("[]+]", "1+1", true), ("björk", "Björk", false), ("", "anything", true),
    ("a{2", "a{2", true), ("^(a|b|)$", "", true), ("^[^a-c]+$", "def", true), ("^[^a-c]+$", "dbf", false),
    ("\\d{4}-\\d\\d", "1993-07", true), ("^\\w+\\s\\w+$", "blue moon", true), ("^(?:ab){2,}$", "abab", true),
    ("^(?:ab){2,}$", "ab", false), ("a+?b", "aaab", true), ("^[\\d\\-]+$", "19-9", true), ("x*", "", true),
    ("\\Bo\\B", "moon", true), ("(?i)BLUE", "blue", true), ("^(a*)*$", "aaaa", true), ("(){2}", "", true),
    ("^.$", "👍🏽", false), ("^a.c$", "a\nc", true),
  ]) func aPartOfTheTextMatches(expression: String, text: String, result: Bool) throws {
    #expect(try matches(expression, text) == result)
  }

  @Test func caseMayBeIgnored() throws {
    #expect(try matches("BJÖRK|abba", "björk", ignoresCase: true))
    #expect(try matches("^ABBA$", "Abba", ignoresCase: true))
  }

  @Test(arguments: [
    "(", "a)(", ")", "[a", "[z-a]", "*", "a**", "a{2}{3}", "()*{2}", "a++", "|+", "a{5,2}", "(a)\\1",
    "[[:nothing:]]", "\\", "\\p", "(?=a)",
    "[a-\\", "[[:", String(repeating: "a", count: 1_025), String(repeating: "(", count: 100),
    // Written out, these have billions of steps.
    "((a{100}){100}){100}", "((((((a?){99}){99}){99}){99}){99}){99}", "a{99999999999999999999}",
    "[[:alpha:]]{1000}{1000}", "(a{1000}){3}",
  ]) func badExpressionsAreRefused(expression: String) {
    #expect(throws: RegularExpression.Failure.self) { try RegularExpression(expression, ignoresCase: false) }
  }

  @Test func theReasonIsStated() {
    #expect(throws: RegularExpression.Failure(reason: "too many repetitions")) {
      try RegularExpression("(a{60}){60}", ignoresCase: false)
    }
    #expect(throws: RegularExpression.Failure(reason: "it is longer than 1024 bytes")) {
      try RegularExpression(String(repeating: "a", count: 1_100), ignoresCase: false)
    }
  }

  /// Each of these takes exponential time with a matcher that tries one way after the other, or with regcomp(3).
  @Test(arguments: [
    "(a*)*b", "(a|aa)+$b", "(a?){40}a{40}c", "(.*a.{40})z", "((((a?){9}){9})|x)*c", "a??|a?{2}", "(x+x+)+y",
  ]) func noExpressionTakesLong(expression: String) throws {
    let text = String(repeating: "a", count: 4_000) + "!"
    guard let compiled = try? RegularExpression(expression, ignoresCase: false) else { return }
    #expect(!compiled.matches(text) || expression.contains("|a"))
  }

  /// Any bytes are accepted or refused, in bounded time and memory.
  @Test func randomExpressionsAreAcceptedOrRefused() {
    var random = SeededGenerator(seed: 29)
    let parts = [
      "a", "b", "(", ")", "+", "*", "?", "{2}", "{3,}", "{1,9}", "[", "]", "^", "[:alpha:]", "|", ".", "\\",
      "$", "\\w", "(?:",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      .joined()
      _ = try? RegularExpression(text, ignoresCase: Bool.random(using: &random)).matches("abab aab\u{fc}ba")
    }
  }
}

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
  ]) func expressionMatchesAnyPartOfTheText(expression: String, text: String, result: Bool) throws {
    #expect(try matches(expression, text) == result)
  }

  @Test func caseIsIgnoredOnRequest() throws {
    #expect(try matches("BJÖRK|abba", "björk", ignoresCase: true))
    #expect(try matches("^ABBA$", "Abba", ignoresCase: true))
  }

  @Test(arguments: ["(", "a)(", ")", "[a", "[z-a]", "*", "a{5,2}", "(a)\\1", "[[:nothing:]]", "\\", "\\p"])
  func badExpressionsAreRefused(expression: String) {
    #expect(throws: RegularExpression.Failure.self) { try RegularExpression(expression) }
  }

  @Test func refusalOfAnExpressionStatesTheReason() {
    #expect(throws: RegularExpression.Failure(reason: "missing closing parenthesis")) {
      try RegularExpression("(a")
    }
    #expect(throws: RegularExpression.Failure(reason: "it is longer than 1024 bytes")) {
      try RegularExpression(String(repeating: "a", count: 1_100))
    }
  }

  @Test func expressionsOfEqualTextAreEqual() throws {
    #expect(try RegularExpression("a+") == RegularExpression("a+"))
    #expect(try RegularExpression("a+") != RegularExpression("a+", ignoresCase: true))
  }

  /// Without a limit, each search would take longer than anybody waits. All songs of a large library are searched.
  @Test(arguments: [
    // PCRE2 sees that the text has no character that the expression needs.
    ("(a*)*b", false), ("(a?){40}a{40}c", false),
    ("(x+x+)+y|(a+a+)+[b!]{2}", true),
  ]) func expressionOfExponentialTimeEndsAfterFiftySearches(expression: String, isGivenUp: Bool) throws {
    let compiled = try RegularExpression(expression, mostNanoseconds: .max)
    let text = String(repeating: "a", count: 4_000) + "!"
    for _ in 0..<50 {
      #expect(!compiled.isExhausted && !compiled.matches(text))
    }
    // Even what it would find at once.
    #expect(compiled.isExhausted == isGivenUp && !compiled.matches("x"))
  }

  /// Each search has just fewer steps than allowed.
  @Test func expressionOfLongSearchesEndsAfterItsProcessorTime() throws {
    let compiled = try RegularExpression("[^xy]*[^xy]*[^xy]*[xy]", mostNanoseconds: 50_000_000)
    let text = String(repeating: "a", count: 47) + "!"
    #expect(!compiled.matches(text) && !compiled.isExhausted)
    while !compiled.isExhausted { #expect(!compiled.matches(text)) }
    #expect(!compiled.matches("x"))
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

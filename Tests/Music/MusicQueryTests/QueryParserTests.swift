import SystemBase
import Testing

@testable import MusicQuery

struct QueryParserTests {
  private static let now: Int64 = 1_700_000_000

  private func parse(_ text: String) throws(QueryError) -> SearchQuery {
    try SearchQuery(parsing: text, now: QueryParserTests.now)
  }

  @Test(
    "Words, fields and their combinations are parsed into conditions",
    arguments: [
      ("", nil),
      ("love", .word("love")),
      ("love me", .all([.word("love"), .word("me")])),
      ("\"love me\"", .word("love me")),
      ("a OR b c", .any([.word("a"), .all([.word("b"), .word("c")])])),
      ("(a OR b) c", .all([.any([.word("a"), .word("b")]), .word("c")])),
      ("a AND b", .all([.word("a"), .word("b")])),
      ("-live", .not(.word("live"))),
      ("NOT live", .not(.word("live"))),
      ("-(a b)", .not(.all([.word("a"), .word("b")]))),
      ("a - b", .all([.word("a"), .word("-"), .word("b")])),
      ("hi-fi", .word("hi-fi")),
      ("artist:\"led zeppelin\"", .text(.artist, .contains("led zeppelin"))),
      ("GENRE:=rock", .text(.genre, .equals("rock"))),
      ("genre:=\"hard rock\"", .text(.genre, .equals("hard rock"))),
      ("genre:\"\"", .text(.genre, .absent)),
      ("kind:podcast", .kind(.podcast)),
      ("away:yes", .away(true)),
      ("\"a:b\"", .word("a:b")),
      ("title:\"a \\\"b\\\" \\\\\"", .text(.title, .contains("a \"b\" \\"))),
    ] as [(String, SearchQuery.Condition?)])
  func conditions(text: String, expected: SearchQuery.Condition?) throws {
    #expect(try parse(text).condition == expected)
  }

  @Test(
    "Numbers, lengths and ages are parsed into ranges",
    arguments: [
      ("bpm:110..120", .bpm, NumberRange(110, 120)),
      ("bpm:110..", .bpm, NumberRange(110, nil)),
      ("bpm:120", .bpm, NumberRange(120, 121, includesUpper: false)),
      ("year:..1975", .year, NumberRange(nil, 1975)),
      ("year:1970", .year, NumberRange(1970, 1970)),
      ("year:>1970", .year, NumberRange(1970, nil, includesLower: false)),
      ("rating:>=4", .rating, NumberRange(4, nil)),
      ("played:0", .played, NumberRange(0, 0)),
      ("played:<=2", .played, NumberRange(nil, 2)),
      ("length:>2m", .length, NumberRange(120, nil, includesLower: false)),
      ("length:2m30s..1:02:03", .length, NumberRange(150, 3723)),
      ("length:3:05", .length, NumberRange(185, 186, includesUpper: false)),
      ("length:<90", .length, NumberRange(nil, 90, includesUpper: false)),
      ("added:<7d", .added, NumberRange(Double(now) - 7 * 86_400, nil)),
      ("added:>1w", .added, NumberRange(nil, Double(now) - 7 * 86_400)),
      ("played:<2h", .lastplayed, NumberRange(Double(now) - 7200, nil)),
    ] as [(String, SearchQuery.NumberField, NumberRange)])
  func numbers(text: String, field: SearchQuery.NumberField, range: NumberRange) throws {
    #expect(try parse(text).condition == .number(field, range))
  }

  @Test("Plays are found by dates and ages")
  func heard() throws {
    #expect(try parse("heard:<7d").condition == .heard(NumberRange(Double(Self.now) - 7 * 86_400, nil)))
    #expect(
      try parse("-heard:<1y").condition == .not(.heard(NumberRange(Double(Self.now) - 365.25 * 86_400, nil))))
    guard case .heard(let month)? = try parse("heard:2023-02").condition else {
      Issue.record("no condition of plays")
      return
    }
    #expect((month.upper ?? 0) - (month.lower ?? 0) == 28 * 86_400 && !month.includesUpper)
    #expect(QueryValue.since("2023-02", now: Self.now) == NumberRange(month.lower, nil))
    #expect(QueryValue.since("7d", now: Self.now) == NumberRange(Double(Self.now) - 7 * 86_400, nil))
    for text in ["", "soon", ">2023", "<7d", "2023-13", "2022..2023"] {
      #expect(QueryValue.since(text, now: Self.now) == nil, "\(text)")
    }
  }

  @Test("A date stands for its whole day, month or year")
  func dates() throws {
    func range(_ text: String) throws -> NumberRange {
      guard case .number(.added, let range)? = try parse(text).condition else { return NumberRange(0, 0) }
      return range
    }
    let day = try range("added:2023-05-01")
    #expect((day.upper ?? 0) - (day.lower ?? 0) == 86_400)
    #expect(try range("added:2023").lower == range("added:2023-01-01").lower)
    #expect(try range("added:2023-12..2024-02").upper == range("added:2024-02-29").upper)
    #expect(try range("added:>2023-05-01").lower == day.upper)
    #expect(try range("added:<2023-05-01").upper == day.lower)
  }

  @Test("Sort and limit settings are parsed apart from the condition")
  func settings() throws {
    let query = try parse("sort:year,-rating rock limit:20")
    #expect(query.condition == .word("rock"))
    #expect(query.sort == [.init(.year), .init(.rating, descending: true)])
    #expect(query.limit == 20)
    #expect(try parse("sort:random").condition == nil)
  }

  @Test(
    "Errors are reported with their position",
    arguments: [
      ("foo:bar", .unknownField("foo"), 0),
      ("a foo:bar", .unknownField("foo"), 2),
      ("bpm:abc", .badValue(field: "bpm", expected: .number), 4),
      ("é bpm:1..x", .badValue(field: "bpm", expected: .number), 6),
      ("bpm:..", .badValue(field: "bpm", expected: .number), 4),
      ("bpm:nan", .badValue(field: "bpm", expected: .number), 4),
      ("bpm:", .missingValue(field: "bpm"), 4),
      ("title:", .missingValue(field: "title"), 6),
      ("rating:6", .badValue(field: "rating", expected: .rating), 7),
      ("length:2x", .badValue(field: "length", expected: .duration), 7),
      ("added:soon", .badValue(field: "added", expected: .time), 6),
      ("added:2024-13", .badValue(field: "added", expected: .time), 6),
      ("kind:film", .badValue(field: "kind", expected: .kind), 5),
      ("away:perhaps", .badValue(field: "away", expected: .yesOrNo), 5),
      ("sort:year,colour", .badValue(field: "sort", expected: .sortFields), 5),
      ("limit:-1", .badValue(field: "limit", expected: .count), 6),
      ("a \"b", .unclosedQuote, 2),
      ("a (b", .unclosedParenthesis, 2),
      ("a) b", .unexpected(")"), 1),
      ("a OR", .missingTerm, 4),
      ("OR a", .missingTerm, 0),
      ("a AND", .missingTerm, 2),
      ("AND a", .missingTerm, 0),
      ("()", .missingTerm, 1),
      ("-)", .missingTerm, 0),
      ("NOT", .missingTerm, 0),
      ("-sort:year", .notACondition("sort"), 1),
    ] as [(String, QueryError.Reason, Int)])
  func errors(text: String, reason: QueryError.Reason, place: Int) {
    #expect(throws: QueryError(reason, at: place)) { try parse(text) }
  }

  @Test("Too deep nesting is an error and not a stack overflow")
  func depth() {
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: QueryError(.tooDeep, at: 100)) { try parse(deep) }
    #expect(throws: QueryError.self) { try parse(String(repeating: "-", count: 100_000) + "a") }
    #expect(throws: QueryError.self) { try parse(String(repeating: "NOT ", count: 100_000) + "a") }
  }

  @Test("Any text is a query or gives an error with a position in it", arguments: 0..<20)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "-", "(", ")", "\"", ":", "OR", "AND", "NOT", " ", " ", "..", "<", ">=", "=", "bpm", "title",
      "sort",
      "limit", "added", "rating", "length", "7d", "5", "2024-05", "é", "東京", "\\", ",", "\u{0}", "\u{202E}",
      "1e9",
      "999999999999999999999", ".",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      do throws(QueryError) {
        _ = try parse(text)
      } catch {
        #expect((0...text.count).contains(error.place), "\(text)")
      }
      _ = SearchQuery(typed: text)
    }
  }

  @Test("An incomplete typed query is searched for as words")
  func typed() {
    #expect(SearchQuery(typed: "re:stacks (").condition == .all([.word("re:stacks"), .word("(")]))
    #expect(SearchQuery(typed: "\"led zep").condition == .all([.word("led"), .word("zep")]))
    #expect(SearchQuery(typed: "artist:foo").condition == .text(.artist, .contains("foo")))
    #expect(SearchQuery(typed: "\"").condition == nil)
  }
}

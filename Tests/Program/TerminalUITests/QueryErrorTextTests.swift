import MusicQuery
import TerminalUI
import Testing

struct QueryErrorTextTests {
  @Test("The caret of a query error stands under the error, counted in columns")
  func caret() {
    let error = QueryError(.unclosedParenthesis, at: 3)
    #expect(ErrorText.caret(error, in: "東京 (a") == "東京 (a\n     ^")
    #expect(ErrorText.caret(error, in: "a\n\u{1B}(a") == "a ?(a\n   ^")
  }

  @Test("The sentence of a query error names the field and the accepted values")
  func sentence() {
    let error = QueryError(.badValue(field: "kind", expected: .kind), at: 0)
    #expect(ErrorText.sentence(error) == "kind: must be music, podcast or audiobook")
    #expect(ErrorText.sentence(QueryError(.unknownField("a\u{1B}"), at: 0)).contains("a?"))
  }
}

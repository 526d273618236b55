import MusicLibrary
import MusicQuery
import TerminalUI
import Testing

struct QueryErrorTextTests {
  @Test("A caret stands under the place, in columns")
  func caret() {
    let error = QueryError(.unclosedParenthesis, at: 3)
    #expect(ErrorText.caret(error, in: "東京 (a") == "東京 (a\n     ^")
    #expect(ErrorText.caret(error, in: "a\n\u{1B}(a") == "a ?(a\n   ^")
  }

  @Test("A sentence names the field and what it takes")
  func sentence() {
    let error = QueryError(.badValue(field: "kind", expected: .kind), at: 0)
    #expect(ErrorText.sentence(error) == "kind: must be music, podcast or audiobook")
    #expect(ErrorText.sentence(QueryError(.unknownField("a\u{1B}"), at: 0)).contains("a?"))
  }
}

import SystemBase
import Testing

/// Texts and bytes without what stands at both ends.
@Suite struct TrimmingTests {
  @Test(arguments: [("", ""), ("  ", ""), ("a", "a"), (" a b  ", "a b"), ("a ", "a"), (" a", "a")])
  func elementsAtBothEndsAreLeftOut(text: String, trimmed: String) {
    #expect(text.trimming { $0 == " " } == trimmed[...])
    #expect(Array(text.utf8).trimming { $0 == 0x20 } == Array(trimmed.utf8)[...])
  }
}

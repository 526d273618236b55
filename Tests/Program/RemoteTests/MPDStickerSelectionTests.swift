import Testing

@testable import Remote

/// What `sticker find` finds.
@Suite struct MPDStickerSelectionTests {
  private let ratings = [(uri: "b", value: "8"), ("a", "4"), ("c", "8"), ("d", "10")]

  @Test(arguments: [
    ("", "bacd"), ("= 8", "bc"), ("eq 8", "bc"), ("< 8", "a"), ("gt 8", "d"), ("sort uri", "abcd"),
    ("sort -value", "dbca"), ("sort value_int window 1:3", "bc"), ("> 4 sort -uri window 0:2", "dc"),
    ("window 3:", "d"), ("window 9:", ""),
  ]) func ratingsAreComparedSortedAndCut(arguments: String, found: String) throws {
    let selection = try MPDStickerSelection(arguments.split(separator: " ").map(String.init))
    #expect(selection.select(ratings).map(\.uri).joined() == found)
  }

  @Test(arguments: [
    ("sort value_int", "edcba"), ("sort -value_int", "abcde"), ("eq 2", "c"), ("lt 0", "e"), ("gt 8", "ab"),
    ("sort value", "ebacd"),
  ]) func valuesAreComparedAsWholeNumbers(arguments: String, found: String) throws {
    let selection = try MPDStickerSelection(arguments.split(separator: " ").map(String.init))
    let values = [(uri: "a", value: "10"), ("b", "9"), ("c", "2.5"), ("d", "x"), ("e", "-3")]
    #expect(selection.select(values).map(\.uri).joined() == found)
  }

  @Test(arguments: ["x", "eq x", "matches 8", "sort size", "window x", "= 8 9", "sort uri sort uri"])
  func invalidRatingArgumentsAreRefused(arguments: String) {
    #expect(throws: MPDError.self) {
      try MPDStickerSelection(arguments.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    ("= red", "a"), ("contains e", "ab"), ("starts_with gr", "b"), ("> green", "a"), ("sort -value", "cab"),
  ]) func textsAreComparedAsTexts(arguments: String, found: String) throws {
    let selection = try MPDStickerSelection(arguments.split(separator: " ").map(String.init))
    let stickers = [(uri: "a", value: "red"), ("b", "green"), ("c", "süß")]
    let expected = arguments.hasPrefix(">") ? "ac" : found
    #expect(selection.select(stickers).map(\.uri).joined() == expected)
  }
}

import Testing

@testable import Playlists

@Suite struct ExtendedInfoTests {
  @Test(
    arguments: [
      ("123,Artist - Title", 123, "Artist", "Title"), ("-1,Title", nil, nil, "Title"), ("0,x", nil, nil, "x"),
      ("12.5, A  -  T ", 12.5, "A", "T"), ("7,A - B - C", 7, "A", "B - C"),
      ("7,Rock-n-Roll", 7, nil, "Rock-n-Roll"),
      ("7", 7, nil, nil), ("", nil, nil, nil), ("7,", 7, nil, nil), (",T", nil, nil, "T"),
      ("x,T", nil, nil, "T"),
      ("-1 tvg-id=\"a,b\" group-title=\"x\",A - T", nil, "A", "T"), ("5 tvg-id=\"open,A - T", 5, "A", "T"),
      ("9, - T", 9, nil, "- T"), ("9,A, B - T", 9, "A, B", "T"), ("1e999,T", 1, nil, "T"),
      ("9999999999999999999999999,T", nil, nil, "T"),
    ] as [(String, Double?, String?, String?)])
  func extendedInfoLineIsSplitIntoLengthArtistAndTitle(
    text: String, duration: Double?, artist: String?, title: String?
  ) {
    let info = ExtendedInfo(text)
    #expect(info.duration == duration)
    #expect(info.artist == artist)
    #expect(info.title == title)
  }
}

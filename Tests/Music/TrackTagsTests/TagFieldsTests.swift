import Testing

@testable import AudioBase
@testable import SystemBase

@Suite struct TagFieldsTests {
  private func track(_ fields: [(String, String)]) -> TrackInfo {
    var track = TrackInfo(path: FilePath("x"))
    TagFields(fields.map { TagField(key: $0.0, value: $0.1) }).fill(&track)
    return track
  }

  @Test(
    arguments: [
      ("7", 7, nil), ("07", 7, nil), ("2/12", 2, 12), ("2 / 12", 2, 12), ("3 of 9", 3, 9), ("1/2/3", 1, 2),
      ("0", 0, nil), ("4/0", 4, nil), ("5/", 5, nil), ("99999", 99_999, nil),
      ("-1", nil, nil),
      ("12a", nil, nil), ("٣", nil, nil), ("", nil, nil), ("99999999999999999999", nil, nil),
    ] as [(String, Int?, Int?)])
  func trackAndDiscNumbersAreReadWithTheirTotals(text: String, number: Int?, total: Int?) {
    let track = track([("TRACKNUMBER", text), ("DISCNUMBER", text)])
    #expect(track.trackNumber == number)
    #expect(track.trackTotal == total)
    #expect(track.discNumber == number)
    #expect(track.discTotal == total)
  }

  @Test(
    arguments: [
      ("A1", "A", 1, nil), ("b02", "b", 2, nil), ("AA10/12", "AA", 10, 12), ("B", "B", nil, nil),
      ("7", nil, 7, nil),
      ("AB1", nil, nil, nil), ("A-1", nil, nil, nil), ("A1b", nil, nil, nil), ("AAA1", nil, nil, nil),
      ("À1", nil, nil, nil),
    ] as [(String, String?, Int?, Int?)])
  func recordSidesInTrackNumbersAreKept(text: String, side: String?, number: Int?, total: Int?) {
    let track = track([("TRACKNUMBER", text), ("DISCNUMBER", text)])
    #expect(track.trackSide == side && track.trackNumber == number && track.trackTotal == total)
    // A disc has no side.
    #expect(track.discNumber == (side == nil ? number : nil))
  }

  @Test func separateTotalFieldOverridesTheTotalInTheNumber() {
    let track = track([("TRACKNUMBER", "2/3"), ("TOTALTRACKS", "12"), ("DISCNUMBER", "1"), ("DISCC", "2")])
    #expect(track.trackTotal == 12)
    #expect(track.discTotal == 2)
  }

  @Test func severalValuesAreKeptAndJoined() {
    let track = track([
      ("ARTIST", "A"), ("ARTIST", "B"), ("ARTIST", "A"), ("GENRE", "Rock"), ("GENRE", "Pop"),
    ])
    #expect(track.artists == ["A", "B"])
    #expect(track.artist == "A, B")
    #expect(track.genres == ["Rock", "Pop"])
    #expect(track.genre == "Rock, Pop")
  }

  @Test func listOfArtistsGivesTheArtistsBesideTheirJoinedName() {
    let track = track([("ARTIST", "A feat. B"), ("ARTISTS", "A"), ("ARTISTS", "B")])
    #expect(track.artist == "A feat. B")
    #expect(track.artists == ["A", "B"])
  }

  @Test func textEndsAtAZeroByteWithoutTrailingBlanks() {
    #expect(track([("TITLE", " lead \t\n")]).title == " lead")
    #expect(track([("TITLE", "one\0two")]).title == "one")
    #expect(track([("TITLE", "\0"), ("ALBUM", "  ")]) == TrackInfo(path: FilePath("x")))
  }

  @Test(
    arguments: [("120", 120), ("98.5", 98.5), ("0", nil), ("fast", nil), ("nan", nil), ("-3", nil)]
      as [(String, Double?)])
  func tempoIsANumberAboveZero(text: String, bpm: Double?) { #expect(track([("BPM", text)]).bpm == bpm) }

  @Test func dateIsKeptAsWritten() {
    #expect(track([("DATE", "2001-05-03")]).date == "2001-05-03")
    #expect(track([("ORIGINALDATE", "1883"), ("DATE", "2001")]).date == "2001")
    #expect(track([("ORIGINALDATE", "1883")]).date == "1883")
  }

  @Test func tagsForOtherProgramsAreReadByTheirNamesInFiles() {
    let found = track([
      ("COMPOSER", "A"), ("COMPOSER", "B"), ("PERFORMER", "C"), ("PERFORMER:VIOLIN", "D"), ("PUBLISHER", "E"),
      ("ORIGINALYEAR", "1971"), ("DESCRIPTION", "F"), ("MOVEMENTNAME", "G"), ("ALBUMARTISTSORT", "H"),
      ("LYRICS", "I"), ("GROUPING", String(repeating: "x", count: 2_000)),
    ])
    #expect(
      found.otherTags == [
        .composer: ["A", "B"], .performer: ["C", "D"], .label: ["E"], .originalDate: ["1971"],
        .comment: ["F"], .movement: ["G"], .albumArtistSort: ["H"],
        .grouping: [String(repeating: "x", count: OtherTag.longestValue)],
      ])
  }
}

import Controls
import MusicQuery
import Player
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import TerminalUI

/// The messages about the queue and the library that are made of values.
@Suite struct ListSentenceTests {
  static let notices: [(Notice, String)] = [
    (.queue(.playsNext(title: "a", count: 1)), "a plays next"),
    (.queue(.playsNext(title: "a", count: 3)), "3 tracks play next"),
    (.queue(.upcoming(.titles(["a"]))), "a plays next"),
    (.queue(.upcoming(.titles(["a", "b"]))), "next: a; b"),
    (.queue(.upcoming(.again("a"))), "a plays again"),
    (.queue(.upcoming(.stops)), "nothing plays next: playback stops after this track"),
    (.queue(.upcoming(.ends)), "nothing plays next: the queue ends with this track"),
    (.queue(.removed(title: "a", count: 1)), "removed a; u undoes it"),
    (.queue(.left(count: 40)), "left the queue of 40 tracks; :queues lists the last ones; u undoes it"),
    (
      .queue(.radioBegan("rating:5")),
      "radio: tracks of rating:5 follow the queue without end, :radio off ends it; u undoes it"
    ),
    (.queue(.radioEnded(wasOn: true)), "the radio has ended, and its tracks stay in the queue"),
    (.queue(.radioEnded(wasOn: false)), "the radio is off: :radio QUERY starts it"),
    (
      .queue(.radioFindsNothing("x")), "the radio is not started: no track of the library matches x"
    ),
    (
      .queue(.radioQuery(QueryError(.unclosedQuote, at: 0))),
      "the radio is not started: the quotes are not closed"
    ),
    (.queue(.opened(count: 40)), "opened the queue of 40 tracks; u undoes it"),
    (
      .queue(.ownSession(process: 12)),
      "another player runs (process 12): this one has a session of its own"
    ),
    (.queue(.removed(title: "a", count: 2)), "removed 2 tracks; u undoes it"),
    (.queue(.turned(.undo, .cleared, count: 3)), "undone: empty the queue; the queue is 3 tracks now"),
    (.queue(.moved(title: "Flower Duet", count: 1)), "moved Flower Duet; u undoes it"),
    (.queue(.moved(title: "Flower Duet", count: 5)), "moved 5 tracks; u undoes it"),
    (
      .library(.added(count: 10_000, isNext: false, away: 0, leftOut: 484)),
      "10,000 tracks added to the queue, the first of 10,484; u undoes it"
    ),
    (.library(.marked(count: 0)), "no row is marked"), (.library(.marked(count: 1)), "1 row is marked"),
    (.library(.marked(count: 1_204)), "1,204 rows are marked"),
    (
      .library(.tooManyToMark(12_000)),
      "nothing is marked: 12,000 rows are more than 10,000; filter the list first"
    ),
    (.library(.ratedTracks(count: 5, 3, isChanged: true)), "5 tracks: ★★★☆☆; u undoes it"),
    (.library(.ratedTracks(count: 5, 3, isChanged: false)), "5 tracks: ★★★☆☆"),
    (.library(.ratingsTurned(.undo, count: 5)), "undone: rate 5 tracks"),
    (.library(.ratingsTurned(.redo, count: 1)), "redone: rate 1 track"),
    (.library(.ratingsOvertaken), "not changed: the tracks were rated by another program meanwhile"),
    (.library(.nothingMatches("x")), "no row of the list matches \"x\""),
    (.library(.stillReading), "the list is still being read: try again when it is shown"),
    (.queue(.turned(.undo, .moved, count: 1)), "undone: move tracks; the queue is 1 track now"),
    (.queue(.turned(.redo, .removed(count: 1), count: 0)), "redone: remove 1 track; the queue is empty now"),
    (.queue(.isEmpty), "the queue is empty: o finds a song, F6 scans a folder"),
    (.library(.playlist(.shortened("a", count: 1))), "removed 1 entry from the playlist a; u undoes it"),
    (
      .library(.playlist(.turned(.undo, "a", .removed(count: 2)))),
      "undone in the playlist a: remove 2 entries"
    ),
    (.library(.playlist(.turned(.redo, "a", .moved))), "redone in the playlist a: move an entry"),
    (.library(.playlist(.exchanged(.undo, "a", .deleted))), "undone: delete the playlist a"),
    (.library(.playlist(.exchanged(.redo, "a", .replaced))), "redone: replace the playlist a"),
    (.library(.playlist(.deleted("a"))), "deleted the playlist a; its tracks are kept; u undoes it"),
    (
      .library(.sorted([SearchQuery.SortTerm(.year, descending: true), SearchQuery.SortTerm(.title)])),
      "sorted by year, descending, then title"
    ),
    (.library(.added(count: 1, isNext: true, away: 0)), "1 track plays next; u undoes it"),
    (
      .library(.added(count: 2, isNext: true, away: 1)),
      "2 tracks play next; 1 track left out: the drive is not mounted; u undoes it"
    ),
    (.library(.album(.joined("a", count: 12))), "joined 12 tracks to the album a; u undoes it"),
    (.library(.album(.split("a", albums: 2))), "split the album a: its tracks are in 2 albums; u undoes it"),
    (.library(.album(.turned(.undo, "a", .joined))), "undone: join the album a"),
    (
      .library(.album(.titlesDiffer)),
      "not joined: the albums have different titles; join-album TITLE states the one to use"
    ),
    (.library(.album(.nothingToJoin)), "not joined: mark the albums or tracks that are one album first"),
    (.library(.playlist(.saved("a"))), "saved the playlist a"),
    (.library(.playlist(.saved("a", isReplaced: true))), "saved the playlist a; u undoes it"),
    (.queue(.reduced(removed: 0, left: 3)), "no track of the queue was removed"),
    (.library(.playlist(.exists("a"))), "not saved: a playlist a exists; choose another name"),
    (.library(.playlist(.appended("a", count: 2))), "added 2 tracks to the playlist a; u undoes it"),
    (
      .library(.playlist(.notChanged("a"))),
      "not changed: the playlist a lists what a query finds, or was deleted; it has no entries to edit"
    ),
  ]

  @Test func everyNoticeHasTheExpectedSentence() {
    for (notice, sentence) in Self.notices { #expect(NoticeText.sentence(notice, KeyMap()) == sentence) }
  }
}

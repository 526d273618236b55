import MusicQuery
import Synchronization
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

struct WordMatchTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
  }

  private func match(_ words: [String]) throws -> WordMatch {
    try store.read { connection throws(LibraryError) in WordMatch(words, try NGramFrequencies(connection)) }
  }

  private func share(_ run: String) throws -> Double {
    try store.read { connection throws(LibraryError) in try NGramFrequencies(connection).share(run) }
  }

  private func fill(_ titles: [String]) throws {
    try store.apply(
      titles.enumerated().map { number, title in
        var track = TrackInfo(path: FilePath("/m/\(number).flac"))
        track.title = title
        return .read(track, TestTracks.stamp(1))
      })
    while try store.mergeSearch() {}
  }

  @Test("A search uses the index for rare trigrams and compares the text for the others")
  func runs() throws {
    let single = try match(["qué"])
    #expect(single.expression == "\"que\"")
    #expect(single.toVerify.isEmpty)
    let long = try match(["thequiz", "a"])
    #expect(long.expression?.contains("q") == true)
    #expect(long.expression?.contains("\"the\"") == false)
    #expect(long.toVerify.contains(Array("thequiz".utf8)))
    #expect(try match(["\u{301}"]).expression == nil)
    #expect(try match(["que", "que"]).expression == "\"que\"")
  }

  @Test("Runs are counted when the index is at rest, and again when it has grown")
  func counts() throws {
    #expect(try share("zzz") < share("the"))
    try fill((0..<40).map { $0 < 30 ? "zzz \($0)" : "the" })
    #expect(try share("zzz") == 0.75)
    #expect(try share("the") == 0.25)
    #expect(try share("xyz") < 0.001)
    // A common run is not looked for where a rare one does.
    #expect(try match(["zzzthe"]).expression?.contains("zzz") == false)
    try fill((0..<60).map { _ in "the" })
    #expect(try share("the") == 1)
  }

  @Test("Of overlapping runs only the rarer one is chosen before other words")
  func choice() {
    var choice = RunChoice()
    choice.add(RunChoice.Run(text: "abc", word: 0, place: 0, share: 0.01))
    choice.add(RunChoice.Run(text: "bcd", word: 0, place: 1, share: 0.012))
    choice.add(RunChoice.Run(text: "xyz", word: 1, place: 0, share: 0.02))
    #expect(choice.best().map(\.text).prefix(2) == ["abc", "xyz"])
    #expect(RunChoice().best().isEmpty)
  }

  @Test("Whatever runs are chosen, all parts of titles are found and nothing else", arguments: 0..<4)
  func sameAsLooking(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let syllables = ["an", "na", "ban", "é", "東", "京都", " ", "-", "Á", "x"]
    let titles = (0..<200).map { _ in
      (0..<6).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
    }
    try fill(titles)
    let folded = titles.map { String(decoding: FoldedText.bytes($0), as: UTF8.self) }
    for _ in 0..<60 {
      let title = folded.randomElement(using: &random) ?? ""
      let characters = Array(title.unicodeScalars)
      let start = Int.random(in: 0..<characters.count, using: &random)
      let end = Int.random(in: start..<characters.count, using: &random) + 1
      let part = String(String.UnicodeScalarView(characters[start..<end]))
      let found = try store.search(SearchQuery(.word(part)))
      let expected = folded.indices.filter { holds(folded[$0], part) }
      #expect(Set(found.ids.map { Int($0) - 1 }) == Set(expected), "\(part)")
    }
  }

  private func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    return text.contains(run: part)
  }

  @Test("A cancelled search ends without a result")
  func cancelled() throws {
    try fill((0..<3_000).map { "Title \($0)" })
    let asked = Counter()
    let query = try SearchQuery(parsing: "path:flac sort:title")
    #expect(
      try store.search(
        query,
        unless: {
          asked.count.wrappingAdd(1, ordering: .relaxed)
          return true
        }) == nil)
    #expect(asked.count.load(ordering: .relaxed) > 0)
    #expect(try store.search(query, unless: { false })?.count == 3_000)
    #expect(try store.firstFound(SearchQuery(typed: "title"), limit: 5, unless: { false })?.count == 5)
  }

  @Test("Two threads find in a large library what one finds")
  func twoThreads() throws {
    try fill((0..<3_000).map { "Title \($0)" })
    for text in ["title", "t", "title 299", "99 title", "title 2999", "nothing"] {
      let ids = (1...3_000).map { Int32($0) }.filter { id in
        text.split(separator: " ").allSatisfy { "title \(id - 1)".contains($0) }
      }
      let query = SearchQuery(typed: text)
      #expect(try store.search(query).ids.sorted() == ids, "\(text)")
      #expect(try store.firstFound(query, limit: 5_000).ids == ids, "\(text)")
    }
  }

  private final class Counter: Sendable {
    let count = Atomic<Int>(0)
  }
}

import IndexExercise
import MusicQuery
import SystemBase
import TestSupport
import Testing

@testable import MusicLibrary

/// A damaged index is used, or set aside and recreated with what can be recovered of it.
@Suite struct DamagedIndexTests {
  private let folder: TemporaryFolder
  private let path: FilePath
  private let image: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.db")
    image = try IndexImage.make(at: folder.file("whole.db"))
  }

  /// What came of a damaged index.
  private struct Outcome {
    var wasRecreated = false
    var rated = 0
  }

  /// Uses an index until it is as it should be again; then the music is found by a scan.
  private func use(_ bytes: [UInt8]) throws -> Outcome {
    for ending in ["", "-wal", "-shm"] { FileBytes.remove(FilePath(bytes: path.bytes + Array(ending.utf8))) }
    try FileBytes.write(bytes, to: path)
    var outcome = Outcome()
    try LibraryStore.withIndex(path) { opening throws(LibraryError) in
      if opening.notice != nil { outcome.wasRecreated = true }
      outcome.rated = try DamagedIndexTests.rated(opening.store)
      if opening.notice == nil { try IndexExercise(opening.store).run() }
    }
    if outcome.wasRecreated {
      let opening = try LibraryStore.open(path)
      #expect(opening.notice == nil)
      #expect(try opening.store.isSound())
      try opening.store.apply(IndexImage.changes)
      outcome.rated = try DamagedIndexTests.rated(opening.store)
      try IndexExercise(opening.store).run()
    }
    return outcome
  }

  private static func rated(_ store: LibraryStore) throws(LibraryError) -> Int {
    try store.search(SearchQuery(.number(.rating, NumberRange(1, 5)))).count
  }

  /// The places in the file of a table's rows, and of the tables' definitions.
  private func rows(of table: String) throws -> [Range<Int>] {
    let connection = try Connection(folder.file("whole.db"), create: false)
    return try connection.all(
      "SELECT pgoffset, pgsize FROM dbstat WHERE name IN ('sqlite_schema', \(table))"
    ) { row in
      let (start, size): (Int, Int) = (row.value(), row.value())
      return start..<start + size
    }
  }

  @Test func undamagedIndexIsUsed() throws {
    let outcome = try use(image)
    #expect(!outcome.wasRecreated)
    #expect(outcome.rated == IndexImage.ratedTracks.count)
  }

  @Test(arguments: [Int32.min, -1, 0, 1, 3])
  func indexOfAnInvalidVersionIsRecreatedWithRatings(_ version: Int32) throws {
    var bytes = image
    for index in 0..<4 { bytes[60 + index] = UInt8(truncatingIfNeeded: version >> (24 - 8 * Int32(index))) }
    let outcome = try use(bytes)
    #expect(outcome.wasRecreated)
    #expect(outcome.rated == IndexImage.ratedTracks.count)
  }

  @Test func indexOfAnUnknownSQLiteFormatIsRecreated() throws {
    var bytes = image
    bytes[18] = 6
    #expect(try use(bytes).wasRecreated)
  }

  @Test(arguments: [("rating INTEGER", "ratinG_ INTEGE"), ("track_peak REAL", "track_pick REAL")])
  func indexWithOtherColumnsIsRecreated(_ old: String, _ new: String) throws {
    var bytes = image
    // What is changed is the text that defines the table.
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let place = try #require(bytes.firstRange(of: old)?.lowerBound)
    bytes.replaceSubrange(place..<(place + old.count), with: new)
    #expect(try use(bytes).wasRecreated)
  }

  @Test func indexWithDamagedBytesIsUsedRecreatedOrRefusedAsNewer() throws {
    var random = SeededGenerator(seed: 20)
    // A damaged row of a file can name the track of another one.
    let rows = try rows(of: "tracks") + rows(of: "files")
    var (recreated, refused) = (0, 0)
    for round in 0..<200 {
      var (bytes, touchesRows) = (image, false)
      for _ in 0..<[1, 1, 4, 40][round % 4] {
        // One of three in the header and the definitions.
        let limit = round % 3 == 0 ? min(8_192, bytes.count) : bytes.count
        let place = Int.random(in: 0..<limit, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        if rows.contains(where: { $0.contains(place) }) { touchesRows = true }
      }
      do {
        let outcome = try use(bytes)
        if outcome.wasRecreated { recreated += 1 }
        if !touchesRows {
          #expect(outcome.rated == IndexImage.ratedTracks.count, "round \(round)")
        }
      } catch {
        // One that looks like the index of a newer program is left alone.
        #expect((error as? LibraryError)?.code == .newer, "round \(round): \(error)")
        refused += 1
      }
    }
    #expect(recreated > 30)
    #expect(refused < 15)
  }

  @Test func truncatedIndexIsRecreated() throws {
    var random = SeededGenerator(seed: 21)
    for round in 0..<40 {
      let length = Int.random(in: 0..<image.count, using: &random)
      let outcome = try use(Array(image.prefix(round == 0 ? 0 : round == 1 ? 50 : length)))
      // An empty file is a new index, which is no reason for a notice.
      if round > 0 { #expect(outcome.wasRecreated, "round \(round)") }
    }
  }

  /// Wrong lengths and kinds of values within rows that are whole.
  @Test func indexWithDamagedRowsIsUsedWithoutAnError() throws {
    var random = SeededGenerator(seed: 22)
    let rows = try rows(of: "tracks")
    for round in 0..<80 {
      var bytes = image
      for _ in 0..<3 {
        let page = try #require(rows.randomElement(using: &random))
        // Not the table of the first page, which is the header's.
        let start = max(page.lowerBound + 8, 100)
        guard start < page.upperBound else { continue }
        bytes[Int.random(in: start..<page.upperBound, using: &random)] = .random(in: 0...255, using: &random)
      }
      do {
        _ = try use(bytes)
      } catch {
        Issue.record("round \(round): \(error)")
      }
    }
  }

  @Test func indexWithAnyValueInAnyColumnIsUsedWithoutAnError() throws {
    let values = [
      "-9223372036854775808", "9223372036854775807", "-1", "0", "2147483648", "1e300", "-1e300", "9e999",
      "''",
      "x'FF00C328'", "CAST(x'FFFE00' AS TEXT)", "zeroblob(3000)", "'/'", "NULL",
    ]
    for value in values {
      for table in [
        "tracks", "files", "folders", "former", "playlist_entries", "pictures", "albums", "others",
      ] {
        let bytes = try changed(table, to: value)
        do {
          _ = try use(bytes)
        } catch {
          Issue.record("\(table) = \(value): \(error)")
        }
      }
    }
  }

  /// The image with all columns of a table but its key set to one value, as far as that can be kept; and some rows
  /// under another key.
  private func changed(_ table: String, to value: String) throws -> [UInt8] {
    let file = folder.file("changed.db")
    FileBytes.remove(file)
    try FileBytes.write(image, to: file)
    do {
      let connection = try Connection(file, create: false)
      try connection.execute("PRAGMA journal_mode = DELETE")
      let others = [
        "artists", "genres", "texts", "counters", "gram_counts", "sheets", "loudness", "tempi", "musicbrainz",
        "other_tags", "playlists", "listens",
      ]
      for table in table == "others" ? others : [table] {
        for (column, isKey) in try columns(of: table, connection) {
          let limit = isKey ? " WHERE \(column) IN (SELECT \(column) FROM \(table) LIMIT 3)" : ""
          try? connection.execute("UPDATE OR IGNORE \(table) SET \(column) = \(value)\(limit)")
        }
      }
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    return try FileBytes.read(file, limit: 1 << 26)
  }

  private func columns(
    of table: String, _ connection: borrowing Connection
  ) throws -> [(name: String, isKey: Bool)] {
    try connection.all("SELECT name, pk FROM pragma_table_info(\(table))") { ($0.value(), $0.value()) }
  }

  @Test func libraryOrderSortsAnyTrackIDs() {
    let order = LibraryOrder([Int32.max, 5, -7, Int32.min, 1])
    #expect(order.sorted([1, Int32.max, 5]).prefix(2) == [5, 1])
    #expect(Set(order.sorted([-7, Int32.min, 9, 1])) == [-7, Int32.min, 9, 1])
    #expect(LibraryOrder([]).sorted([2, 1]) == [1, 2])
  }
}

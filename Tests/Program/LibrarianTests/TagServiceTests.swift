import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Librarian
@testable import MusicLibrary
@testable import TrackTags

/// Tags of real files, changed through worker processes, and the index after it.
@MainActor @Suite struct TagServiceTests {
  private let music: TestMusic
  private let calls = Mailbox<MainThread.Call>()
  private let opened = Mailbox<LibraryReport>()
  private let library: LibraryService
  private let service: TagService

  private static func pool() -> TagWorkerPool {
    TagWorkerPool(WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: 1)
  }

  init() throws {
    let (music, opened, calls) = (try TestMusic(), opened, calls)
    self.music = music
    library = LibraryService(
      music.folder.file("library.db"), workers: Self.pool(), reason: { $0.detail ?? "" }
    ) { opened.post($0) }
    service = TagService(
      workers: Self.pool(), library: library, folder: music.folder.path, main: MainThread { calls.post($0) })
  }

  /// Starts a job and returns its result, which the main thread receives.
  private func result<Value: Sendable>(_ start: (@escaping @MainActor (Value) -> Void) -> Void) -> Value {
    let results = Mailbox<Value>()
    start { results.post($0) }
    while true {
      if let result = results.receiveAll().first { return result }
      calls.receive().forEach { $0.perform() }
    }
  }

  /// Writes a batch. Returns its result, and the tracks that were reported before it.
  private func write(_ batch: TagBatch) -> (TagBatchResult, [TrackInfo]) {
    let tracks = Mailbox<[TrackInfo]>()
    let result = result { receive in
      service.write(batch, progress: { tracks.post($0.changed) }, then: receive)
    }
    return (result, tracks.receiveAll().flatMap(\.self))
  }

  private func openLibrary() -> LibraryStore? {
    library.open(creating: true)
    while true {
      for report in opened.receive() {
        if case .opened = report { return library.state.withLock { $0.store } }
      }
    }
  }

  @Test func tagEditChangesFilesAndIndexAndUndoRestoresBoth() throws {
    let paths = [try music.flac("a.flac", ["-T", "TITLE=Old"]), try music.mp3("b.mp3", ["--tt", "Old"])]
    let store = try #require(openLibrary())
    for path in paths {
      let stamp = try #require(FileStamp(path))
      try store.apply([.read(try TagReader.read(path), stamp)])
    }
    let first = try #require(try store.track(at: TrackLocation(path: paths[0])))
    try store.setRating(2, of: first.id)
    let (edited, tracks) = write(
      TagBatch([.title: "New", .rating: "5"], of: paths + [music.folder.file("none.flac")]))
    #expect(edited.inverse.map(\.path) == paths && edited.left.count == 1)
    #expect(edited.failures.map(\.code) == [.notFound] && tracks.map(\.title) == ["New", "New"])
    for path in paths {
      let track = try #require(try store.track(at: TrackLocation(path: path)))
      #expect(track.track.title == "New" && track.rating == 5)
      let stamp = try #require(FileStamp(path))
      #expect(try store.stamps()[path]?.stamp == stamp)
    }
    let (undone, _) = write(TagBatch(.undo, edited.inverse))
    #expect(undone.inverse.count == 2 && undone.failures.isEmpty)
    #expect(try store.track(at: first.track.location)?.rating == 2)
    #expect(try store.track(at: first.track.location)?.track.title == "Old")
    #expect(try TagEditor.texts(of: paths[0])[.rating].isEmpty)
    service.stop()
    library.stop()
  }

  /// What a pattern changes.
  private func preview(_ operation: TagPreview.Operation, of paths: [FilePath]) -> TagPreview {
    let source = TagSource.tracks(paths.map { TrackLocation(path: $0) })
    return result { service.preview(source, operation, then: $0) }
  }

  @Test func filesAreRenamedByTheirTagsInTheIndexTooAndUndoneAsOneStep() throws {
    let tags = ["-T", "ARTIST=AC/DC", "-T", "TRACKNUMBER=3/9"]
    let paths = [
      try music.flac("a.FLAC", tags + ["-T", "TITLE=One?"]),
      try music.flac("b.flac", tags + ["-T", "TITLE=Two"]),
      try music.flac("c.flac", tags + ["-T", "TITLE=Two"]), try music.flac("d.flac"),
      try music.flac("e.flac", tags + ["-T", "TITLE=Kept"]),
    ]
    let other = music.folder.file("03 AC_DC - Kept.flac")
    try AtomicFile.replace(other, with: [1])
    let store = try #require(openLibrary())
    let stamp = try #require(FileStamp(paths[0]))
    try store.apply([.read(try TagReader.read(paths[0]), stamp)])
    let pattern = try #require(NamePattern("{track} {artist} - {title}"))
    let preview = preview(.names(pattern), of: paths)
    let (one, two) = (
      music.folder.file("03 AC_DC - One_.FLAC"), music.folder.file("03 AC_DC - Two.flac")
    )
    #expect(
      preview.rows?.map(\.outcome) == [
        .renamed(to: one), .renamed(to: two), .taken(two), .missing(.title), .taken(other),
      ])
    let renamed = write(TagBatch(.edit, preview.changes)).0
    #expect(renamed.renamed.map(\.to) == [one, two] && renamed.failures.isEmpty)
    #expect(one.exists && two.exists && !paths[0].exists && !paths[1].exists && paths[2].exists)
    #expect(try FileBytes.read(other, limit: 10) == [1])
    #expect(try store.track(at: TrackLocation(path: one))?.track.title == "One?")
    #expect(try store.track(at: TrackLocation(path: paths[0])) == nil)
    var history = TagHistory()
    history.record(renamed)
    let read = try TagHistory(bytes: history.bytes(), subject: "history")
    #expect(read == history)
    #expect(write(TagBatch(.undo, try #require(read.step(.undo)))).0.renamed.count == 2)
    #expect(paths.allSatisfy(\.exists) && !one.exists && !two.exists)
    #expect(try store.track(at: TrackLocation(path: paths[0]))?.track.title == "One?")
    service.stop()
    library.stop()
  }

  @Test func playlistsAndSheetsFollowRenamedFilesAndTheirUndo() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=One"])
    let texts = [
      "list.m3u": "#EXTM3U\r\na.flac\r\nb.flac\r\n", "other.m3u8": "b.flac\n",
      "locked.pls": "[playlist]\nFile1=a.flac\nNumberOfEntries=1\n",
      "a.cue": "FILE \"a.flac\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n",
    ]
    for (name, text) in texts { _ = try music.folder.write(text, to: name) }
    func text(_ name: String) throws -> String {
      String(decoding: try FileBytes.read(music.folder.file(name), limit: 1_000), as: UTF8.self)
    }
    let locked = music.folder.file("locked.pls")
    #expect(locked.withCString { chmod($0, 0o444) } == 0)
    let preview = preview(.names(try #require(NamePattern("{title}"))), of: [path])
    #expect(preview.lists == RenamedLists.Count(playlists: 2, sheets: 1))
    let renamed = write(TagBatch(.edit, preview.changes)).0
    #expect(renamed.failures.isEmpty && renamed.lists == RenamedLists.Count(playlists: 1, sheets: 1))
    #expect(renamed.listFailures == [FileError(.readOnly, locked.shown)])
    #expect(try text("list.m3u") == "#EXTM3U\r\nOne.flac\r\nb.flac\r\n")
    #expect(try text("a.cue").hasPrefix("FILE \"One.flac\" WAVE\n"))
    #expect(write(TagBatch(.undo, renamed.inverse)).0.lists == RenamedLists.Count(playlists: 1, sheets: 1))
    for (name, former) in texts { #expect(try text(name) == former) }
    service.stop()
    library.stop()
  }

  @Test func renamingNeverReplacesAFileThatCameAfterThePreview() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=One"])
    let target = music.folder.file("One.flac")
    let preview = preview(.names(try #require(NamePattern("{title}"))), of: [path])
    try AtomicFile.replace(target, with: [1])
    let failed = write(TagBatch(.edit, preview.changes)).0
    #expect(failed.renamed.isEmpty && failed.failures.map(\.code) == [.exists])
    #expect(path.exists)
    #expect(try FileBytes.read(target, limit: 10) == [1])
    service.stop()
    library.stop()
  }

  @Test func tagsAreSetFromNamesAndUndoneAsOneStep() throws {
    let paths = [
      try music.flac("07 Nina - Blue.flac", ["-T", "TITLE=Old"]), try music.flac("x.flac"),
      try music.flac("zz Nina - Blue.flac"),
    ]
    let pattern = try #require(NamePattern("{track} {artist} - {title}"))
    let preview = preview(.tags(pattern), of: paths)
    #expect(
      preview.rows?.map(\.outcome) == [
        .tags([
          TagPreview.Change(tag: .title, old: "Old", new: "Blue"),
          TagPreview.Change(tag: .artist, old: "", new: "Nina"),
          TagPreview.Change(tag: .track, old: "", new: "07"),
        ]), .noMatch, .invalid(.track, "zz"),
      ])
    let edited = write(TagBatch(.edit, preview.changes)).0
    let texts = try TagEditor.texts(of: paths[0])
    #expect(texts[.title] == "Blue" && texts[.artist] == "Nina" && texts[.track] == "07")
    #expect(write(TagBatch(.undo, edited.inverse)).0.failures.isEmpty)
    #expect(try TagEditor.texts(of: paths[0])[.title] == "Old")
    service.stop()
    library.stop()
  }

  /// The key rates the track in the index; then the file gets the rating.
  @Test func aRatingOfThePlayerIsWrittenToTheFileAndUndone() throws {
    let path = try music.flac("a.flac", ["-T", "RATING=40"])
    let store = try #require(openLibrary())
    try store.apply([.read(try TagReader.read(path), try #require(FileStamp(path)))])
    let location = TrackLocation(path: path)
    library.rate(location, .next)
    guard case .rated(let track?, let former)? = opened.receive().first else {
      Issue.record("not rated")
      return
    }
    #expect(track.rating == 3 && former == 2)
    #expect(library.timeOfPlaylist(.undo) != nil)
    let (written, tracks) = write(
      TagBatch(.rate, [TagChange(path, .set([.rating: "3"]), rating: .written(former: former))]))
    #expect(try TagReader.read(path).rating == 3 && store.track(at: location)?.rating == 3)
    #expect(tracks.map(\.rating) == [3])
    // It is undone as a change of tags.
    #expect(library.timeOfPlaylist(.undo) == nil)
    _ = write(TagBatch(.undo, written.inverse))
    #expect(try TagReader.read(path).rating == 2 && store.track(at: location)?.rating == 2)
    service.stop()
    library.stop()
  }

  /// The end of the program cancels edits, but not ratings, which the index has already.
  @Test func stoppedServiceStillWritesPendingRatings() throws {
    let path = try music.flac("a.flac")
    let batch = TagBatch(.rate, [TagChange(path, .set([.rating: "4"]), rating: .written(former: nil))])
    service.write(batch, progress: { _ in }, then: { _ in })
    service.stop()
    #expect(try TagReader.read(path).rating == 4)
  }

  @Test func tagFormShowsTheRatingOfTheLibraryBeforeThatOfTheFile() throws {
    let path = try music.flac("a.flac", ["-T", "RATING=2"])
    let store = try #require(openLibrary())
    try store.apply([.read(try TagReader.read(path), try #require(FileStamp(path)))])
    try store.setRating(5, of: try #require(try store.id(of: TrackLocation(path: path))))
    let other = try music.flac("b.flac", ["-T", "RATING=2"])
    let tracks = [TrackLocation(path: path), TrackLocation(path: other)]
    let reading = result { service.read(.tracks(tracks), then: $0) }
    #expect(reading.files.map { $0.texts[.rating] } == ["5", "2"])
    service.stop()
    library.stop()
  }

  @Test func readingTagsCountsFilePartsAndReportsFilesWithoutAudio() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=One"])
    let part = TrackLocation(
      path: path, section: TrackSection(start: DiscTime(frames: 0), end: DiscTime(frames: 75)))
    let text = try music.folder.write("text", to: "b.flac")
    let tracks = [
      TrackLocation(path: FilePath("a.flac")), TrackLocation(path: path), part, TrackLocation(path: text),
    ]
    let reading = result { service.read(.tracks(tracks), then: $0) }
    #expect(reading.files.map(\.path) == [path] && reading.files[0].texts[.title] == "One")
    #expect(reading.failures.map(\.code) == [.notAudio] && reading.skipped.parts == 1)
    service.stop()
  }
}

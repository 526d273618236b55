import Glibc
import Synchronization
import Testing

@testable import MusicLibrary
@testable import SystemBase

@Suite struct LibraryScannerTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func firstScanAddsAndTheNextChangesNothing() throws {
    try library.add("a/1.mp3", title: "one")
    try library.add("a/b/2.MP3", title: "two")
    try library.folder.write("no music", to: "music/a/notes.txt")
    try library.add(".hidden/3.mp3")
    let first = try library.scan()
    #expect(first.files == 2 && first.added == 2 && first.unreadable.isEmpty)
    let second = try library.scan()
    #expect(second.files == 2 && second.unchanged == 2 && second.added + second.changed == 0)
    #expect(try library.paths() == ["a/1.mp3", "a/b/2.MP3"])
  }

  @Test func scanWithoutGivenFoldersScansTheKnownOnes() throws {
    try library.add("1.mp3")
    #expect(try library.scanner.scan().files == 0)
    try library.scan()
    try library.add("2.mp3", seed: 2)
    let report = try library.scanner.scan()
    #expect(report.files == 2 && report.added == 1)
    #expect(try library.store.folders().map(\.path) == [library.music])
  }

  @Test func scannedSubfolderOfAKnownFolderIsNotRememberedSeparately() throws {
    try library.add("a/1.mp3")
    try library.scan()
    _ = try library.scanner.scan([library.music.appending("a")])
    #expect(try library.store.folders().map(\.path) == [library.music])
    #expect(try library.scanner.scan([library.music.appending("a"), library.music]).files == 1)
  }

  @Test func scanReportsChangedRemovedAndMovedFiles() throws {
    try library.add("changed.mp3", title: "old")
    let removed = try library.add("removed.mp3", seed: 2)
    let moved = try library.add("moved.mp3", seed: 3)
    try library.add("same.mp3", seed: 4)
    try library.scan()
    try library.add("changed.mp3", title: "a longer title")
    FileBytes.remove(removed)
    try library.move(moved, to: library.music.appending("else/where.mp3"))
    let report = try library.scan()
    #expect(
      [report.changed, report.removed, report.moved, report.unchanged, report.added] == [1, 1, 1, 1, 0])
    #expect(try library.paths() == ["changed.mp3", "else/where.mp3", "same.mp3"])
    #expect(try library.scan().unchanged == 3)
  }

  /// As to another drive: a new file with the same sound, and other tags.
  @Test func newFileWithTheSoundOfARemovedOneIsAMove() throws {
    let old = try library.add("old.mp3", title: "one", seed: 7)
    try library.add("other.mp3", seed: 8)
    try library.scan()
    #expect(try library.scanner.fillInKeys() == 2)
    #expect(try library.scanner.fillInKeys() == 0)
    FileBytes.remove(old)
    try library.add("new/name.mp3", title: "a new title", seed: 7)
    let report = try library.scan()
    #expect([report.moved, report.added, report.removed, report.changed] == [1, 0, 0, 0])
    #expect(try library.paths() == ["new/name.mp3", "other.mp3"])
  }

  @Test func tracksOfAMissingOrEmptyFolderAreAwayUntilTheirReturn() throws {
    try library.add("1.mp3")
    try library.add("2.mp3", seed: 2)
    try library.scan()
    let aside = library.folder.file("aside")
    try library.move(library.music, to: aside)
    let missing = try library.scan()
    #expect(missing.away == 2 && missing.removed == 0 && missing.failures.isEmpty)
    try FileBytes.makeFolder(library.music)
    let empty = try library.scan()
    #expect(empty.away == 2 && empty.removed == 0)
    #expect(try library.store.folders().first?.isAway == true)
    _ = library.music.withCString { rmdir($0) }
    try library.move(aside, to: library.music)
    let back = try library.scan()
    #expect(back.unchanged == 2 && back.away == 0)
    #expect(try library.store.folders().first?.isAway == false)
  }

  @Test func unreadableFilesAreReportedAndTheOthersRead() throws {
    let library = try TestLibrary(timeout: 5)
    for number in 0..<20 { try library.add("\(number).mp3", seed: UInt64(number + 2)) }
    for name in ["crash.mp3", "hang.mp3", "eat.mp3"] { try library.add(name, seed: 99) }
    try library.folder.write("no sound at all", to: "music/text.mp3")
    let report = try library.scan()
    #expect(report.added == 20)
    #expect(
      Set(report.unreadable.map(\.path.lastComponent.shown)) == [
        "crash.mp3", "hang.mp3", "eat.mp3", "text.mp3",
      ])
    #expect(report.unreadable.allSatisfy { !$0.reason.isEmpty })
    // They are not read again until they change, but they are still reported.
    let again = try library.scan()
    #expect(again.unchanged == 24 && again.unreadable == report.unreadable)
  }

  @Test(arguments: [
    [UInt8]("new\nline.mp3".utf8), [UInt8]("\u{1B}[2Jclear.mp3".utf8), [UInt8]("\u{202E}3pm.mp3".utf8),
    [UInt8](repeating: 0x61, count: 250) + [UInt8](".mp3".utf8), [0xE9, 0xFF, 0x2E, 0x6D, 0x70, 0x33],
  ])
  func filesWithUnusualNamesAreScanned(_ name: [UInt8]) throws {
    let path = try library.add(FilePath(bytes: name), title: "t")
    #expect(try library.scan().added == 1)
    #expect(try library.store.stamps(under: library.music)[path]?.isReadable == true)
    #expect(try library.scan().unchanged == 1)
  }

  @Test func scanFollowsLinksAndEndsInLoopsOfLinks() throws {
    try library.add("a/1.mp3")
    let outside = library.folder.file("outside")
    try FileBytes.makeFolder(outside)
    try library.move(try library.add("x.mp3", seed: 5), to: outside.appending("x.mp3"))
    for (target, name) in [("..", "a/loop"), (outside.shown, "linked"), ("nowhere", "broken.mp3")] {
      #expect(library.music.appending(name).withCString { symlink(target, $0) } == 0)
    }
    #expect(try library.scan().added == 2)
    #expect(try library.paths() == ["a/1.mp3", "linked/x.mp3"])
  }

  @Test func missingFolderIsReportedAndTheOthersAreScanned() throws {
    try library.add("1.mp3")
    let report = try library.scanner.scan([library.folder.file("nowhere"), library.music])
    #expect(report.failures.map(\.code) == [.notFound])
    #expect(report.added == 1)
    let file = try library.scanner.scan([library.music.appending("1.mp3")])
    #expect(file.failures.count == 1)
  }

  @Test func stoppedScanIsCompletedByTheNext() throws {
    for number in 0..<300 { try library.add("\(number).mp3", seed: UInt64(number + 2)) }
    let hasRead = Flag()
    let stopped = try library.scanner(
      progress: { if $0.stage == .reading, $0.done > 0 { hasRead.set() } }, isCancelled: { hasRead.isSet }
    ).scan([library.music])
    #expect(stopped.wasCancelled && stopped.added > 0)
    let rest = try library.scan()
    #expect(rest.files == 300 && rest.added + rest.unchanged == 300)
    #expect(try library.paths().count == 300)
  }
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}

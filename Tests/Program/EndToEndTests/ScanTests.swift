import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary
@testable import SystemBase

/// `drumdub scan`.
@Suite(.together) struct ScanTests {
  private struct Report: Decodable {
    struct Unreadable: Decodable {
      let path: String
      let reason: String
    }

    let files, added, changed, moved, removed, unchanged, away: Int
    let unreadable: [Unreadable]
    let seconds: Double
  }

  private func scan(_ sandbox: Sandbox, _ folders: String..., status: Int32 = 0) throws -> Report {
    let result = try sandbox.run(["scan", "--json"] + folders)
    #expect(result.status == status, "\(result.errorLines)")
    return try JSONDecoder().decode(Report.self, from: Data(result.output))
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("music/deep"))
    for (name, tone) in [("a.flac", "440"), ("deep/b.wav", "550")] {
      try Tool.run("sox", ["-n", sandbox.file("music/\(name)").shown, "synth", "0.2", "sine", tone])
    }
    return sandbox
  }

  @Test func scannedFoldersAreRememberedForTheNextScan() throws {
    let sandbox = try sandbox()
    try sandbox.write("no sound".utf8, to: "music/bad.mp3")
    let first = try scan(sandbox, "music")
    #expect([first.files, first.added, first.unchanged] == [3, 2, 0])
    #expect(first.unreadable.map(\.path) == [sandbox.file("music/bad.mp3").shown])
    #expect(first.unreadable.first?.reason == "not a sound file")
    #expect(sandbox.size(of: "data/drumdub/library.db") > 0)
    try Tool.run("mv", [sandbox.file("music/a.flac").shown, sandbox.file("music/deep/c.flac").shown])
    let second = try scan(sandbox)
    #expect([second.files, second.moved, second.unchanged] == [3, 1, 2])
  }

  @Test func removingAFolderFromTheIndexKeepsTheFiles() throws {
    let sandbox = try sandbox()
    _ = try scan(sandbox, "music")
    #expect(try scan(sandbox, "--remove", "music").removed == 2)
    #expect(sandbox.size(of: "music/a.flac") > 0)
    let again = try sandbox.run(["scan", "--remove", "music"])
    #expect(again.status == 1)
    #expect(again.errorLines.contains { $0.contains("not a folder of the library") })
    #expect(try scan(sandbox, "music").added == 2)
  }

  /// By them the search chooses what to look for first.
  @Test func scanCountsTheTextRunsOfTheIndex() throws {
    let sandbox = try sandbox()
    _ = try scan(sandbox, "music")
    let store = try LibraryStore(sandbox.file("data/drumdub/library.db"))
    let counted = try store.read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT value FROM counters WHERE name = 'runs counted'")
      return try statement.firstInteger()
    }
    #expect(counted == 2)
  }

  @Test func missingFolderIsReportedAndOtherFoldersAreScanned() throws {
    let sandbox = try sandbox()
    let report = try scan(sandbox, "nowhere", "music", status: 1)
    #expect(report.added == 2)
    let lines = try sandbox.run(["scan", "nowhere"]).errorLines
    #expect(lines.count == 1 && lines[0].contains("nowhere"))
  }

  @Test func tracksOfAMissingFolderAreAwayUntilTheFolderReturns() throws {
    let sandbox = try sandbox()
    _ = try scan(sandbox, "music")
    try Tool.run("mv", [sandbox.file("music").shown, sandbox.file("aside").shown])
    let gone = try scan(sandbox)
    #expect([gone.away, gone.removed] == [2, 0])
    try Tool.run("mv", [sandbox.file("aside").shown, sandbox.file("music").shown])
    #expect(try scan(sandbox).unchanged == 2)
  }

  @Test func scanWithoutAnyFolderFailsInOneLine() throws {
    let result = try Sandbox().run(["scan"])
    #expect(result.status == 1 && result.errorLines.count == 1)
  }

  @Test func scanSummaryStatesTheCounts() throws {
    let sandbox = try sandbox()
    let result = try sandbox.run(["scan", "--library", "other/index.db", "music"])
    #expect(result.text.hasPrefix("2 files: 2 added; ") && result.errorLines.isEmpty)
    #expect(sandbox.size(of: "other/index.db") > 0)
  }

  /// The worker is this program: it answers requests and ends with its parent.
  @Test func tagWorkerEndsAtTheEndOfInput() throws {
    #expect(try Sandbox().run(["--tag-worker"]).status == 0)
  }
}

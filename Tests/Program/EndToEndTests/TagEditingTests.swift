import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Tags of files, edited on the screen.
@Suite(.together) struct TagEditingTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    for (number, title) in ["Flower Duet", "Bell Song"].enumerated() {
      try TestTrack(seed: UInt64(number + 1), seconds: 60).write(
        to: "Music/\(number + 1).flac", in: sandbox,
        comments: ["TITLE=\(title)", "ARTIST=Léo Delibes", "ALBUM=Lakmé", "TRACKNUMBER=\(number + 1)"])
    }
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    return sandbox
  }

  private func info(_ sandbox: Sandbox) throws -> String { try sandbox.run(["info", "Music/1.flac"]).text }

  @Test func editedTitleIsShownEverywhereAndUndoneAndRedone() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null", "Music/1.flac", "Music/2.flac")
    try session.wait(for: "▶ playing")
    try session.press("M-E")
    try session.wait(forAll: ["Album artist", "new text: Flower Duet"])
    try session.press("End")
    try session.type(" (live)")
    try session.press("Enter")
    // The header, the queue and the message.
    try session.wait(forAll: ["▶ 1  Flower Duet (live)", "changed the tags of 1 file", "▶ playing"])
    try session.wait(for: "both titles") { $0.components("Flower Duet (live)") >= 2 }
    #expect(try info(sandbox).contains("Flower Duet (live)"))
    #expect(try sandbox.run(["query", "title:live"]).text.contains("1.flac"))
    try session.press("u")
    try session.wait(for: "restored the tags of 1 file")
    try session.wait(for: "the former title") { !$0.contains("(live)") && $0.contains("Flower Duet") }
    #expect(try !info(sandbox).contains("(live)"))
    try session.press("U")
    try session.wait(forAll: ["changed the tags of 1 file again", "Flower Duet (live)"])
    try session.expectQuit()
  }

  @Test func severalFilesOfTheLibraryAreChangedAtOnce() throws {
    let sandbox = try sandbox()
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null", columns: 80, rows: 24)
    try session.wait(for: "▸   Artists")
    try session.press("Enter")
    try session.wait(for: "▸   Léo Delibes")
    try session.press("M-E")
    try session.wait(forAll: ["2 files", "‹several›"])
    try session.press("Tab")
    try session.press("Tab")
    try session.wait(for: "new text: Lakmé")
    try session.press("End")
    try session.type(", Act 1")
    try session.press("Enter")
    try session.wait(for: "changed the tags of 2 files")
    let found = try sandbox.run(["query", "album:Act"]).text
    #expect(found.contains("1.flac") && found.contains("2.flac"))
    try session.expectQuit()
  }

  /// Without the index.
  private func ratingInFile(_ sandbox: Sandbox) throws -> String? {
    let run = try sandbox.run(["info", "Music/1.flac"], environment: ["XDG_DATA_HOME=/nonexistent"])
    return run.text.split(separator: "\n").first { $0.hasPrefix("rating:") }.map(String.init)
  }

  @Test func tagsCommandRatesFilesAndUpdatesTheLibraryAtOnce() throws {
    let sandbox = try sandbox()
    #expect(try sandbox.run(["tags", "--set", "rating=4", "Music/1.flac"]).status == 0)
    #expect(try ratingInFile(sandbox)?.hasSuffix(" 4") == true)
    #expect(try sandbox.run(["query", "rating:4"]).text.contains("1.flac"))
    #expect(try info(sandbox).contains("rating:        4\n"))
    for command in [["info", "--json", "Music/1.flac"], ["query", "--json", "rating:4"]] {
      #expect(try sandbox.run(command).text.components(#""rating":4"#) == 1, "\(command)")
    }
    #expect(try sandbox.run(["tags", "--set", "rating=0", "Music/1.flac"]).status == 0)
    #expect(try sandbox.run(["query", "rating:0"]).text.contains("1.flac"))
    #expect(try !info(sandbox).contains("rating:"))
  }

  @Test func ratingKeyWritesTheFileOnlyIfEnabled() throws {
    let sandbox = try sandbox()
    for (setting, stars, inFile) in [("no", 2, nil), ("yes", 4, "4")] as [(String, Int, String?)] {
      let session = try sandbox.tmux("--output", "null", "--write-ratings", setting, "Music/1.flac")
      try session.wait(for: "▶ playing")
      try session.type("GG")
      try session.wait(for: String(repeating: "★", count: stars) + "☆")
      // What is not written yet is written at the end.
      try session.expectQuit()
      #expect(try info(sandbox).contains("rating:        \(stars)\n"))
      #expect(try sandbox.run(["query", "rating:\(stars)"]).text.contains("1.flac"))
      #expect(try ratingInFile(sandbox)?.last.map(String.init) == inFile)
    }
    // The file has not changed since, so a scan keeps it.
    #expect(try sandbox.run(["scan"]).status == 0)
    #expect(try sandbox.run(["query", "rating:4"]).text.contains("1.flac"))
  }

  @Test func tagsCommandSetsTagsAndReportsErrors() throws {
    let sandbox = try sandbox()
    let set = ["--set", "title=New", "--set", "artist=One ; Two"]
    let run = try sandbox.run(["tags", "--json"] + set + ["Music/1.flac", "none.flac"])
    #expect(run.status == 1 && run.text.contains(#""artists":["One","Two"]"#))
    #expect(
      run.errorLines == [
        "drumdub: cannot change the tags of none.flac: no such file; scan the library again"
      ])
    #expect(try info(sandbox).contains("New"))
    for wrong in [
      ["Music/1.flac"], set, ["--set", "title", "Music/1.flac"], ["--set", "mood=x", "Music/1.flac"],
      ["--set", "date=today", "Music/1.flac"],
    ] { #expect(try sandbox.run(["tags"] + wrong).status == 2, "\(wrong)") }
    #expect(try info(sandbox).contains("New"))
  }
}

extension String {
  /// The number of times that a text occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}

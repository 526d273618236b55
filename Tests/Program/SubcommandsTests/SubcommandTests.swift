import Configuration
import SystemBase
import TestSupport
import Testing

@testable import Subcommands

@MainActor @Suite struct SubcommandTests {
  @Test(arguments: [
    ("sacn", "scan"), ("scn", "scan"), ("scann", "scan"), ("quary", "query"), ("inf", "info"),
    ("playlits", "playlist"), ("tekes", "takes"), ("dcode", "decode"),
  ]) func misspeltSubcommandIsReportedWithTheSimilarOne(word: String, wanted: String) {
    #expect(throws: UsageError.self) { try Subcommand.checkSpelling(of: FilePath(word)) }
    do throws(UsageError) {
      try Subcommand.checkSpelling(of: FilePath(word))
    } catch {
      #expect(error.message == "no file or command \(word); similar command: \(wanted)")
    }
  }

  @Test func filesAndUnrelatedWordsAreNotReportedAsMisspelt() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "sacn")
    for word in [file, FilePath("song.mp3"), FilePath("--sacn"), FilePath("/nowhere/scan"), FilePath("s")] {
      try Subcommand.checkSpelling(of: word)
    }
  }
}

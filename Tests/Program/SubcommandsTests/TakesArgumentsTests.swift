import Configuration
import SystemBase
import Testing

@testable import Subcommands

/// The command line of `drumdub takes`.
@Suite struct TakesArgumentsTests {
  private func arguments(_ words: String...) throws(UsageError) {
    _ = try TakesCommand(try Subcommand.takes.scan(words.map { FilePath($0) }))
  }

  @Test func packIsNotWrittenUnderTheNameOfAZIPArchive() throws {
    #expect(throws: UsageError("takes pack writes a gzipped tar archive, not a/beat.ZIP: name it beat.tgz")) {
      try arguments("pack", "1", "-o", "a/beat.ZIP")
    }
    try arguments("pack", "1", "-o", "beat.tgz")
    try arguments("pack", "1", "-o", "zip")
  }

  @Test func instrumentBelongsToTheImportOfMIDIFiles() {
    #expect(throws: UsageError("--track, --kit, --instrument and --yes belong to takes import")) {
      try arguments("rename", "1", "a", "--instrument")
    }
  }
}

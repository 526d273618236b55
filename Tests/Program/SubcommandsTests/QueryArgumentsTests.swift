import Configuration
import SystemBase
import Testing

@testable import Subcommands

struct QueryArgumentsTests {
  private func read(_ words: String...) throws(UsageError) -> QueryCommand {
    try QueryCommand(try Subcommand.query.scan(words.map { FilePath($0) }))
  }

  @Test("Words that begin with a minus belong to the query")
  func wordsBeginningWithAMinusBelongToTheQuery() throws {
    let arguments = try read("artist:x", "-live", "--json", "-c", "--", "--odd")
    #expect(arguments.operands == ["artist:x", "-live", "-c", "--odd"].map { FilePath($0) })
    #expect(arguments.form == .json)
  }

  @Test("Options take their value as the next word or after an equals sign")
  func optionsTakeValuesAsTheNextWordOrAfterAnEqualsSign() throws {
    let arguments = try read("--limit", "5", "--library=/x/y", "-0")
    #expect(arguments.limit == 5)
    #expect(arguments.library == FilePath("/x/y"))
    #expect(arguments.form == .null)
    #expect(try read("--format={title}").form == .format(TrackFormat("{title}")))
    #expect(try Subcommand.query.scan([FilePath("-h")]).has("help"))
  }

  @Test(
    "Wrong options are refused",
    arguments: [
      ["--limit"], ["--limit", "x"], ["--limit=-1"], ["--odd"], ["--json=1"], ["--format", "{odd}"],
    ])
  func wrongOptionsAreRefused(words: [String]) {
    #expect(throws: UsageError.self) {
      try QueryCommand(try Subcommand.query.scan(words.map { FilePath($0) }))
    }
  }
}

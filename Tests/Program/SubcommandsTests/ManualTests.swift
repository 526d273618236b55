import SystemBase
import TestSupport
import Testing

@testable import Configuration
@testable import Subcommands

/// The help and the manual, which have the same tables.
@Suite struct ManualTests {
  private static let folder = FilePath(#filePath).directory.directory.directory.directory.appending(
    "Resources/man")

  /// `make manual` writes the pages.
  @Test func committedManualPagesMatchTemplatesAndTables() throws {
    for page in try ManualPage.all(in: ManualTests.folder) {
      let bytes = try FileBytes.read(ManualTests.folder.appending(page.fileName), limit: 1 << 20)
      #expect(String(decoding: bytes, as: UTF8.self) == page.roff, "\(page.fileName): run make manual")
    }
  }

  @Test func allSettingsAndSubcommandsAreExplained() throws {
    let rows = try ManualPage.all(in: ManualTests.folder).map { page in
      page.parts.flatMap { part -> [String] in
        if case .rows(let rows) = part { rows.map(\.term) } else { [] }
      }
    }
    for setting in Setting.all {
      #expect(rows[0].contains { $0.hasPrefix("--\(setting.name)") })
      #expect(rows[1].contains("\(setting.name)=\(setting.value)"))
    }
    #expect(HelpText.subcommands.allSatisfy { Subcommand(rawValue: $0.name) != nil })
  }

  @Test func templateWithUnknownTableIsAnError() throws {
    let folder = try TemporaryFolder()
    for number in [1, 5] { try folder.write("drumdub - a\n\n{nothing}\n", to: "drumdub.\(number).template") }
    #expect(throws: FileError.self) { try ManualPage.all(in: folder.path) }
  }

  @Test func markupIsReadInParts() {
    let text = "# A b\n\nOne\ntwo.\nterm  text\n    goes on\n-x  y\n\n    {\n      }\n\n## C\nthree"
    let rows = [Markup.Row(term: "term", text: "text goes on"), Markup.Row(term: "-x", text: "y")]
    #expect(
      Markup.parse(text) == [
        .section("A b"), .paragraph("One two."), .rows(rows), .example(["{", "  }"]), .subsection("C"),
        .paragraph("three"),
      ])
  }

  @Test func manualPagesAreASCIIAndEscaped() throws {
    let page = ManualPage(number: 5, name: "a - b", parts: [.paragraph(".x 'y' \\ -z é")])
    #expect(page.roff.hasSuffix(".PP\n\\&.x \\(aqy\\(aq \\e \\-z \\[u00E9]\n"))
    #expect(try ManualPage.all(in: ManualTests.folder).allSatisfy { $0.roff.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func helpFitsIntoEightyColumns() {
    for page in HelpText.subcommands.map(\.page) + [HelpText.player] {
      let tooWide = page.description.split(separator: "\n").filter {
        $0.count > 80 && $0.contains("  ") && !$0.contains("{")
      }
      #expect(tooWide.isEmpty, "\(tooWide)")
      #expect(page.description.hasPrefix("drumdub "))
    }
  }
}

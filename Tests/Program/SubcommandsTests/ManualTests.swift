import SystemBase
import Testing

@testable import Configuration
@testable import Subcommands

/// The help and the manual, which are made from the same tables.
@Suite struct ManualTests {
  private static let folder = FilePath(#filePath).directory.directory.directory.directory.appending(
    "Resources/man")

  /// `make resources` writes the pages.
  @Test func committedManualPagesMatchTheTables() throws {
    for page in ManualPage.all {
      let bytes = try FileBytes.read(ManualTests.folder.appending(page.fileName), limit: 1 << 20)
      #expect(String(decoding: bytes, as: UTF8.self) == page.roff, "\(page.fileName): run make resources")
    }
  }

  @Test func allSettingsAndSubcommandsAreExplained() {
    let rows = ManualPage.all.map { page in
      page.blocks.compactMap { if case .row(let row) = $0 { row.term } else { nil } }
    }
    for setting in Setting.all {
      #expect(rows[0].contains { $0.hasPrefix("--\(setting.name)") })
      #expect(rows[1].contains("\(setting.name)=\(setting.value)"))
    }
    #expect(HelpText.subcommands.allSatisfy { Subcommand(rawValue: $0.name) != nil })
  }

  @Test func manualPagesAreASCIIAndEscaped() {
    let page = ManualPage(
      title: "a", number: 5, purpose: "b", blocks: [.paragraph(".x 'y' \\ -z é")])
    #expect(page.roff.hasSuffix(".PP\n\\&.x \\(aqy\\(aq \\e \\-z \\[u00E9]\n"))
    #expect(ManualPage.all.allSatisfy { $0.roff.utf8.allSatisfy { $0 < 0x80 } })
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

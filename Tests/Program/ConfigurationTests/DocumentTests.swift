import SystemBase
import Testing

@testable import Configuration

/// Facts that are stated outside of the sources, too.
@Suite struct DocumentTests {
  private static let root = FilePath(#filePath).directory.directory.directory.directory

  private func text(_ name: String) throws -> String {
    String(decoding: try FileBytes.read(DocumentTests.root.appending(name), limit: 1 << 20), as: UTF8.self)
  }

  @Test func newestReleaseOfTheAppStreamFileIsThisVersion() throws {
    let file = try text("Resources/Desktop/org.drumdub.DrumDub.metainfo.xml")
    let release = try #require(file.split(separator: "<release version=\"").dropFirst().first)
    #expect(release.prefix { $0 != "\"" } == Version.number)
  }

  @Test func readmeStatesThisVersion() throws {
    #expect(try text("README.md").contains("\nVersion \(Version.number),"))
  }

  /// The bullets of the README name sections in parentheses and quotes.
  @Test func readmeNamesSectionsOfTheManual() throws {
    let named = try text("README.md").split(separator: "(\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    let pages = try ManualPage.all(in: DocumentTests.root.appending("Resources/man"))
    let sections = pages[0].parts.compactMap { if case .section(let name) = $0 { name } else { nil } }
    #expect(named.count >= 10)
    for name in named { #expect(sections.contains(String(name)), "\(name)") }
  }

  @Test func editorLineLengthEqualsThatOfTheFormatter() throws {
    let length = try #require(text(".swift-format").split(separator: "\"lineLength\": ").dropFirst().first)
    let number = length.prefix { $0.isNumber }
    #expect(try text(".editorconfig").contains("max_line_length = \(number)\n"))
  }
}

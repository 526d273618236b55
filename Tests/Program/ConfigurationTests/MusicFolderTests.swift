import SystemBase
import Testing

@testable import Configuration

@Suite struct MusicFolderTests {
  @Test func tildeInATypedFolderExpandsToTheHomeFolder() throws {
    let home = try #require(BaseFolders.environment("HOME"))
    #expect(MusicFolder.folder(typed: "~/no such folder ") == home.appending("no such folder"))
  }
}

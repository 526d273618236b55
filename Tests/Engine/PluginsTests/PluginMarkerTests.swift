import Glibc
import Plugins
import SystemBase
import TestSupport
import Testing

/// The files by which a start finds the plug-ins of a run that ended abnormally.
@Suite struct PluginMarkerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [FilePath] { FolderReader.names(in: folder.path) }

  @Test func plugInsOfAProcessThatHasEndedAreFoundOnce() throws {
    try folder.write("lv2:urn:a\nlv2:urn:b\n", to: "123")
    try folder.write("lv2:urn:b\nlv2:urn:c\n", to: "456")
    let marker = PluginMarker(in: folder.path)
    #expect(marker.removeLeftBehind() == ["lv2:urn:a", "lv2:urn:b", "lv2:urn:c"])
    #expect(marker.removeLeftBehind().isEmpty && names.isEmpty)
  }

  @Test func plugInsOfAProcessThatRunsAreNotFoundAndAnOrderlyEndForgetsThem() throws {
    let marker = PluginMarker(in: folder.path)
    marker.note("lv2:urn:a")
    marker.note("lv2:urn:b")
    marker.note("lv2:urn:a")
    let name = try #require(names.first)
    #expect(
      try FileBytes.read(folder.path.appending(name), limit: 100) == Array("lv2:urn:a\nlv2:urn:b\n".utf8))
    #expect(PluginMarker(in: folder.path).removeLeftBehind().isEmpty && names.count == 1)
    marker.end()
    marker.note("lv2:urn:c")
    #expect(names.isEmpty)
  }
}

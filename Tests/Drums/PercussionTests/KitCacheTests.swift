import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// The folders of unpacked kits: those that a killed program left unfinished and those that are no longer read are removed.
@Suite struct KitCacheTests {
  private let folder: TemporaryFolder
  private let cache: FilePath

  init() throws {
    folder = try TemporaryFolder()
    cache = folder.file("cache")
  }

  private func archive(_ name: String) throws -> FilePath {
    let kit =
      "<drumkit_info><instrumentList><instrument><name>a</name></instrument></instrumentList></drumkit_info>"
    try TarFile([.file("drumkit.xml", kit)]).write(to: folder.file(name))
    return folder.file(name)
  }

  private func age(_ path: FilePath) {
    let times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
    #expect(path.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
  }

  @Test func leftoversOfEndedProgramsAndUnusedKitsAreRemoved() throws {
    // No process has the largest id.
    let ended = pid_t.max
    let removed = [".new-\(ended)-1/kit", ".new-\(ended)-1.\(ended).unpack/kit", "unused/kit"]
    let kept = [".new-\(getpid())-1/kit", "used/kit"]
    for name in removed + kept { try FileBytes.makeFolder(cache.appending(name)) }
    age(cache.appending("unused"))
    let content = try KitReader.read(try archive("a.h2drumkit"), unpackingInto: cache)
    #expect(content.kit.pads.map(\.name) == ["a"])
    #expect(removed.allSatisfy { !cache.appending($0).directory.exists })
    #expect(kept.allSatisfy { cache.appending($0).exists })
    #expect(try FolderReader(cache).names().count == 2)
  }

  @Test func kitThatIsReadAgainCountsAsUsed() throws {
    let first = try archive("a.h2drumkit")
    _ = try KitReader.read(first, unpackingInto: cache)
    let unpacked = cache.appending(try #require(FolderReader(cache).names().first))
    age(unpacked)
    _ = try KitReader.read(first, unpackingInto: cache)
    _ = try KitReader.read(try archive("b.h2drumkit"), unpackingInto: cache)
    #expect(unpacked.exists)
    #expect(try FolderReader(cache).names().count == 2)
  }
}

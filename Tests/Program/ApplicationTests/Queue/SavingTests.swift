import ApplicationTestSupport
import Glibc
import PlayerTestSupport
import Playlists
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Librarian
@testable import TrackTags

/// Saving the queue: the path of the file, and the questions before it is replaced.
@Suite struct SavingTests {
  private let current = FilePath("/music")
  private let own = FilePath("/data/playlists")

  private func destination(_ typed: String, hasIndex: Bool = true) -> QueueDestination? {
    QueueDestination(typed: typed, current: current, own: own, hasIndex: hasIndex)
  }

  private func file(_ path: String, typed: String) -> QueueDestination {
    .file(FilePath(path), typed: FilePath(typed))
  }

  @Test(arguments: ["foo/", "/", "//", ".", "..", "foo/.", "./..", "a/b/", "~/", "~"])
  func typedFolderNameIsReportedAsAFolder(typed: String) {
    guard case .folder = destination(typed), case .folder = destination(typed, hasIndex: false) else {
      Issue.record("\(typed): \(String(describing: destination(typed)))")
      return
    }
  }

  @Test func bareNamesAreSavedInTheIndexAndPathsAsFiles() {
    #expect(destination("mine") == .index("mine") && destination("  mine ") == .index("mine"))
    #expect(
      destination("mine", hasIndex: false) == file("/data/playlists/mine.m3u8", typed: "/data/playlists/mine")
    )
    #expect(destination("a.pls") == file("/data/playlists/a.pls", typed: "/data/playlists/a.pls"))
    #expect(destination("x/a") == file("/music/x/a.m3u8", typed: "/music/x/a"))
    #expect(destination("/x/a.xspf") == file("/x/a.xspf", typed: "/x/a.xspf"))
    #expect(destination("foo/.m3u8") == file("/music/foo/.m3u8.m3u8", typed: "/music/foo/.m3u8"))
    #expect(destination("") == nil && destination("  ") == nil && destination("\u{0}\u{7}") == nil)
    #expect(destination("a\u{0}b") == .index("ab"))
  }

  @Test func tildeExpandsToTheHomeFolder() throws {
    let home = FilePath.home
    #expect(FilePath("~").expandingHome == home)
    #expect(FilePath("~/x.pls").expandingHome == home.appending("x.pls"))
    #expect(FilePath("~//x.pls").expandingHome == home.appending("x.pls"))
    #expect(FilePath("a/~").expandingHome == FilePath("a/~"))
    #expect(FilePath("~no such user/x").expandingHome == FilePath("~no such user/x"))
    let root = try #require(getpwuid(0)?.pointee.pw_dir)
    #expect(FilePath("~root/x").expandingHome == FilePath(String(cString: root)).appending("x"))
    let path = home.appending("x.pls")
    #expect(destination("~/x.pls") == .file(path, typed: path))
  }

  @Test func savingReplacesFilesAndMakesFoldersOnlyWithConsent() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/deep/list.m3u8")
    var file = PlaylistFile(path: path, typed: path, playlist: Playlist(format: .m3u, encoding: .utf8))
    #expect(try file.prepare() == .folderMissing(path.directory))
    #expect(!folder.file("new").exists)
    file.mayMakeFolder = true
    let content = Array("#EXTM3U\n".utf8)
    #expect(try file.prepare() == .ready(content) && path.directory.exists)
    try AtomicFile.replace(path, with: Array("mine".utf8))
    #expect(try file.prepare() == .exists)
    file.mayReplace = true
    #expect(try file.prepare() == .ready(content))
  }

  @Test @MainActor func queueIsNotSavedWhereAUserWouldBeAskedWhoCannotAnswer() throws {
    let (folder, calls) = (try TemporaryFolder(), CallQueue())
    let application = Application(model: PlayerBench("a").model)
    let library = LibraryService(
      folder.file("library.db"),
      workers: TagWorkerPool(WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: 1),
      reason: { $0.detail ?? "" }
    ) { _ in }
    let saver = QueueSaver(
      application: application, library: library, current: folder.path, own: folder.path,
      main: calls.mainThread)
    try folder.write("mine", to: "mine.m3u8")
    for (name, code) in [("mine", FileError.Code.exists), ("new/list", .writeFailed)] {
      saver.save(QueueSave(name, mayAsk: false))
      let count = application.state.notices.entries.count
      try Wait.until("a notice") {
        calls.perform()
        return application.state.notices.entries.count > count
      }
      guard case .file(let error)? = application.state.notices.last else {
        Issue.record("\(String(describing: application.state.notices.last))")
        continue
      }
      #expect(error.code == code)
    }
    #expect(!folder.file("new").exists)
    saver.finish()
    library.stop()
  }

  @Test func playlistIsNotSavedAndTheReasonIsReportedWithoutAnIndex() throws {
    let (folder, reports) = (try TemporaryFolder(), Mailbox<LibraryReport>())
    let library = LibraryService(
      folder.file("library.db"),
      workers: TagWorkerPool(WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: 1),
      reason: { $0.detail ?? "" }
    ) { reports.post($0) }
    let saves: [() -> Void] = [
      { library.add(.entries([]), toPlaylist: "mine") }, { library.saveQuery("björk", as: "mine") },
    ]
    for save in saves {
      save()
      let report = try #require(reports.receive().first)
      guard case .playlists(.noFolders) = report else {
        Issue.record("\(report)")
        continue
      }
    }
    library.stop()
  }

  @Test func savingUnderTheNameOfAFolderIsRefused() throws {
    let folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.file("there"))
    let list = Playlist(format: .m3u, encoding: .utf8)
    let typed = folder.file("there")
    let file = PlaylistFile(path: folder.file("there.m3u8"), typed: typed, playlist: list)
    #expect(try file.prepare() == .isFolder(typed))
    let named = folder.file("there.m3u8")
    #expect(
      try PlaylistFile(path: named, typed: named, playlist: list).prepare() == .ready(Array("#EXTM3U\n".utf8))
    )
  }
}

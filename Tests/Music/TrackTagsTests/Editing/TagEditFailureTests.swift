import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TrackTags

/// An edit that fails leaves the file and its folder as they were.
@Suite struct TagEditFailureTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func code(_ path: FilePath, _ edit: TagEdit = .set([.title: "New"])) -> FileError.Code? {
    do throws(FileError) {
      _ = try TagEditor.apply(edit, to: path)
      return nil
    } catch {
      #expect(error.subject == path.shown)
      return error.code
    }
  }

  @Test func editOfAnUnsupportedOrMissingFileIsRefused() throws {
    #expect(code(music.folder.file("none.flac")) == .notFound)
    #expect(code(music.folder.path) == .isDirectory)
    #expect(code(try music.folder.write("", to: "empty.mp3")) == .empty)
    #expect(code(try music.folder.write("Once", to: "text.mp3")) == .notAudio)
    for name in ["a.au", "a.caf", "a.w64"] { #expect(code(try music.converted(name)) == .unsupported) }
    let module =
      [UInt8](repeating: 0, count: 1_080) + Array("M.K.".utf8) + [UInt8](repeating: 0, count: 4_000)
    #expect(code(try music.folder.write(module, to: "a.mod")) == .unsupported)
    let genre = try music.mp3("a.mp3")
    // ID3v2 takes the number for the name of a genre.
    #expect(code(genre, .set([.genre: "(17)"])) == .unsupported)
    #expect(try music.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func writeProtectedPlacesAreRefusedBeforeAnythingIsWritten() throws {
    let path = try music.flac("a.flac")
    let before = try FileBytes.read(path, limit: 1 << 20)
    #expect(path.withCString { chmod($0, 0o444) } == 0)
    #expect(code(path) == .readOnly)
    #expect(path.withCString { chmod($0, 0o644) } == 0)
    #expect(music.folder.path.withCString { chmod($0, 0o555) } == 0)
    #expect(code(path) == .readOnly)
    #expect(music.folder.path.withCString { chmod($0, 0o755) } == 0)
    #expect(try FileBytes.read(path, limit: 1 << 20) == before)
    #expect(code(path) == nil)
  }

  @Test func editThroughALinkKeepsTheLink() throws {
    let path = try music.flac("a.flac")
    #expect(path.withCString { chmod($0, 0o640) } == 0)
    let link = music.folder.file("link.flac")
    #expect(symlink("a.flac", link.shown) == 0)
    #expect(code(link) == nil)
    #expect(try TagEditor.texts(of: path)[.title] == "New")
    var status = stat()
    #expect(lstat(link.shown, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path.shown, &status) == 0 && status.st_mode & 0o7777 == 0o640)
  }

  /// An open file keeps its content, so a track that is playing plays on.
  @Test func openFileKeepsTheContentDuringAnEdit() throws {
    let path = try music.flac("a.flac")
    let before = try FileBytes.read(path, limit: 1 << 20)
    let file = try RegularFile(path)
    #expect(code(path) == nil)
    #expect(try file.read(at: 0, count: file.size) == before)
  }

  @Test func editOnAFullDiskLeavesTheFileUnchanged() throws {
    let path = try music.wav("a.wav")
    let before = try FileBytes.read(path, limit: 1 << 24)
    let probe = TagWorkerProbe.program.shown
    // A limit of the size of files has the same effect as a full disk at this place.
    let run = try Tool.capture(
      "sh", ["-c", "ulimit -f 64; trap '' XFSZ; exec \(probe) edit \(path.shown) full"])
    #expect(run.status == 1)
    #expect(try FileBytes.read(path, limit: 1 << 24) == before)
    #expect(try music.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func fileChangedDuringAnEditIsNotReplaced() throws {
    let path = try music.flac("a.flac")
    #expect(throws: FileError(.writeFailed, path.shown, detail: "another program has changed it meanwhile")) {
      _ = try TagEditor.apply(.set([.title: "New"]), to: path) {
        try? AtomicFile.replace(path, with: [1, 2, 3])
      }
    }
    #expect(try FileBytes.read(path, limit: 100) == [1, 2, 3])
  }

  /// The worker is killed when the copy is complete.
  @Test func aKilledWorkerLeavesTheFileWhole() throws {
    let path = try music.flac("kill.flac", ["-T", "TITLE=Old"])
    let before = try FileBytes.read(path, limit: 1 << 20)
    let pool = TagWorkerPool(WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: 1)
    #expect(throws: FileError(.writeFailed, path.shown, detail: "the tag reader crashed: Killed")) {
      try pool.edit(path, .set([.title: "New"]))
    }
    #expect(try FileBytes.read(path, limit: 1 << 20) == before)
    #expect(try music.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
    let other = try music.flac("b.flac")
    let result = try pool.edit(other, .set([.title: "New"]))
    #expect(result.track?.title == "New")
    #expect(result.inverse == .restore([TagProperty(key: "TITLE", values: [])]))
    #expect(try pool.texts(of: other)[.title] == "New")
  }

  @Test func nextEditRemovesTheTemporaryFileOfAKilledEdit() throws {
    let path = try music.flac("a.flac")
    let run = try Tool.capture(TagWorkerProbe.program.shown, ["edit", path.shown, "kill"])
    #expect(run.status == -SIGKILL)
    #expect(try music.folder.names().contains { $0.hasPrefix(".drumdub-tags.") })
    #expect(code(path) == nil)
    #expect(try music.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func editRequestsAndAnswersAreReadBackFromTheirBytes() throws {
    let edits: [TagEdit] = [
      .set([.title: "x", .albumArtist: "", .rating: "3"]),
      .restore([TagProperty(key: "A", values: ["b", "c"])]),
      .set([:]),
    ]
    for edit in edits {
      var writer = ByteWriter()
      TagRequest(subject: .edit(edit), paths: [FilePath("p")]).write(to: &writer)
      var reader = ByteReader(writer.bytes)
      #expect(try TagRequest(from: &reader) == TagRequest(subject: .edit(edit), paths: [FilePath("p")]))
      #expect(reader.isAtEnd)
    }
  }
}

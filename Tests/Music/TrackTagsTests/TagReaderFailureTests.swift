import Glibc
import SystemBase
import TestSupport
import Testing
import TrackTags

@Suite struct TagReaderFailureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func code(_ path: FilePath) -> FileError.Code? {
    do throws(FileError) {
      _ = try TagReader.read(path)
      return nil
    } catch {
      #expect(error.subject == path.shown)
      return error.code
    }
  }

  @Test func refusedFileHasTheReasonInTheError() throws {
    #expect(code(folder.file("none")) == .notFound)
    #expect(code(folder.path) == .isDirectory)
    #expect(code(try folder.write("", to: "empty.mp3")) == .empty)
    #expect(code(try folder.write("Once upon a time", to: "text.mp3")) == .notAudio)
    #expect(code(try folder.write(TestPictures.png, to: "picture.flac")) == .notAudio)
    #expect(code(try folder.write(TestID3.tag(version: 4, []), to: "tag.mp3")) == .notAudio)
    #expect(code(try folder.write([0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3, 4], to: "a.mka")) == .unsupported)
    #expect(code(try folder.write("RIFF\u{4}\0\0\0WAVE", to: "cut.wav")) == .damaged)
    #expect(code(try folder.write("fLaC", to: "cut.flac")) == .damaged)
  }

  @Test func unreadableFileIsRefusedAsNotPermitted() throws {
    let path = try folder.write("x", to: "secret.mp3")
    #expect(path.withCString { chmod($0, 0) } == 0)
    // Root may read all.
    #expect(code(path) == (geteuid() == 0 ? .notAudio : .notPermitted))
  }

  @Test func aPipeIsRefusedWithoutWaiting() throws {
    let path = folder.file("pipe.mp3")
    #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    #expect(code(path) == .isPipe)
  }

  /// Every kind of header cut at every length, and with bytes turned: an answer or an error, never a trap.
  @Test func damagedFilesAreReadOrRefusedWithoutACrash() throws {
    let music = try TestMusic()
    var random = SeededGenerator(seed: 11)
    var answered = 0
    for path in [
      try music.flac("a.flac", ["-T", "artist=A"]), try music.mp3("a.mp3", ["--tt", "T"]),
      try music.ogg("a.ogg"),
      try music.opus("a.opus"), try music.wav(), try music.converted("a.aiff"), try music.converted("a.au"),
      try music.converted("a.caf"), try music.converted("a.w64"),
    ] {
      let whole = try bytes(of: path, count: 6_000)
      for _ in 0..<40 {
        var damaged = Array(whole.prefix(Int.random(in: 1...whole.count, using: &random)))
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          let place = Int.random(in: 0..<min(damaged.count, 200), using: &random)
          damaged[place] = .random(in: 0...255, using: &random)
        }
        let file = try folder.write(damaged, to: "damaged")
        let code = code(file)
        #expect(
          code == nil || code == .notAudio || code == .unsupported || code == .damaged, "\(path.shown)")
        if code == nil { answered += 1 }
        _ = try? TagReader.picture(of: file)
      }
    }
    #expect(answered > 20)
  }

  private func bytes(of path: FilePath, count: Int) throws -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = Glibc.read(descriptor, &bytes, count)
    return Array(bytes.prefix(max(got, 0)))
  }
}

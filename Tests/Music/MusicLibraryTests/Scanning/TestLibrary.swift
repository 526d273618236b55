import Glibc
import TestSupport

@testable import MusicLibrary
@testable import SystemBase
@testable import TrackTags

/// A folder of music, an index, and a scanner whose workers fail only for files with certain names.
final class TestLibrary {
  let folder: TemporaryFolder
  let store: LibraryStore
  let music: FilePath
  private let sound: [UInt8]
  private let workers: TagWorkerPool

  /// - Parameter timeout: seconds; a loaded machine needs some to start a worker.
  init(timeout: Double = 60) throws {
    folder = try TemporaryFolder()
    music = folder.file("music")
    try FileBytes.makeFolder(music)
    store = try LibraryStore(folder.file("index/library.db"))
    workers = TagWorkerPool(
      WorkerCommand(program: TagWorkerProbe.program, arguments: []), timeout: timeout)
    sound = TestLibrary.frames(seed: 1)
  }

  deinit { workers.stop() }

  var scanner: LibraryScanner { scanner() }

  func scanner(
    into other: LibraryStore? = nil, progress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> LibraryScanner {
    LibraryScanner(
      store: other ?? store, workers: workers, reason: { $0.detail ?? "\($0.code)" }, progress: progress,
      isCancelled: isCancelled)
  }

  /// Scans the folder of music.
  @discardableResult
  func scan() throws -> ScanReport { try scanner.scan([music]) }

  /// An MP3 with a title; each seed is another sound.
  @discardableResult
  func add(_ name: String, title: String? = nil, seed: UInt64 = 1) throws -> FilePath {
    try add(FilePath(name), title: title, seed: seed)
  }

  @discardableResult
  func add(_ name: FilePath, title: String? = nil, seed: UInt64 = 1) throws -> FilePath {
    try add(name, tag: title.map { TestID3.tag(version: 4, [("TIT2", TestID3.utf8($0))]) } ?? [], seed: seed)
  }

  /// An MP3 with frames of text, by their ids.
  @discardableResult
  func add(_ name: String, _ texts: KeyValuePairs<String, String>, seed: UInt64) throws -> FilePath {
    let frames = texts.map { (id: $0.key, content: TestID3.utf8($0.value)) }
    return try add(FilePath(name), tag: TestID3.tag(version: 4, frames), seed: seed)
  }

  private func add(_ name: FilePath, tag: [UInt8], seed: UInt64) throws -> FilePath {
    let path = music.appending(name)
    try FileBytes.makeFolder(path.directory)
    // Names may have the maximal length, so nothing is appended.
    let short = folder.file("short")
    try AtomicFile.replace(short, with: tag + (seed == 1 ? sound : TestLibrary.frames(seed: seed)))
    try move(short, to: path)
    return path
  }

  func move(_ from: FilePath, to: FilePath) throws {
    try FileBytes.makeFolder(to.directory)
    guard from.withCString({ from in to.withCString { rename(from, $0) } }) == 0 else {
      throw FileError(errno: errno, from.shown, call: "rename")
    }
  }

  func paths() throws -> [String] {
    let table = try store.stamps(under: music)
    return (0..<table.count).map {
      String(decoding: table.path(at: $0).bytes.dropFirst(music.bytes.count + 1), as: UTF8.self)
    }
  }

  /// Frames of layer III with silence and some bytes of chance: 128 kbit/s, 44.1 kHz.
  private static func frames(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<8).flatMap { _ in
      [0xFF, 0xFB, 0x90, 0x64] + (0..<413).map { _ in UInt8.random(in: 0...0x7F, using: &random) }
    }
  }
}

import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import AudioDevices

/// `fifo:` writes whole frames to a reader, and discards sound while there is none.
@Suite(.serialized) struct FifoSinkTests {
  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    // As the program does: a reader that goes away is an error of `write`, not the end.
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    path = folder.file("sound")
  }

  /// Writes one block of frames that count on.
  private func write(_ sink: FifoSink, _ block: Int, frames: Int = 256) {
    (block * frames..<(block + 1) * frames).map(TestSource.frame).withUnsafeBufferPointer { sink.write($0) }
  }

  @Test func fifoWithoutAReaderDropsSound() throws {
    let sink = try FifoSink(path: path)
    var status = stat()
    #expect(path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFIFO)
    for block in 0..<100 { write(sink, block) }
    let reader = try FifoReader(path)
    #expect(reader.read().isEmpty)
    sink.close()
  }

  @Test func newFifoReaderGetsWholeFramesFromABlockBoundary() throws {
    let sink = try FifoSink(path: path)
    for block in 0..<50 { write(sink, block) }
    let reader = try FifoReader(path)
    for block in 50..<80 { write(sink, block) }
    let places = reader.places()
    let first = try #require(places.first)
    #expect(first % 256 == 0 && first < 70 * 256, "it is found within a few blocks")
    #expect(places == Array(first..<80 * 256))
    sink.close()
  }

  @Test func fifoOutlivesTheEndOfAReaderAndServesTheNext() throws {
    let sink = try FifoSink(path: path)
    for round in 0..<3 {
      let reader = try FifoReader(path)
      // Fewer than a pipe holds.
      for block in 0..<30 { write(sink, round * 100 + block) }
      let places = reader.places()
      #expect(places.count >= 14 * 256)
      #expect(places.last == (round * 100 + 30) * 256 - 1)
      reader.close()
      for block in 30..<100 { write(sink, round * 100 + block) }
    }
    sink.close()
  }

  @Test(arguments: [64, 256, 1_000]) func slowFifoReaderLosesWholeFramesOnly(_ frames: Int)
    throws
  {
    let sink = try FifoSink(path: path)
    let reader = try FifoReader(path)
    // Were it waited for, this would not end.
    for block in 0..<200 { write(sink, block, frames: frames) }
    let old = reader.places()
    #expect(old == Array(0..<old.count), "the frames already in the pipe are complete")
    #expect(old.count < 200 * frames)
    for block in 200..<205 { write(sink, block, frames: frames) }
    #expect(reader.places() == Array(200 * frames..<205 * frames))
    sink.close()
  }

  @Test func existingPipeIsUsed() throws {
    #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    let sink = try FifoSink(path: path)
    let reader = try FifoReader(path)
    write(sink, 0)
    #expect(reader.places().count == 256)
    sink.close()
  }

  @Test func existingFileIsRefusedAndKept() throws {
    let file = try folder.write("precious", to: "file")
    #expect { try FifoSink(path: file) } throws: { ($0 as? FileError)?.code == .writeFailed }
    #expect(try FileBytes.read(file, limit: 100) == Array("precious".utf8))
    #expect { try FifoSink(path: folder.path) } throws: { ($0 as? FileError)?.code == .writeFailed }
  }

  @Test func missingFolderIsNamedInTheError() {
    let path = folder.path.appending("gone/sound")
    #expect { try FifoSink(path: path) } throws: {
      let error = $0 as? FileError
      return error?.code == .notFound && error?.subject == path.shown
    }
  }

  @Test func aFolderThatMayNotBeWrittenIsRefused() async throws {
    let path = folder.path.shown
    #expect(chmod(path, 0o755) == 0)
    await #expect(processExitsWith: .success) { [path = path as String] in
      ExitTest.run {
        // The superuser may write to every pipe, so the test needs another user.
        if geteuid() == 0 { #expect(seteuid(65_534) == 0) } else { #expect(chmod(path, 0o555) == 0) }
        #expect { try FifoSink(path: FilePath("\(path)/sound")) } throws: {
          ($0 as? FileError)?.code == .notPermitted
        }
      }
    }
    #expect(chmod(path, 0o755) == 0)
  }

  private func seconds(blocks: Int) -> Double { FrameCount(blocks * 256).seconds(at: .standard) + 1e-6 }

  @Test func pacedOutputReportsAndServesAFifoReader() throws {
    let clock = TestClock(runningFor: seconds(blocks: 10))
    let output = PacedOutput(
      name: "fifo", sampleRate: .standard, period: FrameCount(256), sink: try FifoSink(path: path),
      clock: clock)
    let source = TestSource()
    let log = DeviceLog()
    try output.start(source.source, events: log.receive)
    #expect(source.wait(forFrames: 2_560))
    #expect(output.receiver == .noReader)
    let reader = try FifoReader(path)
    // It is found within 16 blocks, and a pipe holds 32.
    clock.run(for: seconds(blocks: 30))
    #expect(source.wait(forFrames: 10_240))
    #expect(output.receiver == .device)
    let places = reader.places()
    reader.close()
    clock.run(for: seconds(blocks: 5))
    #expect(source.wait(forFrames: 11_520))
    #expect(log.receivers == [.noReader, .device, .noReader])
    clock.run(for: nil)
    output.stop()
    let first = try #require(places.first)
    #expect(first >= 2_560 && places == Array(first..<first + places.count))
    #expect(places.count > 5_000 && log.errors.isEmpty)
  }
}

/// Reads the frames of a pipe.
private final class FifoReader {
  private var descriptor: Int32
  private var rest: [UInt8] = []

  init(_ path: FilePath) throws {
    descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    if descriptor < 0 { throw FileError(errno: errno, path.shown, call: "open") }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// All bytes that are there.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count <= 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// The places of the frames that are there; -1 where a frame is torn.
  func places() -> [Int] {
    let bytes = read()
    let whole = bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count - 7, by: 8).map { raw.loadUnaligned(fromByteOffset: $0, as: Frame.self) }
    }
    let places = whole.map { $0.x == -$0.y ? TestSource.place($0) : -1 }
    return bytes.count % 8 == 0 ? places : places + [-1]
  }
}

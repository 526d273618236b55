import AudioBase
import AudioDevices
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

/// `file:` holds every rendered frame.
@Suite struct FileSinkTests {
  private func frames(in path: FilePath) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(path)
    var samples = [Float](repeating: 0, count: 2 * 4096)
    var frames: [Frame] = []
    while true {
      let count = try samples.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      if count == 0 { return frames }
      frames += (0..<count).map { Frame(samples[2 * $0], samples[2 * $0 + 1]) }
    }
  }

  private func writer(_ path: FilePath) throws -> sending any AudioFileWriter {
    try SndfileWriter(path: path, sampleRate: .standard, encoding: .wavFloat)
  }

  private func ramp(_ range: Range<Int>) -> [Frame] { range.map(TestSource.frame) }

  @Test func everyRenderedFrameIsInTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.wav")
    let output = PacedOutput(
      name: "file:out.wav", sampleRate: .standard, period: FrameCount(128),
      sink: FileSink(writer: try writer(path), rate: .standard))
    let source = TestSource()
    let log = DeviceLog()
    try output.start(source.source, events: log.receive)
    #expect(source.wait(forFrames: 9_600))
    output.stop()
    #expect(log.errors.isEmpty && source.rendered >= 9_600)
    #expect(try frames(in: path) == ramp(0..<source.rendered))
  }

  @Test func theHeaderIsBroughtUpToDateEachSecond() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.wav")
    let sink = FileSink(writer: try writer(path), rate: .standard)
    for block in 0..<120 {
      try ramp(block * 1_000..<(block + 1) * 1_000).withUnsafeBufferPointer { try sink.write($0) }
    }
    // Not closed: as a killed program leaves it.
    let found = try frames(in: path)
    #expect(found.count >= 96_000)
    #expect(found == ramp(0..<found.count))
    try sink.close()
    #expect(try frames(in: path) == ramp(0..<120_000))
  }

  @Test func fullDiskEndsTheFileOutput() async {
    // A limit on the size of files stands for the disk's end; it holds for the whole process.
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let folder = try TemporaryFolder()
        let path = folder.file("out.wav")
        let writer = try SndfileWriter(path: path, sampleRate: .standard, encoding: .wavFloat)
        let output = PacedOutput(
          name: "file", sampleRate: .standard, period: FrameCount(256),
          sink: FileSink(writer: writer, rate: .standard))
        let source = TestSource()
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        let error = log.waitForFailure()
        output.stop()
        #expect(error?.subject == path.shown && error?.code == .file(.writeFailed))
        #expect(log.errors.count == 1)
        #expect((2_304...2_816).contains(source.rendered))
      }
    }
  }

  @Test func alwaysFullDeviceIsRefusedOrFails() throws {
    let log = DeviceLog()
    let sink: FileSink
    do throws(FileError) {
      sink = FileSink(
        writer: try SndfileWriter(path: FilePath("/dev/full"), sampleRate: .standard, encoding: .wavFloat),
        rate: .standard)
    } catch {
      #expect(error.subject == "/dev/full")
      return
    }
    let output = PacedOutput(name: "full", sampleRate: .standard, period: FrameCount(256), sink: sink)
    let source = TestSource()
    try output.start(source.source, events: log.receive)
    let error = log.waitForFailure()
    output.stop()
    #expect(error?.code == .file(.noSpace) && error?.subject == "/dev/full")
  }
}

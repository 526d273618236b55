import AudioBase
import EngineTestSupport
import MixEngine
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Player

/// What a recorder writes, on a slow disk and on a full one too.
@Suite struct OutputRecorderTests {
  private let pads = [PadProgram.Pad.sample((1...9_000).map { Float($0) / 18_000 })]

  @Test func recordedFileHoldsTheOutputAndIsClosed() {
    let (bench, file) = (EngineBench(pads: pads), MemoryWriter())
    let recorder = OutputRecorder(bench.engine.control, open: { file }, report: { _ in })
    bench.strike(1, atFrame: 0)
    let heard = bench.device.render(FrameCount(5_000))
    recorder.stop()()
    #expect(file.state.withLock { $0.frames } == heard && file.state.withLock { $0.isClosed })
    #expect(recorder.length == FrameCount(5_000))
  }

  @Test func framesLostToASlowDiskAreSilentInTheFile() throws {
    let (bench, file) = (EngineBench(pads: pads), MemoryWriter(isStalled: true))
    let gaps = Mutex(0)
    let recorder = OutputRecorder(bench.engine.control, open: { file }) { event in
      if case .gap(let count) = event { gaps.withLock { $0 += count.value } }
    }
    bench.strike(1, atFrame: 0)
    let start = bench.device.render(FrameCount(4_096))
    try Wait.until("the first write") { file.state.withLock { $0.isWriting } }
    // The ring holds 131,072 frames: what follows them is lost.
    _ = bench.device.render(FrameCount(131_072 + 1_024))
    file.resume()
    try Wait.until("the gap") { gaps.withLock { $0 } > 0 }
    bench.strike(1, atFrame: 0)
    let end = bench.device.render(FrameCount(4_096))
    recorder.stop()()
    let (frames, lost) = (file.state.withLock { $0.frames }, gaps.withLock { $0 })
    let length: Int = 4_096 + 131_072 + 1_024 + 4_096
    #expect(frames.count == length)
    #expect(Array(frames.prefix(4_096)) == start && Array(frames.suffix(4_096)) == end)
    let gap = frames.dropLast(4_096).suffix(lost)
    let isSilent = gap.allSatisfy { $0 == .zero }
    #expect(lost >= 1_024 && isSilent)
  }

  @Test func statedLengthIsLessThanASecondAheadOfTheHeader() throws {
    let (bench, file) = (EngineBench(pads: pads), MemoryWriter(stallsHeader: true))
    let recorder = OutputRecorder(bench.engine.control, open: { file }, report: { _ in })
    _ = bench.device.render(FrameCount(72_000))
    try Wait.until("the header") { file.state.withLock { $0.isUpdating } }
    #expect(recorder.length.value < 48_000)
    file.resume()
    recorder.stop()()
    #expect(recorder.length == FrameCount(72_000))
  }

  @Test func stoppingARecordingDoesNotWaitForTheDisk() throws {
    let (bench, file) = (EngineBench(pads: pads), MemoryWriter(isStalled: true))
    let lengths = Mutex([FrameCount]())
    let recorder = OutputRecorder(bench.engine.control, open: { file }) { event in
      if case .ended(let length) = event { lengths.withLock { $0.append(length) } }
    }
    _ = bench.device.render(FrameCount(4_096))
    try Wait.until("the first write") { file.state.withLock { $0.isWriting } }
    let wait = recorder.stop()
    #expect(lengths.withLock { $0.isEmpty } && file.state.withLock { !$0.isClosed })
    // What another recorder copies is not ended by the first one.
    let next = MemoryWriter()
    let second = OutputRecorder(bench.engine.control, open: { next }, report: { _ in })
    file.resume()
    wait()
    #expect(lengths.withLock { $0 } == [FrameCount(4_096)] && file.state.withLock { $0.isClosed })
    _ = bench.device.render(FrameCount(512))
    second.stop()()
    #expect(next.state.withLock { $0.frames.count } == 512)
  }

  @Test func aFullDiskEndsTheRecordingOnceAndKeepsTheFile() throws {
    let (bench, file) = (EngineBench(pads: pads), MemoryWriter(room: 1_000))
    let failures = Mutex([FileError]())
    let recorder = OutputRecorder(bench.engine.control, open: { file }) { event in
      if case .failed(let error, _) = event { failures.withLock { $0.append(error) } }
    }
    _ = bench.device.render(FrameCount(4_096))
    try Wait.until("the failure") { !failures.withLock { $0.isEmpty } }
    _ = bench.device.render(FrameCount(4_096))
    recorder.stop()()
    let codes: [FileError.Code] = failures.withLock { $0.map(\.code) }
    #expect(codes == [.noSpace])
    #expect(file.state.withLock { $0.isClosed && $0.frames.count == 1_000 })
  }

  @Test func aFileThatCannotBeOpenedIsReported() throws {
    let bench = EngineBench(pads: pads)
    let failures = Mutex([FileError]())
    let recorder = OutputRecorder(
      bench.engine.control, open: { () throws(FileError) in throw FileError(.notPermitted, "out.wav") }
    ) { event in
      if case .failed(let error, _) = event { failures.withLock { $0.append(error) } }
    }
    try Wait.until("the failure") { !failures.withLock { $0.isEmpty } }
    recorder.stop()()
    #expect(failures.withLock { $0 } == [FileError(.notPermitted, "out.wav")])
  }
}

/// A file in memory that can stall, and that has room for a number of frames.
private final class MemoryWriter: AudioFileWriter, Sendable {
  struct State {
    var frames: [Frame] = []
    var isStalled = false
    var isWriting = false
    var isHeaderStalled = false
    var isUpdating = false
    var isClosed = false
  }

  let state: Mutex<State>
  private let room: Int
  private let resumed = ConditionVariable()

  init(isStalled: Bool = false, stallsHeader: Bool = false, room: Int = .max) {
    state = Mutex(State(isStalled: isStalled, isHeaderStalled: stallsHeader))
    self.room = room
  }

  func resume() {
    state.withLock { ($0.isStalled, $0.isHeaderStalled) = (false, false) }
    resumed.tell()
  }

  func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    state.withLock { $0.isWriting = true }
    _ = resumed.wait { state.withLock { !$0.isStalled } }
    let hasRoom = state.withLock { state in
      let part = frames.prefix(room - state.frames.count)
      state.frames += part
      return part.count == frames.count
    }
    if !hasRoom { throw FileError(.noSpace, "out.wav") }
  }

  func updateHeader() {
    state.withLock { $0.isUpdating = true }
    _ = resumed.wait { state.withLock { !$0.isHeaderStalled } }
  }

  func close() throws(FileError) { state.withLock { $0.isClosed = true } }
}

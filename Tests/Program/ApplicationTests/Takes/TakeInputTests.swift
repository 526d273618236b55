import ApplicationTestSupport
import AudioBase
import Dubbing
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Application

/// An input that captures what the output plays, as a microphone near the speakers does.
@MainActor
private final class LoopedInput {
  static let block = 256

  let buffer = CaptureBuffer(capacity: FrameCount(1 << 20))
  private let bench: TakeBench
  /// Frames after which the input captures what was heard.
  private let delay: Int
  private let start: HostTime
  private var captured = 0
  /// Output frames, from which on they are heard later than even blocks would be, and by how many frames.
  private var pauses: [(frame: Int, length: Int)] = []
  private var isRestart = true
  private let origin: Int
  /// Whether the device captures nothing.
  var isLost = false

  init(_ bench: TakeBench, delay: Int) {
    (self.bench, self.delay) = (bench, delay)
    (start, origin) = (bench.player.device.now, bench.player.output.count)
  }

  /// Starves the output.
  func starveOutput(frames: Int) {
    pauses.append((bench.player.output.count, frames))
    bench.player.device.starve(seconds: FrameCount(frames).seconds(at: .standard))
  }

  /// Captures up to now.
  func follow() {
    while true {
      let time = start.advanced(bySeconds: FrameCount(captured).seconds(at: .standard))
      let end = time.advanced(bySeconds: FrameCount(LoopedInput.block).seconds(at: .standard))
      if end > bench.player.device.now { return }
      defer { captured += LoopedInput.block }
      if isLost {
        isRestart = true
        continue
      }
      let frames = (captured..<(captured + LoopedInput.block)).map { heard($0 - delay) }
      frames.withUnsafeBufferPointer { buffer.receive($0, at: CaptureTime(time, isRestart: isRestart)) }
      isRestart = false
    }
  }

  /// What is heard a number of frames after the start.
  private func heard(_ frame: Int) -> Frame {
    var index = origin + frame
    for pause in pauses where index >= pause.frame {
      if index < pause.frame + pause.length { return .zero }
      index -= pause.length
    }
    return bench.player.output.indices.contains(index) ? bench.player.output[index] : .zero
  }
}

/// Writers that keep the frames, and fail when they have as many as the disk has room for.
private final class KeepingWriters: AudioWriterMaking, Sendable {
  private let files = Mutex<[FilePath: [Frame]]>([:])
  private let room: Int

  init(room: Int = .max) { self.room = room }

  func frames(of name: FilePath) -> [Frame] {
    files.withLock { files in files.first { $0.key.lastComponent == name }?.value ?? [] }
  }

  var count: Int { files.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  func makeWriter(
    _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
  ) throws(FileError) -> any AudioFileWriter {
    files.withLock { $0[path] = [] }
    return Writer(path, self)
  }

  private final class Writer: AudioFileWriter {
    private let path: FilePath
    private let writers: KeepingWriters

    init(_ path: FilePath, _ writers: KeepingWriters) { (self.path, self.writers) = (path, writers) }

    func write(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
      let isFull = writers.files.withLock { files in
        if files[path, default: []].count + frames.count > writers.room { return true }
        files[path, default: []] += frames
        return false
      }
      if isFull { throw FileError(.noSpace, path.shown) }
    }

    func updateHeader() {}
    func close() throws(FileError) {}
  }
}

/// The sound of an input in takes, by the clocks of an output and an input.
@Suite @MainActor struct TakeInputTests {
  /// Frames between two clicks of the track.
  private static let distance = 4_800

  private static let clicks: [Frame] = {
    var frames = [Frame](repeating: .zero, count: 12 * 48_000)
    for click in stride(from: 0, to: frames.count - 5, by: distance) {
      for (index, level) in [0.1, 0.3, 0.5, 0.3, 0.1].enumerated() {
        frames[click + index] = Frame(repeating: Float(level))
      }
    }
    return frames
  }()

  /// The frames of the track at which a layer has its clicks.
  private func places(_ clip: AudioClip, _ frames: [Frame]) -> [Int] {
    frames.indices.dropFirst().dropLast().filter { index in
      frames[index].x > 0.3 && frames[index].x > frames[index - 1].x && frames[index].x >= frames[index + 1].x
    }.map { clip.start + $0 - 2 }
  }

  /// Starts to record a track with an input that is 20 ms late.
  private func record(_ writers: KeepingWriters) throws -> (TakeBench, LoopedInput) {
    let bench = try TakeBench([("a", TakeInputTests.clicks)], countIn: 0, writers: writers)
    try bench.play()
    let input = LoopedInput(bench, delay: 960)
    bench.onBlock = { input.follow() }
    bench.controller.recording.input = InputFeed(buffer: input.buffer, sampleRate: .standard, latency: 0.02)
    bench.controller.recording.toggle()
    return (bench, input)
  }

  /// Renders seconds, and waits until the input of each is written: the journal keeps 1.5 seconds of it, and a busy machine
  /// must not leave it behind.
  private func run(_ bench: TakeBench, seconds: Int, _ writers: KeepingWriters) throws {
    for _ in 0..<seconds {
      let before = writers.count
      bench.run(frames: 48_000)
      try bench.wait("a second of the input") { writers.count > before + 40_000 }
    }
  }

  private func layer(_ bench: TakeBench, _ index: Int = 0) throws -> AudioClip {
    let layers = try #require(bench.controller.list.current?.layers)
    return try #require(layers.indices.contains(index) ? layers[index].audio : nil)
  }

  @Test func recordedInputIsAlignedWithTheTrack() throws {
    let writers = KeepingWriters()
    let (bench, _) = try record(writers)
    try run(bench, seconds: 3, writers)
    bench.strike()
    try bench.stopRecording()
    let clip = try layer(bench)
    let frames = writers.frames(of: clip.file)
    let places = places(clip, frames)
    #expect(frames.count == clip.frames && places.count >= 28, "\(frames.count) \(places.count)")
    for place in places {
      #expect(abs((place + 2_400) % TakeInputTests.distance - 2_400) <= 1, "\(place)")
    }
    #expect(bench.controller.list.current?.hitCount == 1)
    #expect(bench.controller.list.current?.layers.count == 2)
  }

  @Test func recordedInputContinuesInALayerOfTheNextTrack() throws {
    let writers = KeepingWriters()
    let bench = try TakeBench(
      [("a", Array(TakeInputTests.clicks.prefix(96_000))), ("b", TakeInputTests.clicks)], countIn: 0,
      writers: writers)
    try bench.play()
    let input = LoopedInput(bench, delay: 960)
    bench.onBlock = { input.follow() }
    bench.controller.recording.input = InputFeed(buffer: input.buffer, sampleRate: .standard, latency: 0.02)
    bench.controller.recording.toggle()
    bench.run(frames: 84_000)
    // The journal keeps 1.5 seconds of the input: it must not be left behind.
    try bench.wait("the recording of the next track") {
      bench.run(frames: 256)
      return bench.controller.recording.recordedTake?.track?.path == FilePath("b")
    }
    try bench.wait("two seconds of its sound") {
      bench.run(frames: 256)
      return writers.count > 2 * 86_000
    }
    try bench.stopRecording()
    bench.close()
    let clips = bench.store.all().takes.flatMap(\.take.layers).compactMap(\.audio)
    try #require(clips.count == 2)
    for clip in clips {
      let places = places(clip, writers.frames(of: clip.file))
      #expect(places.count >= 15 && places.allSatisfy { abs(($0 + 2_400) % 4_800 - 2_400) <= 1 }, "\(places)")
    }
    // The first track to its last frames, the second one from its first.
    #expect(clips.contains { abs($0.start + $0.frames - 96_000) <= 256 })
    #expect(clips.contains { $0.start <= 128 })
  }

  @Test func recordedInputIsRealignedAfterAStarvedOutput() throws {
    let writers = KeepingWriters()
    let (bench, input) = try record(writers)
    try run(bench, seconds: 1, writers)
    // Less than what is followed as drift, and more than two blocks.
    input.starveOutput(frames: 700)
    try run(bench, seconds: 2, writers)
    try bench.stopRecording()
    let clip = try layer(bench)
    let places = places(clip, writers.frames(of: clip.file))
    let off = places.filter { abs(($0 + 2_400) % TakeInputTests.distance - 2_400) > 24 }
    #expect(places.count >= 28 && off.count <= 1, "\(off) of \(places.count)")
  }

  @Test func recordingIsSilentWhileTheInputIsLost() throws {
    let writers = KeepingWriters()
    let (bench, input) = try record(writers)
    try run(bench, seconds: 1, writers)
    input.isLost = true
    bench.run(frames: 48_000)
    input.isLost = false
    bench.run(frames: 48_000)
    try bench.stopRecording()
    let clip = try layer(bench)
    let places = places(clip, writers.frames(of: clip.file))
    for place in places {
      #expect(abs((place + 2_400) % TakeInputTests.distance - 2_400) <= 1, "\(place)")
    }
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }.filter { $0 > 2 * TakeInputTests.distance }
    #expect(gaps.count == 1 && abs((gaps.first ?? 0) - 48_000) <= 2 * TakeInputTests.distance, "\(gaps)")
    #expect(bench.controller.list.current?.layers.count == 1)
  }

  @Test func fullDiskKeepsTheWrittenInputAndTheHits() throws {
    let writers = KeepingWriters(room: 60_000)
    let (bench, _) = try record(writers)
    // Otherwise a busy machine writes both seconds at once, which do not fit, and keeps nothing.
    try run(bench, seconds: 1, writers)
    bench.run(frames: 48_000)
    try bench.wait("the message") {
      bench.notices.contains {
        if case .sound(.inputFailed(let error)) = $0 { error.code == .noSpace } else { false }
      }
    }
    bench.strike()
    bench.run(frames: 4_800)
    try bench.stopRecording()
    let clip = try layer(bench)
    #expect((40_000...60_000).contains(clip.frames) && writers.frames(of: clip.file).count == clip.frames)
    #expect(bench.controller.list.current?.hitCount == 1)
  }

  @Test func layerOffsetMovesRecordedSoundAndIsUndone() throws {
    let writers = KeepingWriters()
    let (bench, _) = try record(writers)
    let application = bench.makeApplication()
    try run(bench, seconds: 1, writers)
    try bench.stopRecording()
    let folder = FilePath("/takes")
    let start = try #require(bench.controller.list.current?.clips(in: folder).first?.start)
    application.perform(.request(.layerOffset(-0.0125)))
    #expect(application.state.notices.last == .take(.sound(.layerMoved("input 1", seconds: -0.0125))))
    #expect(bench.controller.list.current?.clips(in: folder).first?.start == start - 600)
    let stored = try #require(bench.controller.list.current)
    #expect(try TakeFile.decode(TakeFile.encode(stored), subject: "t") == stored)
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.current?.clips(in: folder).first?.start == start)
  }

  @Test func layerOffsetIsRefusedForALayerOfHits() throws {
    let bench = try TakeBench([("a", Ramp.frames(200_000))], countIn: 0)
    let application = bench.makeApplication()
    try bench.play()
    try bench.recordHit()
    let take = bench.controller.list.current
    application.perform(.request(.layerOffset(0.01)))
    #expect(bench.controller.list.current == take)
    #expect(application.state.notices.last == .take(.sound(.layerHasNoSound("layer 1"))))
  }
}

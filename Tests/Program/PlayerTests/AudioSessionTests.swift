import AudioBase
import AudioDevices
import AudioFiles
import MixEngine
import Player
import Synchronization
import SystemBase
import TestSupport
import Testing
import TrackFeed

/// The owner of device, feeder and stretcher ends them in the right order, whenever it is released.
@Suite struct AudioSessionTests {
  private static let track = Ramp.frames(100_000)

  /// Frees what the device and the threads work on while they work: AddressSanitizer finds any use after that.
  @Test(arguments: [1.0, 1.5]) func releaseOfAPlayingSessionStopsDeviceAndThreads(speed: Double) throws {
    for round in 0..<20 {
      weak var control: EngineControl?
      weak var feeder: StreamFeeder?
      weak var stretcher: StretchService?
      weak var device: CountingDevice?
      try {
        let engine = AudioEngine(sampleRate: .standard)
        let session = makeSession(engine)
        let output = CountingDevice(period: FrameCount(64))
        (control, feeder, stretcher, device) = (engine.control, session.feeder, session.stretcher, output)
        play(engine, session, speed)
        try session.start(OpenedOutput(output), events: { _ in })
        #expect(output.wait(forBlocks: round % 7 + 1))
        engine.control.port(for: .keys).strike(Hit(pad: 1, velocity: 127, time: .now))
      }()
      #expect(feeder == nil && stretcher == nil && device == nil)
      #expect(control == nil)
    }
  }

  @Test func aDeviceIsStoppedBeforeAnotherOneStarts() throws {
    let session = makeSession(AudioEngine(sampleRate: .standard))
    let (first, second) = (CountingDevice(period: FrameCount(64)), CountingDevice(period: FrameCount(64)))
    try session.start(OpenedOutput(first), events: { _ in })
    #expect(first.wait(forBlocks: 3))
    second.whenStarting = { #expect(first.isStopped) }
    try session.start(OpenedOutput(second), events: { _ in })
    #expect(second.wait(forBlocks: 3))
    session.stop()
    #expect(second.isStopped)
  }

  @Test func aDeviceThatDoesNotStartIsStopped() throws {
    let session = makeSession(AudioEngine(sampleRate: .standard))
    let device = CountingDevice(period: FrameCount(64), failure: DeviceError(.unavailable, "test"))
    #expect(throws: DeviceError(.unavailable, "test")) {
      try session.start(OpenedOutput(device), events: { _ in })
    }
    #expect(device.isStopped)
  }

  private func makeSession(_ engine: AudioEngine) -> AudioSession {
    let decoders = MemoryDecoders(["a": AudioSessionTests.track])
    return AudioSession(
      engine, feeder: StreamFeeder(engine: engine, decoders: decoders, converters: NoConversion()) { _ in },
      stretcher: StretchService(engine: engine, makers: TimeStretcherMaker()) { _ in })
  }

  private func play(_ engine: AudioEngine, _ session: AudioSession, _ speed: Double) {
    engine.control.send(.flush(generation: 1))
    session.feeder.send([
      .load(StreamItem(id: StreamID(1), location: TrackLocation(path: FilePath("a"))), at: 0, generation: 1)
    ])
    session.stretcher.setSpeed(speed)
    engine.control.send(.play)
  }
}

/// The null output, which counts its blocks.
private final class CountingDevice: OutputDevice {
  private final class Sink: PacedSink {
    let blocks = Atomic<Int>(0)
    let news = ConditionVariable()

    func write(_ block: UnsafeBufferPointer<Frame>) {
      blocks.add(1, ordering: .releasing)
      news.tell()
    }

    func close() {}
  }

  let name = "counting"
  var format: OutputFormat { output.format }
  private let sink = Sink()
  private let output: PacedOutput
  private let failure: DeviceError?
  private let stopped = Atomic<Bool>(false)
  nonisolated(unsafe) var whenStarting: () -> Void = {}

  init(period: FrameCount, failure: DeviceError? = nil) {
    output = PacedOutput(name: "null", sampleRate: .standard, period: period, sink: sink)
    self.failure = failure
  }

  var isStopped: Bool { stopped.load(ordering: .acquiring) }

  func start(_ source: RenderSource, events report: @escaping DeviceReport) throws(DeviceError) {
    whenStarting()
    try output.start(source, events: report)
    if let failure { throw failure }
  }

  func stop() {
    output.stop()
    stopped.store(true, ordering: .releasing)
  }

  /// Waits until a number of blocks was rendered. Returns false if they were not.
  func wait(forBlocks count: Int) -> Bool {
    sink.news.wait { sink.blocks.load(ordering: .acquiring) >= count }
  }
}

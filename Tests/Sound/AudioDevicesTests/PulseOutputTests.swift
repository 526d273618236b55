import AudioBase
import Glibc
import SystemBase
import Testing

@testable import AudioDevices

/// Sound servers through PulseAudio's client library. The tests run in separate processes, which find a private server
/// by their environment.
@Suite(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
struct PulseOutputTests {
  @Test func serverSetsThePaceOfTheOutput() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let output = try server.output()
        #expect(output.name == "pulse" && output.format.sampleRate == .standard)
        #expect(output.format.period.value == 256 && output.format.buffer.value <= 2_048)
        let source = TestSource()
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        #expect(source.isPaced(seconds: 0.85), "the server sets the pace")
        output.stop()
        let rendered = source.rendered
        #expect(source.rendered == rendered && log.errors.isEmpty)
        #expect(source.all.allSatisfy { $0.frames == 256 && $0.time.delay < 4_096 })
      }
    }
  }

  @Test func requestsOfALargeBufferAreAnnounced() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let output = try server.answering {
          try PulseOutput(sink: nil, rate: nil, period: FrameCount(256), periods: 12)
        }
        let source = TestSource()
        try output.start(source.source, events: { _ in })
        #expect(source.wait(forFrames: 48_000))
        output.stop()
        // The blocks of a request are asked for at the same time.
        let requests = Dictionary(grouping: source.all) { $0.asked.nanoseconds }.mapValues { $0.count * 256 }
        let largest = requests.values.max() ?? 0
        #expect(largest > 1_024 && source.preparedFrames >= largest)
      }
    }
  }

  @Test func longBufferIsFilledSeldomAndAHitMakesItShort() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let isSteady = try PaceWatch.holds { try LongBufferRun(server)?.isSteady ?? false }
        #expect(isSteady, "the sound goes on, and the server requests at most 48 times a second")
      }
    }
  }

  @Test func outputWaitsForALostServer() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let (output, source, log) = try server.play()
        for round in 1...3 {
          #expect(source.wait(forFrames: source.rendered + 9_600))
          server.kill()
          #expect(log.waitForInterruptions(2 * round - 1)?.last == true)
          #expect(log.reasons.last == .serverGone)
          try server.start(sinks: ["speakers"])
          #expect(log.waitForInterruptions(2 * round)?.last == false)
        }
        output.stop()
        #expect(log.errors.isEmpty)
      }
    }
  }

  @Test func removedSinkIsReplacedOrAwaited() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let (output, source, log) = try server.play()
        #expect(source.wait(forFrames: 9_600))
        try server.unplug()
        #expect(log.waitForInterruptions(1) == [true])
        #expect(log.reasons == [.deviceGone("speakers")])
        try server.plug("phones")
        #expect(log.waitForInterruptions(2) == [true, false])
        #expect(source.wait(forFrames: source.rendered + 9_600))
        output.stop()
        #expect(log.errors.isEmpty && log.changes.isEmpty)
      }
    }
  }

  @Test func aMoveToAnotherSinkIsReported() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        try server.plug("phones")
        let (output, source, log) = try server.play(on: "phones")
        #expect(output.name == "pulse:phones")
        #expect(source.wait(forFrames: 9_600))
        try server.control("move-sink-input", "0", "speakers")
        #expect(log.waitForChanges(1) == [.moved(to: "speakers")])
        #expect(output.receiver == .sink("speakers"))
        #expect(source.wait(forFrames: source.rendered + 9_600))
        output.stop()
        #expect(log.errors.isEmpty && log.interruptions.isEmpty)
      }
    }
  }

  @Test func missingSinkIsReplacedUntilTheSinkAppears() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let output = try server.output(on: "phones")
        #expect(output.name == "pulse:phones" && output.receiver == .sink("speakers"))
        // It does not rest meanwhile.
        let source = TestSource(restsAfter: 1)
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        #expect(log.waitForChanges(1) == [.missing("phones", next: "speakers")])
        #expect(source.wait(forFrames: 9_600))
        try server.plug("phones")
        #expect(log.waitForChanges(2)?.last == .moved(to: "phones"))
        #expect(output.receiver == .sink("phones") && source.waitForRest(1))
        output.stop()
        #expect(log.errors.isEmpty && log.interruptions.isEmpty)
      }
    }
  }

  @Test func sinkMissingAfterAServerRestartIsReplacedUntilTheSinkAppears() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        try server.plug("phones")
        let (output, source, log) = try server.play(on: "phones")
        #expect(source.wait(forFrames: 9_600) && output.receiver == .sink("phones"))
        server.kill()
        #expect(log.waitForInterruptions(1) == [true])
        try server.start(sinks: ["speakers"])
        #expect(log.waitForInterruptions(2) == [true, false])
        #expect(log.changes == [.missing("phones", next: "speakers")] && output.receiver == .sink("speakers"))
        try server.plug("phones")
        #expect(log.waitForChanges(2)?.last == .moved(to: "phones"))
        #expect(source.wait(forFrames: source.rendered + 9_600))
        output.stop()
        #expect(log.errors.isEmpty)
      }
    }
  }

  @Test func removedChosenSinkIsUsedAgainAfterItsReturn() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        try server.plug("phones")
        let (output, source, log) = try server.play(on: "speakers")
        #expect(source.wait(forFrames: 9_600))
        try server.unplugFirst()
        #expect(log.waitForChanges(1) == [.removed("speakers", next: "phones")])
        try server.plug("speakers")
        #expect(log.waitForChanges(2)?.last == .moved(to: "speakers"))
        output.stop()
        #expect(log.errors.isEmpty)
      }
    }
  }

  @Test func silentOutputRestsAndAnEndOfTheServerEndsTheRest() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let (output, source, log) = try server.play(restsAfter: 9_600)
        for round in 1...3 {
          #expect(source.waitForRest(round))
          source.wake()
        }
        #expect(source.waitForRest(4))
        server.kill()
        #expect(log.waitForInterruptions(1) == [true], "the end of the server ends the rest")
        output.stop()
        #expect(log.errors.isEmpty)
      }
    }
  }

  @Test func lostNetworkServerEndsARest() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        try server.listenToNetwork()
        let (output, source, log) = try server.play(restsAfter: 9_600)
        #expect(source.waitForRest(1))
        server.kill()
        #expect(log.waitForInterruptions(1) == [true])
        output.stop()
      }
    }
  }

  @Test func missingSinkOrServerIsRefusedWithTheReason() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        #expect(PulseServer.isListening)
        #expect {
          try server.answering {
            try PulseOutput(sink: "nothing", staysOnSink: true, rate: nil, period: FrameCount(256))
          }
        } throws: {
          ($0 as? DeviceError)?.code == .unavailable
        }
        server.halt()
        #expect { try PulseOutput(sink: nil, rate: nil, period: FrameCount(256)) } throws: {
          ($0 as? DeviceError)?.code == .notResponding
        }
        server.kill()
        #expect(!PulseServer.isListening)
        #expect(throws: DeviceError(.noServer, "pulse", detail: "no sound server is running")) {
          try PulseOutput(sink: nil, rate: nil, period: FrameCount(256))
        }
      }
    }
  }
}

extension SoundServer {
  /// Opens an output.
  ///
  /// - Parameter sink: nil for the default sink.
  fileprivate func output(on sink: String? = nil) throws -> PulseOutput {
    try answering { try PulseOutput(sink: sink, rate: nil, period: FrameCount(256)) }
  }

  /// Starts an output on a sink; nil for the default sink.
  fileprivate func play(on sink: String? = nil, restsAfter: Int? = nil) throws
    -> (output: PulseOutput, source: TestSource, log: DeviceLog)
  {
    let (output, source, log) = (try output(on: sink), TestSource(restsAfter: restsAfter), DeviceLog())
    try output.start(source.source, events: log.receive)
    return (output, source, log)
  }
}

/// An output whose buffer is made long, and short again by a hit.
private struct LongBufferRun {
  private let blocks: [TestSource.Block]
  /// The first block after the request for a long buffer.
  private let start: Int
  /// The blocks of half a second with a long buffer.
  private let listening: Range<Int>
  /// Whether there was no dropout since the request, and no interruption.
  private let isUndisturbed: Bool

  /// Returns nil if the buffer does not get the lengths that are requested.
  init?(_ server: SoundServer) throws {
    let output = try server.output()
    let short = output.format.buffer
    let source = TestSource()
    let log = DeviceLog()
    try output.start(source.source, events: log.receive)
    defer { output.stop() }
    #expect(source.wait(forFrames: 9_600))
    let xruns = log.xruns
    start = source.all.count
    output.use(.long)
    // 100 ms at 48 kHz.
    guard let long = log.waitForStates(1)?.last, (4_600...5_000).contains(long.value) else { return nil }
    #expect(source.wait(forFrames: source.rendered + 5_120))
    let filled = source.all.count
    #expect(source.wait(forFrames: source.rendered + 24_000))
    listening = filled..<source.all.count
    source.strike()
    guard log.waitForStates(2)?.last == short else { return nil }
    #expect(source.wait(forFrames: source.rendered + 12_000))
    output.stop()
    blocks = source.all
    isUndisturbed = log.xruns == xruns && log.interruptions.isEmpty && log.errors.isEmpty
  }

  /// Whether the server requested blocks seldom while the buffer was long, each block since then was heard right after the
  /// one before it, and the buffer is short at the end.
  var isSteady: Bool {
    // The blocks of a request are asked for at the same time.
    let fills = listening.count { blocks[$0].asked != blocks[$0 - 1].asked }
    let heard = blocks.dropFirst(start - 1)
      .map { $0.asked.advanced(bySeconds: Double($0.time.delay) / 48_000) }
    let isContinuous = zip(zip(heard, heard.dropFirst()), blocks.dropFirst(start - 1)).allSatisfy {
      abs($0.1.seconds(since: $0.0) - Double($1.frames) / 48_000) < 0.01
    }
    let endsShort = blocks.last.map { $0.time.delay < 2_048 } == true
    return isUndisturbed && fills <= 24 && isContinuous && endsShort
  }
}

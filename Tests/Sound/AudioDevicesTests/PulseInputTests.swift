import AudioBase
import Synchronization
import TestSupport
import Testing

@testable import AudioDevices

/// Inputs of sound servers. The tests run in separate processes, which find a private server by their environment.
@Suite(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
struct PulseInputTests {
  @Test func monitorSourceCapturesTheOutputUntilTheServerIsLost() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        let input = try server.answering { try PulseInput(source: "speakers.monitor", rate: nil) }
        #expect(input.name == "pulse:speakers.monitor" && input.format.channels == 2)
        let (sink, log) = (CaptureLog(), InputLog())
        input.start(sink.receive, events: log.receive)
        let output = try server.answering { try PulseOutput(sink: nil, rate: nil, period: FrameCount(256)) }
        let source = TestSource()
        try output.start(source.source, events: { _ in })
        #expect(sink.news.wait { sink.music.count > 48_000 })
        // The server stores 16 bits. A jump is a place where frames are missing: on a busy machine there are some.
        let places = sink.music[..<40_000].map(TestSource.place)
        let jumps = zip(places, places.dropFirst()).count { abs($1 - $0 - 1) > 64 }
        #expect(jumps < 400, "\(jumps)")
        server.kill()
        #expect(log.news.wait { log.error != nil })
        #expect(log.error?.code == .lost)
        output.stop()
        input.stop()
      }
    }
  }

  @Test func oneChannelIsHeardOnBothSides() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let input = try server.answering {
          try PulseInput(source: nil, rate: SampleRate(44_100), channels: 1)
        }
        #expect(input.format.channels == 1 && input.format.sampleRate == SampleRate(44_100))
        let sink = CaptureLog()
        input.start(sink.receive, events: { _ in })
        #expect(sink.news.wait { sink.frames > 4_410 })
        input.stop()
        #expect(throws: DeviceError.self) { try PulseInput(source: "nothing", rate: nil) }
      }
    }
  }
}

/// What an input has captured.
private final class CaptureLog: Sendable {
  private let captured = Mutex<(frames: Int, music: [Frame])>((0, []))
  let news = ConditionVariable()

  var frames: Int { captured.withLock { $0.frames } }
  /// From the first sound on.
  var music: [Frame] { captured.withLock { $0.music } }

  func receive(_ block: UnsafeBufferPointer<Frame>, at time: CaptureTime) {
    captured.withLock { captured in
      captured.frames += block.count
      captured.music += captured.music.isEmpty ? Array(block.drop { $0.x < 1e-3 }) : Array(block)
    }
    news.tell()
  }
}

private final class InputLog: Sendable {
  private let failure = Mutex<DeviceError?>(nil)
  let news = ConditionVariable()

  var error: DeviceError? { failure.withLock { $0 } }

  func receive(_ event: DeviceEvent) {
    guard case .failed(let error) = event else { return }
    failure.withLock { $0 = error }
    news.tell()
  }
}

import AudioBase
import Glibc
import Testing

@testable import AudioDevices

/// Cards and sound servers through alsa-lib. Tests that depend on its environment run in separate processes, since
/// alsa-lib reads it once.
@Suite struct ALSAOutputTests {
  @Test func missingPCMIsUnavailableAndStandardErrorStaysEmpty() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      for name in ["drumdub-no-such-pcm", "hw:99", "plughw:CARD=Nothing", "{", ""] {
        #expect {
          try ALSAOutput(pcm: name, rate: nil, period: FrameCount(256))
        } throws: {
          let error = $0 as? DeviceError
          return error?.code == .unavailable && error?.subject == name
            && error?.detail?.hasPrefix("snd_pcm_open: ") == true
        }
      }
    }
    let written = try #require(result).standardErrorContent
    #expect(String(decoding: written, as: UTF8.self) == "")
  }

  @Test func nullPCMOfALSAIsOpenedAndSetUp() throws {
    let output = try ALSAOutput(pcm: "null", rate: SampleRate(44_100), period: FrameCount(256))
    #expect(output.name == "alsa:null")
    #expect(output.format.sampleRate == SampleRate(44_100))
    #expect(output.format.period.value > 0 && output.format.buffer >= output.format.period)
    output.stop()
    #expect(try ALSAOutput(pcm: "null", rate: nil, period: FrameCount(128)).format.sampleRate == .standard)
  }

  @Test(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
  func outputPlaysThroughASoundServerAndReportsALostServer() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        let output = try ALSAOutput(pcm: "default", rate: nil, period: FrameCount(256))
        #expect(output.name == "alsa" && output.format.sampleRate == .standard)
        #expect(output.format.period.value <= 1_024 && output.format.buffer.value <= 8_192)
        let source = TestSource()
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        let buffered = Double(output.format.buffer.value) / 48_000
        #expect(source.isPaced(seconds: 1 - 2 * buffered - 0.1), "the server sets the pace")
        #expect(log.errors.isEmpty)
        #expect(source.all.allSatisfy { $0.frames == output.format.period.value })
        server.kill()
        let error = log.waitForFailure()
        #expect(error?.code == .lost && error?.subject == "alsa")
        let rendered = source.rendered
        output.stop()
        #expect(source.rendered == rendered && log.errors.count == 1)
      }
    }
  }

  @Test(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
  func haltedServerInterruptsTheOutputUntilTheServerResumes() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        let output = try ALSAOutput(pcm: "default", rate: nil, period: FrameCount(256))
        let source = TestSource()
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        for round in 1...2 {
          #expect(source.wait(forFrames: source.rendered + 9_600))
          server.halt()
          #expect(log.waitForInterruptions(2 * round - 1)?.last == true)
          let rendered = source.rendered
          server.goOn()
          #expect(log.waitForInterruptions(2 * round)?.last == false)
          #expect(source.wait(forFrames: rendered + 9_600))
        }
        #expect(log.errors.isEmpty)
        server.halt()
        // The output stops nevertheless.
        output.stop()
        server.goOn()
      }
    }
  }

  @Test(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
  func outputRestsAndWakesAndReportsAServerLostDuringARest() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        let output = try ALSAOutput(pcm: "default", rate: nil, period: FrameCount(256))
        let source = TestSource(restsAfter: 9_600)
        let log = DeviceLog()
        try output.start(source.source, events: log.receive)
        for round in 1...3 {
          #expect(source.waitForRest(round))
          #expect(source.rendered < 9_600 * round + 256)
          source.wake()
        }
        #expect(source.waitForRest(4))
        #expect(log.errors.isEmpty)
        let blocks = source.all
        let woken = blocks.indices.filter {
          $0 > 0 && blocks[$0].time.isRestart && !blocks[$0 - 1].time.isRestart
        }
        #expect(woken.count >= 3, "the first block after a rest restarts the clock")
        server.kill()
        source.wake()
        #expect(log.waitForFailure()?.code == .lost)
        output.stop()
      }
    }
  }

  @Test(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
  func stoppedOutputRendersNothingMoreAndCanBeOpenedAgain() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        for _ in 0..<3 {
          let output = try ALSAOutput(pcm: "default", rate: SampleRate(44_100), period: FrameCount(512))
          #expect(output.format.sampleRate == SampleRate(44_100))
          let source = TestSource()
          let log = DeviceLog()
          try output.start(source.source, events: log.receive)
          #expect(source.wait(forFrames: 4_096))
          output.stop()
          let rendered = source.rendered
          output.stop()
          #expect(source.rendered == rendered && log.errors.isEmpty)
        }
      }
    }
  }

  @Test(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
  func missingServerIsUnavailableAndStandardErrorStaysEmpty() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      ExitTest.run {
        let server = try SoundServer()
        server.kill()
        #expect { try ALSAOutput(pcm: "default", rate: nil, period: FrameCount(256)) } throws: {
          ($0 as? DeviceError)?.code == .unavailable
        }
      }
    }
    let written = try #require(result).standardErrorContent
    #expect(String(decoding: written, as: UTF8.self) == "")
  }
}

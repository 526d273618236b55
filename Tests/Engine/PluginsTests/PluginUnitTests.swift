import AudioBase
import Effects
import Glibc
import Plugins
import Synchronization
import SystemBase
import TestSupport
import Testing

/// The sound that another thread has rendered.
private final class HeardFrames: Sendable {
  let frames = Mutex<[Frame]?>(nil)
}

/// What a plug-in does in a chain.
@Suite struct PluginUnitTests {
  private let bench: PluginBench

  init() throws {
    bench = try PluginBench()
    for name in ["gain", "nan", "slow", "delay", "work", "hang"] { try bench.add(name) }
  }

  @Test func plugInOfOneChannelRunsOnceForEachSide() throws {
    let heard = try bench.make("gain", 0.5).render(noise(4096))
    #expect(Array(heard.suffix(1000)) == noise(4096).suffix(1000).map { $0 * 0.5 })
  }

  @Test func valueMovesWithoutAStep() throws {
    let unit = try bench.make("gain", 0)
    let ones = [Frame](repeating: Frame(repeating: 0.5), count: 4800)
    _ = unit.render(ones)
    unit.set(0, to: 1)
    let heard = unit.render(ones)
    let largest = zip(heard, heard.dropFirst()).map { abs($1.x - $0.x) }.max() ?? 1
    #expect(largest < 0.25 && heard.last == Frame(repeating: 0.5))
  }

  @Test func bypassPassesTheInputAndComesBack() throws {
    let unit = try bench.make("gain", 0.5)
    _ = unit.render(noise(2048))
    unit.bypass(true)
    #expect(Array(unit.render(noise(2048)).suffix(1000)) == noise(2048).suffix(1000))
    unit.bypass(false)
    #expect(Array(unit.render(noise(2048)).suffix(1000)) == noise(2048).suffix(1000).map { $0 * 0.5 })
  }

  @Test func plugInThatYieldsNaNIsBypassed() throws {
    let unit = try bench.make("nan", 0)
    _ = unit.render(noise(2048))
    #expect(unit.failure == nil)
    unit.set(0, to: 1)
    let heard = unit.render(noise(4096))
    #expect(heard.allSatisfy { $0.x.isFinite && $0.y.isFinite } && unit.failure == .notFinite)
    #expect(Array(heard.suffix(1000)) == noise(4096).suffix(1000))
  }

  @Test func slowPlugInIsBypassedInRealTimeOnly() throws {
    let unit = try bench.make("slow", 1)
    let heard = unit.render(noise(8192))
    #expect(unit.failure == .tooSlow && Array(heard.suffix(100)) == noise(8192).suffix(100))
    let patient = try bench.make("slow", 1, isRealtime: false)
    _ = patient.render(noise(8192))
    #expect(patient.failure == nil)
  }

  /// Renders on a thread of its own that has blocked all signals, as those of libdispatch have, while the unit is checked.
  ///
  /// - Returns: the sound; nil if the plug-in does not come back in time. Its thread is left alone then.
  private func renderWatched(_ unit: PluginUnit, _ input: [Frame]) -> [Frame]? {
    let heard = HeardFrames()
    let thread = WorkerThread(name: "rendering") {
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let frames = unit.render(input)
      heard.frames.withLock { $0 = frames }
    }
    let deadline = HostTime.now.advanced(bySeconds: Wait.patience)
    // Checks are further apart than a call takes that comes back.
    while !thread.join(until: min(deadline, HostTime.now.advanced(bySeconds: 0.005))) {
      _ = unit.watch()
      if HostTime.now >= deadline { return nil }
    }
    return heard.frames.withLock { $0 }
  }

  /// Asleep or busy, the plug-in is left by its own thread, in which the checks of another thread find it.
  @Test(arguments: [1, 2]) func plugInThatDoesNotComeBackIsEndedAndBypassed(control: Double) throws {
    let unit = try bench.make("hang", 0)
    _ = unit.render(noise(2048))
    unit.set(0, to: control)
    let heard = try #require(renderWatched(unit, noise(8192)), "the plug-in was not ended")
    #expect(unit.failure == .hung && Array(heard.suffix(1000)) == noise(8192).suffix(1000))
    #expect(unit.state == nil)
    // Nothing waits for it, and it is never called again.
    unit.bypass(true)
    unit.bypass(false)
    #expect(unit.render(noise(1024)) == noise(1024))
  }

  @Test func callsThatComeBackAreNotEnded() throws {
    let unit = try bench.make("gain", 0.5)
    for _ in 0..<100 {
      _ = unit.render(noise(128))
      #expect(!unit.watch())
    }
    #expect(unit.failure == nil)
  }

  @Test func latencyIsTold() throws {
    let unit = try bench.make("delay", 300)
    #expect(unit.unit.latency == 300)
    let heard = unit.render(noise(4096))
    #expect(Array(heard[2000..<4096]) == Array(noise(4096)[1700..<3796]))
  }

  @Test func shorterLatencyIsMetAtTheEdge() throws {
    let unit = try bench.make("delay", 300)
    _ = unit.render(noise(4096))
    unit.set(0, to: 100)
    _ = unit.render(noise(9600, seed: 2))
    let input = noise(4096, seed: 3)
    let heard = unit.render(input)
    #expect(unit.unit.latency == 300 && !unit.acceptLongerLatency())
    #expect(Array(heard[2000..<4096]) == Array(input[1700..<3796]))
  }

  @Test func longerLatencyNeedsANewPlan() throws {
    let unit = try bench.make("delay", 100)
    _ = unit.render(noise(4096))
    unit.set(0, to: 300)
    _ = unit.render(noise(9600, seed: 2))
    #expect(unit.unit.latency == 100 && unit.acceptLongerLatency() && unit.unit.latency == 300)
    #expect(!unit.acceptLongerLatency())
  }

  @Test func bypassedPlugInKeepsItsLatency() throws {
    let unit = try bench.make("delay", 300)
    unit.bypass(true)
    let heard = unit.render(noise(4096))
    #expect(Array(heard[2000..<4096]) == Array(noise(4096)[1700..<3796]))
  }

  /// A restart would empty its line.
  @Test func plugInThatIsStillHeardIsNotRestarted() throws {
    let unit = try bench.make("delay", 300)
    let input = noise(8192)
    var heard = unit.render(Array(input[..<4096]))
    unit.bypass(true)
    heard += unit.render(Array(input[4096..<4224]))
    unit.bypass(false)
    heard += unit.render(Array(input[4224...]))
    #expect(Array(heard[2000...]) == Array(input[1700..<7892]))
  }

  @Test func jobOfARenderingPlugInIsAnsweredAtOnce() throws {
    let unit = try bench.make("work", 0.5, isRealtime: false)
    let heard = unit.render(noise(2048))
    #expect(Array(heard.suffix(1000)) == noise(2048).suffix(1000).map { $0 * 0.5 })
  }

  @Test func jobOfAHeardPlugInIsAnsweredByItsThread() throws {
    let unit = try bench.make("work", 0.5)
    var heard: [Frame] = []
    try Wait.until("the answer", milliseconds: 1, told: { "\(heard.suffix(1))" }) {
      heard = unit.render([Frame](repeating: Frame(repeating: 0.5), count: 256))
      return heard.last == Frame(repeating: 0.25)
    }
  }
}

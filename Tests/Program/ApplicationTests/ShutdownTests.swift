import Synchronization
import SystemBase
import Testing

@testable import Application

/// The parts of the program end in parallel, and one that hangs does not delay the others.
@MainActor @Suite struct ShutdownTests {
  @Test func hangingPartIsAbandonedAtShutdownAndTheOthersEnd() {
    let ended = Mutex<Set<Shutdown.Part>>([])
    let release = WakeSignal()
    defer { release.wake() }
    var shutdown = Shutdown()
    shutdown.start(.session) { release.wait(milliseconds: nil) }
    for part in [Shutdown.Part.tags, .playlists] {
      shutdown.start(part) { ended.withLock { _ = $0.insert(part) } }
    }
    shutdown.run(.output, by: .last) { ended.withLock { _ = $0.insert(.output) } }
    shutdown.run(.takes, by: .last) { ended.withLock { _ = $0.insert(.takes) } }
    #expect(shutdown.unfinished.isEmpty)
    shutdown.wait()
    #expect(shutdown.unfinished == [.session])
    #expect(ended.withLock { $0 } == [.tags, .playlists, .output, .takes])
  }

  @Test func partWithoutDataThatDoesNotEndHasLostNothing() {
    let release = WakeSignal()
    defer { release.wake() }
    var shutdown = Shutdown(factor: 0.1)
    shutdown.start(.tagEdits, hasData: { false }) { release.wait(milliseconds: nil) }
    shutdown.start(.index) { release.wait(milliseconds: nil) }
    shutdown.wait()
    #expect(shutdown.unfinished == [.tagEdits, .index] && shutdown.unwritten == [.index])
  }

  @Test func hangingPartLeavesLaterPartsTimeToEnd() {
    let ended = Mutex(false)
    let release = WakeSignal()
    defer { release.wake() }
    // A busy machine may start the thread of a part that writes late.
    var shutdown = Shutdown(factor: 100)
    shutdown.run(.output, by: .output) { release.wait(milliseconds: nil) }
    #expect(shutdown.unfinished == [.output])
    shutdown.run(.takes, by: .last) { ended.withLock { $0 = true } }
    shutdown.wait()
    #expect(shutdown.unfinished == [.output])
    #expect(ended.withLock { $0 })
  }

  /// The clock of a busy machine: half a second passes whenever it is looked at.
  @Test func partOnABusyMachineIsWaitedForWhileOtherProgramsRun() {
    let release = WakeSignal()
    let looks = Mutex(0)
    let begin = HostTime.now
    var shutdown = Shutdown {
      looks.withLock { looks in
        looks += 1
        if looks == 20 { release.wake() }
        return begin.advanced(bySeconds: Double(looks) / 2)
      }
    }
    shutdown.start(.session) { release.wait(milliseconds: nil) }
    shutdown.wait()
    #expect(shutdown.unfinished.isEmpty && looks.withLock { $0 } >= 20)
  }

  @Test func onlyPartsThatWriteGetMoreTime() {
    let shutdown = Shutdown(factor: 10)
    let (reading, writing) = (shutdown.end(of: .last, for: .tags), shutdown.end(of: .last, for: .session))
    #expect(abs(writing.seconds(since: reading) - 8.1) < 1e-6)
    #expect(Shutdown().end(of: .last, for: .session) < HostTime.now.advanced(bySeconds: 1))
  }
}

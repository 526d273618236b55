import SystemBase
import Testing

@Suite struct WorkerThreadTests {
  @Test func hangingThreadIsJoinedLater() {
    let permission = WakePermission()
    let thread = WorkerThread(name: "test") { permission.signal.wait(milliseconds: nil) }
    #expect(!thread.join(until: .now))
    #expect(!thread.join(until: .now.advanced(bySeconds: 0.01)))
    permission.signal.wake()
    #expect(thread.join(until: .now.advanced(bySeconds: 60)))
    #expect(thread.join(until: .now), "it has been")
    thread.join()
  }

  private final class WakePermission: Sendable {
    let signal = WakeSignal()
  }
}

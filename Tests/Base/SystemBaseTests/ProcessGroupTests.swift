import SystemBase
import Testing

@Suite struct ProcessGroupTests {
  /// Signal 0 has no effect, but waits like any other signal.
  @Test func aSignalWaitsUntilAProgramHasStarted() {
    let hasSignalled = WakeSignal()
    let isDone = ProcessGroup.spawn { () -> (wasEarly: Bool, sender: WorkerThread) in
      let sender = WorkerThread(name: "signal") {
        ProcessGroup.signal(0)
        hasSignalled.wake()
      }
      return (hasSignalled.wait(milliseconds: 50), sender)
    }
    #expect(!isDone.wasEarly)
    isDone.sender.join()
    let hasCome = hasSignalled.wait(milliseconds: 0)
    #expect(hasCome)
  }
}

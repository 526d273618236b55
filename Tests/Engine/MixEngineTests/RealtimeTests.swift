import EngineExercise
import Glibc
import Testing

@_silgen_name("__rtsan_ensure_initialized") private func rtsanInitialize()
@_silgen_name("__rtsan_realtime_enter") private func rtsanEnter()
@_silgen_name("__rtsan_realtime_exit") private func rtsanExit()

/// RealtimeSanitizer ends the process at an allocation, a lock or a blocking call between enter and exit.
@Suite struct RealtimeTests {
  @Test func realtimeSanitizerDetectsAViolation() async {
    await #expect(processExitsWith: .exitCode(43)) {
      rtsanInitialize()
      rtsanEnter()
      let memory = malloc(64)
      rtsanExit()
      free(memory)
    }
  }

  @Test func theWholeCallbackNeitherAllocatesNorLocks() async {
    await #expect(processExitsWith: .success) {
      rtsanInitialize()
      let session = BusySession()
      session.play(seconds: 12) { render in
        rtsanEnter()
        render()
        rtsanExit()
      }
      let counts = session.counts
      // That all of it was asked for.
      precondition(counts.hits > 100 && counts.planned > 100 && counts.freePlans > 2, counts.text)
      precondition(counts.seeks > 8 && counts.rounds > 0 && counts.stretched > 2, counts.text)
      precondition(counts.lostDevices > 2 && counts.clocks > counts.lostDevices, counts.text)
      precondition(counts.clickBlocks > 10 && counts.moves > 20, counts.text)
    }
  }
}

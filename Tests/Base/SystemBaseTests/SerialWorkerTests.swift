import Synchronization
import SystemBase
import Testing

@Suite struct SerialWorkerTests {
  private final class Owner: Sendable {
    let worker: SerialWorker
    init(_ worker: SerialWorker) { self.worker = worker }
  }

  @Test func waitingClosuresRunInOrderBeforeTheWorkerStops() {
    let worker = SerialWorker(name: "test")
    let numbers = Mutex<[Int]>([])
    for number in 0..<100 { worker.run { numbers.withLock { $0.append(number) } } }
    worker.stop()
    #expect(numbers.withLock { $0 } == Array(0..<100))
  }

  @Test func closureAddedByAClosureRunsBeforeTheWorkerStops() {
    let worker = SerialWorker(name: "test")
    let (began, mayGoOn) = (WakeSignalBox(), WakeSignalBox())
    let hasRun = Mutex(false)
    worker.run {
      began.signal.wake()
      mayGoOn.signal.wait(milliseconds: nil)
      worker.run { hasRun.withLock { $0 = true } }
    }
    began.signal.wait(milliseconds: nil)
    let end = WorkerThread(name: "end") { worker.stop() }
    mayGoOn.signal.wake()
    end.join()
    #expect(hasRun.withLock { $0 })
  }

  @Test func delayedClosureRunsAfterItsDelay() {
    let worker = SerialWorker(name: "test")
    let hasRun = WakeSignalBox()
    worker.run(afterSeconds: 0.001) { hasRun.signal.wake() }
    hasRun.signal.wait(milliseconds: nil)
    worker.stop()
  }

  @Test func delayedClosureRunsWhenTheWorkerStopsAndAddsNoOther() {
    let worker = SerialWorker(name: "test")
    let numbers = Mutex<[Int]>([])
    worker.run(afterSeconds: 1000) {
      numbers.withLock { $0.append(2) }
      worker.run(afterSeconds: 0) { numbers.withLock { $0.append(3) } }
    }
    worker.run { numbers.withLock { $0.append(1) } }
    worker.stop()
    #expect(numbers.withLock { $0 } == [1, 2])
  }

  /// A closure that waited for ever would keep its owner, which keeps the worker.
  @Test(arguments: [false, true]) func stoppedWorkerKeepsNoClosure(hasStarted: Bool) {
    weak var released: Owner?
    do {
      let owner = Owner(SerialWorker(name: "test"))
      released = owner
      if hasStarted { owner.worker.run {} }
      owner.worker.stop()
      owner.worker.run { _ = owner }
    }
    #expect(released == nil)
  }
}

/// A wake signal that a closure can hold.
private final class WakeSignalBox: Sendable {
  let signal = WakeSignal()
}

import AudioBase
import Glibc
import Synchronization
import SystemBase

package enum MIDISenderEvent: Hashable, Sendable {
  /// The output is used again.
  case connected(String)
  /// The output cannot be used now.
  case lost(DeviceError)
  /// Many messages were sent.
  case progress
}

/// Sends the messages of a schedule at their times, on a thread of its own.
package final class MIDISender<Schedule: MIDISchedule>: ThreadedDevice {
  /// The seconds before a message in which the thread does not wait for changes, but for the exact time.
  private static var exactWait: Double { 0.002 }
  /// Seconds by which a message may be late.
  private static var mostLate: Double { 0.5 }
  /// Milliseconds after which an output that cannot be opened is tried again.
  private static var retryInterval: Int32 { 1_000 }
  /// The messages after which the progress is reported.
  private static var progressInterval: Int { 96 }

  private let name: String
  private let open: @Sendable () throws(DeviceError) -> any MIDIOutput
  private let schedule: Mutex<Schedule>
  private let report: @Sendable (MIDISenderEvent) -> Void
  package let thread = DeviceThread()

  /// Creates a sender, which is started and stopped once.
  ///
  /// - Parameters:
  ///   - name: the output as the user writes it.
  ///   - open: opens the output, on the thread.
  ///   - report: called on the thread.
  package init(
    _ schedule: Schedule, to name: String,
    open: @escaping @Sendable () throws(DeviceError) -> any MIDIOutput,
    report: @escaping @Sendable (MIDISenderEvent) -> Void
  ) {
    (self.name, self.open, self.report) = (name, open, report)
    self.schedule = Mutex(schedule)
  }

  /// Starts the thread. When it is stopped, it sends the messages that are due at once.
  package func start() { thread.start("midi") { [self] in run() } }

  /// Changes the schedule. Any thread.
  package func change(_ change: (inout Schedule) -> Void) {
    schedule.withLock { change(&$0) }
    thread.stopSignal.wake()
  }

  private func run() {
    var isLost = false
    repeat {
      do throws(DeviceError) {
        let output = try open()
        if isLost { report(.connected(name)) }
        return run(output)
      } catch {
        if !isLost { report(.lost(error)) }
        isLost = true
      }
      thread.stopSignal.wait(milliseconds: MIDISender.retryInterval)
    } while !thread.isStopping
  }

  private func run(_ output: any MIDIOutput) {
    var isLost = false
    var count = 0
    while true {
      let isStopping = thread.isStopping
      guard let due = schedule.withLock({ $0.due }) else {
        if isStopping { return }
        thread.stopSignal.wait(milliseconds: nil)
        continue
      }
      let left = due.seconds(since: .now)
      if left > 0 {
        if isStopping { return }
        wait(left, until: due)
        continue
      }
      // A time that is past by far is that of a suspended program.
      if left < -MIDISender.mostLate, schedule.withLock({ $0.resume(at: .now) }) { continue }
      for message in schedule.withLock({ $0.next() }) { send(message, to: output, &isLost) }
      count += 1
      if count % MIDISender.progressInterval == 0 { report(.progress) }
    }
  }

  /// Waits for a time or a change, which makes the rest of the wait pointless unless the time is near.
  private func wait(_ seconds: Double, until due: HostTime) {
    let early = seconds - MIDISender.exactWait
    if early > 0 {
      thread.stopSignal.wait(milliseconds: Int32(min(early * 1_000, 60_000)) + 1)
      return
    }
    SystemClock().sleep(until: due)
  }

  private func send(_ message: MIDIMessage, to output: any MIDIOutput, _ isLost: inout Bool) {
    do throws(DeviceError) {
      try output.send(message)
      if isLost { report(.connected(name)) }
      isLost = false
    } catch {
      if !isLost { report(.lost(error)) }
      isLost = true
    }
  }
}

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SystemBase

/// The log belongs to the process, so that one test runs at a time.
@Suite(.serialized) struct EventLogTests {
  @Test func eventsOfThreadsAreAppendedAsLinesWithTimeThreadAndKind() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("before\n".utf8, to: "log")
    EventLog.open(path)
    EventLog.onFailure { Issue.record("\($0)") }
    let thread = WorkerThread(name: "feeder") { EventLog.write(.stream, "connected\nto \u{1B}[2J") }
    thread.join()
    EventLog.write(.scan, "ends")
    close()
    EventLog.write(.scan, "after the end")
    let lines = String(decoding: try FileBytes.read(path, limit: 1_000), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0] == "before")
    #expect(lines[1].hasSuffix(#"Z feeder      stream   connected\nto \u{1B}[2J"#))
    #expect(lines[1].contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /#))
    #expect(lines[2].hasSuffix(" scan     ends"))
  }

  @Test func textIsNotMadeWithoutALog() {
    var count = 0
    func text() -> String {
      count += 1
      return ""
    }
    EventLog.write(.command, text())
    #expect(count == 0)
  }

  @Test func aFullDiskIsReportedOnceAndEndsTheLog() throws {
    let failures = Mutex<[FileError]>([])
    EventLog.open(FilePath("/dev/full"))
    EventLog.onFailure { error in failures.withLock { $0.append(error) } }
    for number in 1...3 { EventLog.write(.program, "event \(number)") }
    close()
    #expect(failures.withLock { $0.map(\.code) } == [.noSpace])
  }

  @Test func aFileThatCannotBeOpenedIsReported() throws {
    let folder = try TemporaryFolder()
    EventLog.open(folder.path)
    EventLog.write(.program, "an event")
    let failures = Mutex<[FileError]>([])
    EventLog.onFailure { error in failures.withLock { $0.append(error) } }
    close()
    #expect(failures.withLock { $0.map(\.code) } == [.isDirectory])
  }

  private func close() { EventLog.close(until: HostTime.now.advanced(bySeconds: 60)) }
}

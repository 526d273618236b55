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
    try EventLog.open(path) { Issue.record("\($0)") }
    let thread = WorkerThread(name: "feeder") { EventLog.write(.stream, "connected\nto \u{1B}[2J") }
    thread.join()
    EventLog.write(.scan, "ends")
    EventLog.close()
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
    try EventLog.open(FilePath("/dev/full")) { error in failures.withLock { $0.append(error) } }
    for number in 1...3 { EventLog.write(.program, "event \(number)") }
    EventLog.close()
    #expect(failures.withLock { $0.map(\.code) } == [.noSpace])
  }

  @Test func aFolderIsNoLog() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.self) { try EventLog.open(folder.path) { _ in } }
  }
}

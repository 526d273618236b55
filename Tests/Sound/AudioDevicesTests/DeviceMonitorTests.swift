import AudioBase
import Synchronization
import TestSupport
import Testing

@testable import AudioDevices

/// Devices that come and go. The tests run in separate processes, which find a private server by their environment.
@Suite(.enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
struct DeviceMonitorTests {
  @Test func newSinksAndNewServersAreReported() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let log = ChangeLog()
        let monitor = DeviceMonitor { log.add($0) }
        monitor.start()
        #expect(log.waitForReport())
        try server.plug("phones")
        #expect(log.wait(for: .outputAppeared(DeviceEntry("pulse:phones", "phones"))))
        server.kill()
        try server.start(sinks: ["speakers"])
        // What was plugged in before the monitor has found the server is not new.
        var count = 0
        try Wait.until("a sink of the new server") {
          count += 1
          try server.plug("headset\(count)")
          return log.changes.contains { change in
            if case .outputAppeared(let entry) = change {
              entry.name.hasPrefix("pulse:headset")
            } else {
              false
            }
          }
        }
        monitor.stop()
      }
    }
  }

  @Test func moveOfAnALSAOutputToAnotherSinkIsReported() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        let output = try ALSAOutput(pcm: "default", rate: nil, period: FrameCount(256))
        let source = TestSource()
        try output.start(source.source, events: { _ in })
        #expect(source.wait(forFrames: 9_600))
        let log = ChangeLog()
        let monitor = DeviceMonitor { log.add($0) }
        monitor.start()
        #expect(log.waitForReport())
        try server.plug("phones")
        try server.control("set-default-sink", "phones")
        #expect(log.wait(for: .route(.moved(to: "phones"))))
        monitor.stop()
        output.stop()
      }
    }
  }

  @Test func deviceListMatchesTheListOfTheServer() async throws {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let server = try SoundServer()
        defer { server.kill() }
        try server.plug("phones")
        // A busy machine may let the server answer too late for a list.
        var list = DeviceList()
        try Wait.until("the sinks of the server") {
          list = DeviceFinder.list()
          return list.outputs.contains(DeviceEntry("pulse:phones", "phones"))
        }
        #expect(list.outputs.first { $0.name == "pulse:speakers" }?.isDefault == true)
        #expect(list.inputs.first { $0.name == "pulse:phones.monitor" }?.isMonitor == true)
        server.halt()
        #expect(!DeviceFinder.list().outputs.contains { $0.name.hasPrefix("pulse") }, "it does not answer")
      }
    }
  }
}

private final class ChangeLog: Sendable {
  private let told = Mutex<(changes: [DeviceChange], reports: Int)>(([], 0))
  private let news = ConditionVariable()

  var changes: [DeviceChange] { told.withLock { $0.changes } }

  func add(_ changes: [DeviceChange]) {
    told.withLock {
      $0.changes += changes
      $0.reports += 1
    }
    news.tell()
  }

  func wait(for change: DeviceChange) -> Bool { news.wait { changes.contains(change) } }

  /// Waits until the monitor knows the devices.
  func waitForReport() -> Bool { news.wait { told.withLock { $0.reports > 0 } } }
}

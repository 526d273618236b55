import Glibc
import TestSupport
import Testing

@testable import AudioDevices

/// What is asked of RealtimeKit.
@Suite struct RealtimeKitTests {
  private typealias Offer = RealtimeKit.Offer
  private typealias Request = RealtimeKit.Request

  @Test func runtimeLimitIsLoweredToTheMaximumOfTheService() {
    let offer = Offer(priority: 20, longestRun: 200_000)
    #expect(RealtimeKit.request(for: offer, limit: .max) == Request(priority: 20, limit: 200_000))
    #expect(RealtimeKit.request(for: offer, limit: 200_000) == Request(priority: 20, limit: nil))
    #expect(RealtimeKit.request(for: offer, limit: 1000) == Request(priority: 20, limit: nil))
  }

  @Test func thePriorityIsNoHigherThanNeededOrOffered() {
    #expect(RealtimeKit.request(for: Offer(priority: 5, longestRun: 0), limit: .max)?.priority == 5)
    #expect(RealtimeKit.request(for: Offer(priority: 99, longestRun: 0), limit: .max)?.priority == 20)
    #expect(RealtimeKit.request(for: Offer(priority: 0, longestRun: 200_000), limit: .max) == nil)
  }

  // MARK: Over a bus, each in a separate process, since bus and limits belong to the process

  @Test func requestToTheServiceStaysWithinTheOfferedLimits() async {
    await #expect(processExitsWith: .success) {
      ExitTest.run {
        let folder = try TemporaryFolder()
        let bus = FakeSystemBus(.granting, path: folder.file("bus"))
        setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
        precondition(RealtimeKit.isReachable)
        RealtimeKit.ask(for: 4711)
        precondition(
          bus.grants == [FakeSystemBus.Grant(thread: 4711, priority: 15, limit: 200_000)], "\(bus.grants)")
      }
    }
  }

  @Test func refusalOfTheServicePrintsNothing() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      ExitTest.run {
        let folder = try TemporaryFolder()
        let bus = FakeSystemBus(.refusing, path: folder.file("bus"))
        setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
        RealtimeKit.ask(for: 4711)
        precondition(bus.grants.count == 1, "\(bus.grants)")
      }
    }
    #expect(result?.standardErrorContent.isEmpty == true)
  }

  @Test func missingServiceOrBusPrintsNothing() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      ExitTest.run {
        let folder = try TemporaryFolder()
        let bus = FakeSystemBus(.missing, path: folder.file("bus"))
        setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
        RealtimeKit.ask(for: 4711)
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere", 1)
        RealtimeKit.ask(for: 4711)
        precondition(bus.grants.isEmpty)
      }
    }
    #expect(result?.standardErrorContent.isEmpty == true)
  }
}

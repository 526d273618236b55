import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Player

@MainActor @Suite struct XrunWatchTests {
  private func time(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

  @Test func threeDropoutsInTenSecondsGrowTheBufferStepByStep() {
    var watch = XrunWatch(buffer: nil, period: FrameCount(256))
    #expect([0, 1, 2].map { watch.noteXrun(at: time($0)) } == [false, false, true])
    #expect(watch.periods == 3)
    #expect([3, 4, 5].map { watch.noteXrun(at: time($0)) } == [false, false, true])
    #expect(watch.periods == 4)
  }

  @Test func dropoutsFarApartDoNotGrowTheBuffer() {
    var watch = XrunWatch(buffer: nil, period: FrameCount(256))
    #expect(stride(from: 0.0, to: 100, by: 6).allSatisfy { !watch.noteXrun(at: time($0)) })
  }

  @Test func dropoutsOfAChangeOfTheRouteDoNotCount() {
    var watch = XrunWatch(buffer: nil, period: FrameCount(256))
    #expect([9.5, 9.8].allSatisfy { !watch.noteXrun(at: time($0)) })
    watch.routeDidChange(at: time(10))
    #expect([10, 10.1, 10.3, 10.9].allSatisfy { !watch.noteXrun(at: time($0)) })
    #expect(watch.periods == 2)
    #expect([11.1, 12, 13].map { watch.noteXrun(at: time($0)) } == [false, false, true])
  }

  @Test func bufferDoesNotGrowBeyondItsLargestSize() {
    var watch = XrunWatch(buffer: FrameCount(4096), period: FrameCount(256))
    #expect((0..<9).allSatisfy { !watch.noteXrun(at: time(Double($0))) })
    #expect(watch.periods == 16)
  }

  @Test func bufferSizesOfDevicesAreRemembered() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state").appending("devices.json")
    let saver = FileSaver(name: "test") { Issue.record("\($0)") }
    let memory = DeviceMemory(SavedFile(path, by: saver))
    let other = DeviceMemory(SavedFile(path, by: saver))
    #expect(memory.buffer(of: "alsa:default") == nil)
    memory.remember(FrameCount(1024), for: "alsa:default")
    other.remember(FrameCount(512), for: "jack")
    saver.stop()
    let read = DeviceMemory(SavedFile(path, by: saver))
    #expect(read.buffer(of: "jack") == FrameCount(512))
    #expect(read.buffer(of: "alsa:default") == FrameCount(1024))
    #expect(XrunWatch(buffer: FrameCount(1024), period: FrameCount(200)).periods == 6)
  }

  @Test func invalidRememberedBufferSizesAreIgnored() throws {
    let folder = try TemporaryFolder()
    for number in [Int.max, Int.min, -1, 0, 1 << 40] {
      let path = try folder.write("{\"alsa:default\":\(number)}", to: "devices.json")
      let saver = FileSaver(name: "test") { Issue.record("\($0)") }
      let buffer = DeviceMemory(SavedFile(path, by: saver)).buffer(of: "alsa:default")
      #expect(buffer == nil)
      #expect(XrunWatch(buffer: buffer, period: FrameCount(256)).periods == 2)
    }
  }
}

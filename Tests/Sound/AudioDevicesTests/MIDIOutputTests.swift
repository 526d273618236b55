import AudioBase
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import AudioDevices

/// Messages of a clock to pipes, device files and JACK.
@Suite struct MIDIOutputTests {
  /// Messages with equal intervals.
  private struct Beats: MIDISchedule {
    var times: [(message: MIDIMessage, time: HostTime)]

    var due: HostTime? { times.first?.time }

    mutating func next() -> [MIDIMessage] { [times.removeFirst().message] }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let song: [MIDIMessage] = [.clock, .songPosition(300), .goOn, .clock, .stop, .start, .clock]

  @Test func pipeReceivesTheMessagesOfAScheduleInTheirOrder() throws {
    let path = folder.file("clock")
    let messages = Mutex<[MIDIMessage]>([])
    let output = try RawMIDIOutput(path, name: "fifo", makesPipe: true)
    try output.send(.start)  // The pipe has no reader.
    let input = try RawMIDIInput(path, name: "fifo", makesPipe: true)
    input.start(receive: { message, _, _ in messages.withLock { $0.append(message) } }) { _ in }
    defer { input.stop() }
    try Wait.until("the pipe is read") {
      try output.send(.clock)
      return messages.withLock { !$0.isEmpty }
    }
    let first = HostTime.now
    let beats = Beats(
      times: MIDIOutputTests.song.enumerated().map {
        ($0.element, first.advanced(bySeconds: Double($0.offset) * 0.003))
      })
    let sender = MIDISender(beats, to: "fifo", open: { () throws(DeviceError) in output }) { _ in }
    sender.start()
    try Wait.until("the messages") { messages.withLock { $0.last == .clock && $0.contains(.stop) } }
    sender.stop()
    let received = messages.withLock { Array($0.drop { $0 == .clock }) }
    #expect(received == Array(MIDIOutputTests.song.dropFirst()))
  }

  @Test func pipeThatIsNotReadIsReportedUntilItIsRead() throws {
    let path = folder.file("clock")
    let output = try RawMIDIOutput(path, name: "fifo", makesPipe: true)
    let reader = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    try #require(reader >= 0)
    defer { close(reader) }
    var (sent, failure): (Int, DeviceError?) = (0, nil)
    while failure == nil, sent < 1 << 24 {
      do throws(DeviceError) {
        try output.send(.clock)
        sent += 1
      } catch { failure = error }
    }
    #expect(failure == DeviceError(.lost, "fifo", detail: "its receiver reads nothing"))
    var bytes = [UInt8](repeating: 0, count: sent)
    #expect(read(reader, &bytes, bytes.count) == sent)
    try output.send(.clock)
  }

  @Test func missingDeviceIsReportedAndUsedWhenItIsThere() throws {
    let output = try RawMIDIOutput(folder.file("none/midiC1D0"), name: "raw", makesPipe: false)
    for _ in 0..<2 { #expect(throws: DeviceError.self) { try output.send(.clock) } }
    #expect(throws: DeviceError.self) {
      try RawMIDIOutput(folder.file("none/pipe"), name: "fifo", makesPipe: true)
    }
  }

  @Test func senderReportsALostOutputOnce() throws {
    let reports = Mutex<[MIDISenderEvent]>([])
    let path = folder.file("none/midiC1D0")
    let now = HostTime.now
    let sender = MIDISender(
      Beats(times: (0..<50).map { _ in (.clock, now) }), to: "raw",
      open: { () throws(DeviceError) in try RawMIDIOutput(path, name: "raw", makesPipe: false) }
    ) { event in reports.withLock { $0.append(event) } }
    sender.start()
    sender.stop()
    #expect(
      reports.withLock(\.self) == [
        .lost(DeviceError(.lost, "raw", detail: "open: No such file or directory"))
      ])
  }
}

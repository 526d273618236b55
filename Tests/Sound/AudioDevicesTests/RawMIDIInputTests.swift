import AudioBase
import AudioDevices
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

/// MIDI bytes from a named pipe, and a device that comes and goes.
@Suite struct RawMIDIInputTests {
  private final class Received: Sendable {
    let messages = Mutex<[MIDIMessage]>([])
    let events = Mutex<[MIDIInputEvent]>([])
  }

  private let folder: TemporaryFolder
  private let received = Received()

  init() throws { folder = try TemporaryFolder() }

  private func start(_ input: RawMIDIInput) {
    input.start(
      receive: { [received] message, _, _ in received.messages.withLock { $0.append(message) } },
      report: { [received] event in received.events.withLock { $0.append(event) } })
  }

  private func send(_ bytes: [UInt8], to path: FilePath) throws {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    #expect(descriptor >= 0)
    #expect(FileBytes.writeAll(bytes, to: descriptor))
    close(descriptor)
  }

  @Test func midiPipeServesOneWriterAfterAnother() throws {
    let path = folder.file("pads")
    let input = try RawMIDIInput(path, name: "fifo", makesPipe: true)
    start(input)
    defer { input.stop() }
    for velocity in 1...3 {
      try send([0x99, 38, UInt8(velocity)], to: path)
      try Wait.until("\(velocity) notes") { received.messages.withLock { $0.count } == velocity }
      try Wait.until("the end of the writer") { received.events.withLock { $0.count } == velocity }
    }
    #expect(received.messages.withLock { $0.last } == .noteOn(channel: 9, note: 38, velocity: 3))
    #expect(received.events.withLock { $0.allSatisfy { $0 == .ended("fifo") } })
  }

  @Test func halfAMessageOfAWriterIsForgottenWhenItClosesThePipe() throws {
    let path = folder.file("pads")
    let input = try RawMIDIInput(path, name: "fifo", makesPipe: true)
    start(input)
    defer { input.stop() }
    try send([0x99, 38, 1, 0x99, 40], to: path)
    try Wait.until("the end") { received.events.withLock { $0 } == [.ended("fifo")] }
    // Neither the rest of the message nor the running status is that of the first writer.
    try send([100, 41, 100, 0x99, 36, 2], to: path)
    try Wait.until("two notes") { received.messages.withLock { $0.count } == 2 }
    #expect(
      received.messages.withLock { $0 } == [
        .noteOn(channel: 9, note: 38, velocity: 1), .noteOn(channel: 9, note: 36, velocity: 2),
      ])
  }

  @Test func floodIsReadNoFasterThanADeviceSends() throws {
    let path = folder.file("pads")
    let input = try RawMIDIInput(path, name: "fifo", makesPipe: true)
    start(input)
    defer { input.stop() }
    let (notes, start) = (3_000, HostTime.now)
    try send((0..<notes).flatMap { [0x99, 38, UInt8($0 % 127) + 1] }, to: path)
    try Wait.until("all notes") { received.messages.withLock { $0.count } == notes }
    #expect(HostTime.now.seconds(since: start) > 0.05)
  }

  @Test func missingMIDIDeviceIsUsedOnceTheDeviceAppears() throws {
    let path = folder.file("midiC1D0")
    let input = try RawMIDIInput(path, name: "raw", makesPipe: false)
    start(input)
    defer { input.stop() }
    try Wait.until("the device is missed") { received.events.withLock { $0.count } == 1 }
    #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    try Wait.until("the device is used") { received.events.withLock { $0.last } == .connected("raw") }
    try send([0x90, 1, 2], to: path)
    try Wait.until("a note") { received.messages.withLock { $0.count } == 1 }
  }

  @Test func fileThatIsNoDeviceIsReadOnce() throws {
    let path = try folder.write([0x99, 38, 1], to: "notes")
    let input = try RawMIDIInput(path, name: "raw", makesPipe: false)
    start(input)
    try Wait.until("the end") { received.events.withLock { !$0.isEmpty } }
    input.stop()
    let lost = DeviceError(.lost, "raw", detail: "the device has ended")
    #expect(received.events.withLock(\.self) == [.lost(lost)])
    #expect(received.messages.withLock(\.self) == [.noteOn(channel: 9, note: 38, velocity: 1)])
  }

  @Test func missingFolderIsAwaitedForADeviceAndRefusedForAPipe() throws {
    let input = try RawMIDIInput(folder.file("none/midi"), name: "raw", makesPipe: false)
    start(input)
    try Wait.until("the device is missed") { received.events.withLock { $0.count } == 1 }
    input.stop()
    #expect(throws: DeviceError.self) {
      try RawMIDIInput(folder.file("none/pipe"), name: "fifo", makesPipe: true)
    }
  }
}

import AudioBase
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A MIDI clock that is sent to a named pipe, and one that is followed.
@Suite(.together) struct MIDIClockTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Reads the messages of the pipe until they contain one.
  private func read(_ descriptor: Int32, until message: MIDIMessage) throws -> [MIDIMessage] {
    var parser = MIDIStreamParser()
    var messages: [MIDIMessage] = []
    try Wait.until("\(message) of the clock") {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = max(Glibc.read(descriptor, &bytes, bytes.count), 0)
      messages += bytes[..<count].compactMap { parser.feed($0) }
      return messages.contains(message)
    }
    return messages
  }

  @Test func songIsStoppedByAPauseAndContinuedWithItsPosition() throws {
    try TestTrack(impulsesEvery: 4_800, seconds: 60).write(to: "a.wav", in: sandbox)
    let descriptor = try #require(sandbox.pipe("clock"))
    defer { close(descriptor) }
    let session = try sandbox.tmux(
      "--output", "null", "--midi", "off", "--midi-clock", "send", "--midi-output", "fifo:clock",
      "a.wav")
    let begun = try read(descriptor, until: .start)
    #expect(!begun.contains(.stop))
    // A song that is paused within its first sixteenth note would begin again.
    var clocks = 0
    while clocks < 24 { clocks += try read(descriptor, until: .clock).count { $0 == .clock } }
    try session.press("Space")
    _ = try read(descriptor, until: .stop)
    try session.press("Space")
    let resumed = try read(descriptor, until: .goOn)
    let position = resumed.firstIndex { if case .songPosition(let place) = $0 { place > 0 } else { false } }
    #expect(position.map { $0 + 1 } == resumed.firstIndex(of: .goOn))
    try session.expectQuit()
    #expect(try read(descriptor, until: .stop).last == .stop, "the end stops the receivers")
  }

  @Test func clockWithoutAnOutputIsRefusedByOneLine() throws {
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null", "--midi", "off", "--midi-clock", "send")
    try session.wait(for: "midi-clock=send has no output")
    try session.expectQuit()
  }
}

extension Sandbox {
  /// Creates a pipe and opens it for reading. Returns its descriptor; nil if that fails.
  fileprivate func pipe(_ name: String) -> Int32? {
    file(name).withCString { path in
      guard mkfifo(path, 0o600) == 0 else { return nil }
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      return descriptor >= 0 ? descriptor : nil
    }
  }
}

import HeardSound
import TerminalTestSupport
import Testing

/// What is sent to the terminal, byte by byte.
@Suite(.together) struct TerminalBytesTests {
  private func bytes(_ environment: String...) throws -> [UInt8] {
    let sandbox = try Sandbox()
    try TestTrack(seed: 4, seconds: 10).write(to: "Café.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "null", "Café.wav", environment: environment)
    try terminal.wait(for: "playing")
    terminal.type("a")
    terminal.type(" ")
    try terminal.wait(for: "paused")
    try terminal.expectQuit()
    return terminal.output
  }

  /// The parameters of all sequences that set how characters look.
  private func looks(_ bytes: [UInt8]) -> [Int] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[").dropFirst().flatMap { part in
      let parameters = part.prefix { $0.isNumber || $0 == ";" }
      guard part.dropFirst(parameters.count).first == "m" else { return [Int]() }
      return parameters.split(separator: ";").compactMap { Int($0) }
    }
  }

  private static let colours = Array(30...49) + Array(90...107)

  @Test func coloursAreSentUnlessNoColorIsSet() throws {
    let coloured = looks(try bytes("LANG=C.UTF-8"))
    #expect(coloured.contains { TerminalBytesTests.colours.contains($0) })
    let plain = looks(try bytes("NO_COLOR=1"))
    #expect(!plain.contains { TerminalBytesTests.colours.contains($0) })
    #expect(plain.contains(1) || plain.contains(7))
  }

  @Test func onlyASCIIIsSentInTheCLocale() throws {
    let bytes = try bytes("LANG=C")
    #expect(bytes.allSatisfy { $0 < 0x80 })
    let text = String(decoding: bytes, as: UTF8.self)
    for words in ["Cafe.wav", "[ \" pause ]", "snare"] { #expect(text.contains(words)) }
  }

  @Test func unusableTerminalTypeIsReported() throws {
    for (kind, words) in [
      ("TERM=nonsense", "unknown terminal type nonsense"), ("TERM=", "TERM is not set"),
    ] {
      let sandbox = try Sandbox()
      let terminal = try sandbox.terminal("--output", "null", environment: [kind])
      try terminal.expectEnd(.exited(2))
      #expect(terminal.text.trimmingPrefix("\r").hasPrefix("drumdub: ") && terminal.text.contains(words))
      #expect(terminal.text.split(separator: "\r\n").count == 1)
    }
  }
}

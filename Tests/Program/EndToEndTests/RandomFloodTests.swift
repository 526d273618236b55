import Glibc
import SystemBase
import TestSupport
import Testing

/// More messages of MIDI and of the remote control than can be followed: clients are answered after each flood.
///
/// `make fuzz-keys` runs it for minutes, with any seed.
@Suite(.together) struct RandomFloodTests {
  private enum Flood: CaseIterable {
    case programs, notes, controllers, noise, remoteHits, remoteKits
  }

  @Test func playerAnswersAfterFloodsAndEnds() throws {
    let (seed, seconds, start) = (RandomInput.seed, RandomInput.seconds, HostTime.now)
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.write(
      "program 1 command kit Electronic\nprogram 2 command kit DrumDub\n".utf8, to: "config/drumdub/midi")
    let player = try RemotePlayer(sandbox, "--midi", "fifo:pads")
    try player.terminal.wait("the pipe") { _ in sandbox.file("pads").exists }
    var (numbers, count) = (SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1), 0)
    let all = Flood.allCases
    while seconds.map({ HostTime.now.seconds(since: start) < Double($0) }) ?? (count < all.count) {
      let flood = all[seconds == nil ? count : Int.random(in: 0..<all.count, using: &numbers)]
      count += 1
      try send(flood, to: player, &numbers)
      let client = try RemoteTestClient(player.socket)
      #expect(try client.answer(to: "ping") == ["OK"], "\(flood), seed \(seed)")
      player.terminal.read(milliseconds: 0)
      player.terminal.dropOutput(before: 4_096)
      let end = player.terminal.end
      try #require(end == nil, "\(flood): \(String(describing: end)), seed \(seed)")
    }
    if seconds != nil { print("\(count) floods, seed \(seed)") }
    player.terminal.signal(SIGTERM)
    let end = try player.terminal.waitForEnd()
    #expect(end == .exited(0), "seed \(seed): \(player.terminal.text.suffix(1_000).debugDescription)")
  }

  private func send(_ flood: Flood, to player: RemotePlayer, _ numbers: inout SeededGenerator) throws {
    func byte(_ range: ClosedRange<UInt8>) -> UInt8 { UInt8.random(in: range, using: &numbers) }
    let places = 0..<3_000
    switch flood {
    case .programs: try write(places.flatMap { [0xC9, UInt8($0 % 3)] as [UInt8] }, to: player)
    case .notes: try write([0x99] + places.flatMap { _ in [byte(0...127), byte(0...127)] }, to: player)
    case .controllers: try write([0xB9] + places.flatMap { _ in [byte(0...127), byte(0...127)] }, to: player)
    case .noise: try write(places.map { _ in byte(0...255) }, to: player)
    case .remoteHits, .remoteKits:
      let client = try RemoteTestClient(player.socket)
      let command = flood == .remoteHits ? "hit 1 100\n" : "kit Electronic\nkit DrumDub\n"
      client.send(Array(String(repeating: command, count: 500).utf8))
    }
  }

  /// Writes to the pipe of the pads, which the player reads.
  private func write(_ bytes: [UInt8], to player: RemotePlayer) throws {
    let path = player.sandbox.file("pads")
    // It can be opened once the player reads it.
    var descriptor: Int32 = -1
    try Wait.until("a reader of the pipe") {
      descriptor = path.withCString { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
      return descriptor >= 0
    }
    defer { close(descriptor) }
    var rest = bytes[...]
    try player.terminal.wait("the flood to be read") { terminal in
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(count, 0))
      return rest.isEmpty || terminal.end != nil
    }
  }
}

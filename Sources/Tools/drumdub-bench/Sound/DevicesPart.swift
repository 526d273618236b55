import AudioBase
import Glibc
import Remote
import SystemBase

/// Measures how soon music is heard again after devices come and go, and how exact the stated position is then.
enum DevicesPart {
  private static let events = 24

  static func measure(_ report: Report) throws {
    if !report.has(SoundServer.programs) { return }
    let run = try DeviceRun()
    var random = SeededGenerator(seed: 7)
    var (delays, errors): ([Double], [Double]) = ([], [])
    for _ in 0..<events {
      let event = DeviceRun.Event.allCases.randomElement(using: &random) ?? .moved
      delays.append(try run.perform(event))
      errors.append(try run.positionError())
    }
    _ = try run.run.quit()
    report.add(
      "music is heard again after \(events) device events", of: delays, .milliseconds,
      [(.median, nil), (.worst, .atMost(1_000))])
    report.add(
      "error of the position that is stated then", of: errors, .milliseconds,
      [(.median, nil), (.worst, .atMost(50))])
  }
}

/// The program playing to a sound server whose sinks come and go. Each frame of the track encodes its position.
private final class DeviceRun {
  enum Event: CaseIterable {
    /// Another sink becomes the default one.
    case moved
    /// The sink in use is removed, and the other one takes over.
    case unplugged
    /// Both sinks are removed, and come back.
    case allUnplugged
    case serverKilled
  }

  private let server: SoundServer
  let run: TerminalRun
  private var sink = "speakers"
  private var other: String { sink == "speakers" ? "phones" : "speakers" }
  /// What records the monitor of the sink in use, and its pipe.
  private var listener: (child: Child, pipe: SoundPipe)?
  private var listeners = 0

  init() throws {
    let home = try ScratchFolder()
    server = try SoundServer(sinks: ["speakers", "phones"])
    let track = try home.write(PlaceTrack.frames, to: "track.wav")
    run = try TerminalRun(
      drumdub: [
        "--plain", "--output", "pulse", "--on-unplug", "continue", "--replaygain", "off", track,
      ], home: home, server.environment, until: "playing: 1 of 1")
    _ = try ask("repeat", "1")
    _ = try hear(since: .now)
  }

  /// Performs an event. Returns the seconds from the return of the device to the first sound.
  func perform(_ event: Event) throws -> Double {
    listener = nil
    switch event {
    case .moved:
      sink = other
      try listen()
      let back = HostTime.now
      try server.use(sink)
      return try hear(since: back)
    case .unplugged:
      sink = other
      try listen()
      let back = HostTime.now
      try server.unplug(other)
      let seconds = try hear(since: back)
      // Else the server would return to the former one.
      try server.use(sink)
      try server.plug(other)
      return seconds
    case .allUnplugged:
      try server.unplug(other)
      try server.unplug(sink)
      try run.terminal.wait(for: "is gone; playback continues")
      try server.plug(sink)
      let seconds = try hear(since: .now)
      try server.plug(other)
      return seconds
    case .serverKilled:
      server.kill()
      try run.terminal.wait(for: "the sound server has ended")
      try server.start(sinks: [sink, other])
      return try hear(since: .now)
    }
  }

  // MARK: What is heard

  private func listen() throws {
    listeners += 1
    let path = run.home.file("heard \(listeners)")
    let pipe = try SoundPipe(path: path)
    listener = (try server.record(sink, to: path), pipe)
  }

  /// Returns the next block, with the position in the track of its last frame; nil for silence.
  private func next() -> (time: HostTime, seconds: Double)? {
    _ = run.terminal.read(milliseconds: 0)
    guard let block = listener?.pipe.read(milliseconds: 20),
      let place = block.frames.last.flatMap(PlaceTrack.place)
    else { return nil }
    return (block.time, FrameCount(place + 1).seconds(at: .standard))
  }

  /// Waits for music. Returns the seconds since `start`.
  private func hear(since start: HostTime) throws -> Double {
    while HostTime.now.seconds(since: start) < 15 {
      if listener?.child.hasEnded ?? true { try listen() }
      if let heard = next() { return heard.time.seconds(since: start) }
    }
    throw Failure("no music on \(sink)")
  }

  /// Returns the seconds between the position that the program states and the one that is heard.
  func positionError() throws -> Double {
    // Not where the track ends and begins again.
    _ = try ask("seekcur", "2")
    let start = HostTime.now
    var offsets: [Double] = []
    var stated: [(seconds: Double, time: Double)] = []
    while case let now = HostTime.now.seconds(since: start), now < 2 {
      let heard = next()
      if now < 1 { continue }
      if let heard { offsets.append(heard.time.seconds(since: start) - heard.seconds) }
      if stated.count < 8 {
        let before = HostTime.now
        let answer = try ask("status").first { $0.name == "elapsed" }
        guard let seconds = answer.flatMap({ Double($0.value) }) else {
          throw Failure("no position is stated")
        }
        stated.append((seconds, (before.seconds(since: start) + HostTime.now.seconds(since: start)) / 2))
      }
    }
    guard !offsets.isEmpty, !stated.isEmpty else { throw Failure("no music on \(sink)") }
    // Single blocks arrive late; the early ones tell when their frames were heard.
    let beginning = offsets.percentile(10)
    return stated.map { abs($0.seconds - ($0.time - beginning)) }.median
  }

  private func ask(_ command: String, _ arguments: String...) throws -> RemoteClient.Pairs {
    try RemoteClient(.socket(run.home.socket)).send(MPDLine(command, arguments))
  }
}

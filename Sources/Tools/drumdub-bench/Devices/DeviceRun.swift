import AudioBase
import AudioFiles
import Glibc
import SystemBase

/// The program playing to a sound server whose sinks come and go. Each frame of the track encodes its position.
final class DeviceRun {
  enum Event: CaseIterable {
    /// Another sink becomes the default one.
    case moved
    /// The sink in use is removed, and the other one takes over.
    case unplugged
    /// Both sinks are removed, and come back.
    case allUnplugged
    case serverKilled
  }

  /// A block of recorded sound.
  private struct Chunk {
    var time: HostTime
    /// The position of its last frame in the track, in seconds; nil for silence.
    var place: Double?
  }

  private static let timeout = 15.0

  private let home: ScratchFolder
  private let server: DeviceServer
  private let recorder: String
  private let terminal: PseudoTerminal
  private let child: Child
  private var sink = "speakers"
  private var other: String { sink == "speakers" ? "phones" : "speakers" }
  private var listener: Listener?

  init(_ server: DeviceServer, recorder: String) throws(Failure) {
    (self.server, self.recorder) = (server, recorder)
    home = try ScratchFolder()
    let track = FilePath(home.file("track.wav"))
    do throws(FileError) {
      let writer = try SndfileWriter(path: track, sampleRate: .standard, encoding: .wavFloat)
      try PlaceTrack.frames.withUnsafeBufferPointer { (frames) throws(FileError) in try writer.write(frames) }
      try writer.close()
    } catch {
      throw Failure(error)
    }
    try server.start(sinks: ["speakers", "phones"])
    terminal = try PseudoTerminal()
    child = try Child(
      try ProgramFinder.drumdub(),
      ["--plain", "--output", "pulse", "--on-unplug", "continue", "--replaygain", "off", track.shown],
      environment: home.environment + server.environment, terminal: terminal.name)
    _ = try terminal.wait(for: ["playing: 1 of 1"])
    _ = try ask("repeat 1")
    _ = try hear(since: .now)
  }

  deinit {
    child.end(draining: terminal)
    server.kill()
  }

  func end() throws(Failure) {
    terminal.type("q")
    guard child.waitForEnd() == 0 else { throw Failure("the program has failed") }
  }

  // MARK: Events

  /// Performs an event and measures the silence after it.
  ///
  /// - Returns: the seconds from the return of the device to the first sound.
  func perform(_ event: Event) throws(Failure) -> Double {
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
      _ = try terminal.wait(for: ["is gone; playback continues"])
      try server.plug(sink)
      let seconds = try hear(since: .now)
      try server.plug(other)
      return seconds
    case .serverKilled:
      server.kill()
      _ = try terminal.wait(for: ["the sound server has ended"])
      try server.start(sinks: [sink, other])
      return try hear(since: .now)
    }
  }

  // MARK: What is heard

  /// Records the sink in use.
  private func listen() throws(Failure) {
    listener = try Listener(recorder, sink, environment: home.environment + server.environment)
  }

  /// Waits for music. Returns the seconds since `start`.
  private func hear(since start: HostTime) throws(Failure) -> Double {
    while HostTime.now.seconds(since: start) < DeviceRun.timeout {
      if listener?.hasEnded ?? true { try listen() }
      _ = terminal.read(milliseconds: 0)
      if let chunk = listener?.next(milliseconds: 20), chunk.place != nil {
        return chunk.time.seconds(since: start)
      }
    }
    throw Failure("no music on \(sink)")
  }

  /// Measures the error of the position.
  ///
  /// - Returns: the difference in seconds between the position that the program states and the one that is heard.
  func positionError() throws(Failure) -> Double {
    // Not where the track ends and begins again.
    _ = try ask("seekcur 2")
    let settled = HostTime.now.advanced(bySeconds: 1)
    var offsets: [Double] = []
    var stated: [(seconds: Double, time: HostTime)] = []
    let start = HostTime.now
    while HostTime.now.seconds(since: start) < 2 {
      _ = terminal.read(milliseconds: 0)
      guard let chunk = listener?.next(milliseconds: 20), HostTime.now > settled else { continue }
      if let place = chunk.place { offsets.append(chunk.time.seconds(since: start) - place) }
      if stated.count < 8 {
        let before = HostTime.now
        let seconds = try elapsed()
        stated.append((seconds, before.advanced(bySeconds: HostTime.now.seconds(since: before) / 2)))
      }
    }
    guard !offsets.isEmpty, !stated.isEmpty else { throw Failure("no music on \(sink)") }
    // Single blocks arrive late; the early ones tell when their frames were heard.
    let beginning = offsets.percentile(10)
    return stated.map { abs($0.seconds - ($0.time.seconds(since: start) - beginning)) }.median
  }

  // MARK: The program

  private func elapsed() throws(Failure) -> Double {
    let line = try ask("status").split(separator: "\n").first { $0.hasPrefix("elapsed: ") }
    guard let seconds = line.flatMap({ Double($0.dropFirst("elapsed: ".count)) }) else {
      throw Failure("the program states no position")
    }
    return seconds
  }

  /// Sends a command to the remote control. Returns its answer.
  private func ask(_ command: String) throws(Failure) -> String {
    let socket = FilePath(home.file("drumdub/mpd.sock"))
    guard let descriptor = try? LocalSocket.connect(to: socket) else { throw Failure("no remote control") }
    defer { close(descriptor) }
    let request = Array("\(command)\n".utf8)
    _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
    var (answer, bytes): (String, [UInt8]) = ("", [UInt8](repeating: 0, count: 8_192))
    while answer.split(separator: "\n").count < 2 || !answer.hasSuffix("OK\n") {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 5_000) > 0, case let count = read(descriptor, &bytes, bytes.count), count > 0
      else {
        throw Failure("\(command): no answer")
      }
      answer += String(decoding: bytes[..<count], as: UTF8.self)
      if answer.contains("ACK") { throw Failure(answer) }
    }
    return answer
  }

  /// A program that records the monitor of a sink into a pipe.
  private final class Listener {
    private let home: ScratchFolder
    private let child: Child
    private let descriptor: Int32
    private var bytes = [UInt8](repeating: 0, count: 1 << 16)

    init(_ program: String, _ sink: String, environment: [String]) throws(Failure) {
      home = try ScratchFolder()
      let path = home.file("heard")
      guard mkfifo(path, 0o600) == 0 else { throw Failure("mkfifo \(path): \(SystemError.text)") }
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure("open \(path): \(SystemError.text)") }
      child = try Child(
        program,
        [
          "--raw", "--latency-msec=5", "--rate=48000", "--channels=2", "--format=float32le",
          "--device=\(sink).monitor",
        ], environment: environment, output: path)
    }

    deinit {
      child.end()
      close(descriptor)
    }

    var hasEnded: Bool { child.hasEnded }

    /// Waits for the next block.
    func next(milliseconds: Int32) -> Chunk? {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, milliseconds) > 0 else { return nil }
      let count = read(descriptor, &bytes, bytes.count)
      let time = HostTime.now
      // Blocks are written as whole frames.
      guard count >= MemoryLayout<Frame>.stride else { return nil }
      let last = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: (count / 8 - 1) * 8, as: Frame.self)
      }
      let place = PlaceTrack.place(last)
      return Chunk(time: time, place: place >= 0 ? Double(place + 1) / 48_000 : nil)
    }
  }
}

import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Several rooms by Snapcast: a server reads the pipe of the output, and a client plays what the server sends.
@Suite(
  .together,
  .enabled(if: Tool.mayUse("snapserver") && Tool.mayUse("snapclient"), "snapserver and snapclient play"))
struct SnapcastTests {
  private let sandbox: Sandbox
  private let port = 20_000 + Int(getpid()) % 20_000

  init() throws { sandbox = try Sandbox() }

  private func start(_ arguments: [String]) throws -> pid_t {
    // Should the test crash, nothing is left behind.
    try Tool.spawn(
      ["/usr/bin/timeout", "--signal=KILL", "120"] + arguments,
      environment: ["HOME=\(sandbox.path.shown)", "PATH=/usr/bin:/bin"])
  }

  private func end(_ process: pid_t) {
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The 16-bit samples that the client has played, left and right in turn.
  private func played() -> [Int16] {
    let bytes = (try? FileBytes.read(sandbox.file("room.raw"), limit: 1 << 26)) ?? []
    return bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count - 1, by: 2).map { raw.loadUnaligned(fromByteOffset: $0, as: Int16.self) }
    }
  }

  private func isPart(_ part: [Int16], of samples: [Int16]) -> Bool {
    guard let first = part.first else { return true }
    return samples.indices.dropLast(part.count).contains {
      samples[$0] == first && samples[$0..<($0 + part.count)].elementsEqual(part)
    }
  }

  @Test func snapcastClientPlaysTheSoundOfThePlayer() throws {
    let track = TestTrack(seed: 81, seconds: 4)
    try track.write(to: "a.wav", in: sandbox)
    try sandbox.write(
      """
      [server]
      datadir = \(sandbox.path.shown)
      [http]
      enabled = false
      [tcp]
      enabled = false
      [stream]
      bind_to_address = 127.0.0.1
      port = \(port)
      source = pipe://\(sandbox.file("pipe").shown)?name=drumdub&mode=create
      sampleformat = 48000:16:2
      codec = pcm
      buffer = 1000
      """.utf8, to: "snapserver.conf")
    let server = try start(["/usr/bin/snapserver", "-c", sandbox.file("snapserver.conf").shown])
    defer { end(server) }
    try Wait.until("the pipe of the server") { sandbox.file("pipe").exists }
    let client = try start([
      "/usr/bin/snapclient", "-h", "127.0.0.1", "-p", "\(port)", "--mixer", "none", "--player",
      "file:filename=\(sandbox.file("room.raw").shown)",
    ])
    defer { end(client) }
    try Wait.until("the client plays") { !played().isEmpty }
    // On a busy machine, the client leaves out what it gets too late, and single frames. The track is played for more than a
    // minute, until ten milliseconds from one of many places are whole.
    try sandbox.write(String(repeating: "a.wav\n", count: 20).utf8, to: "tracks.m3u")
    let session = try sandbox.tmux("--output", "fifo:pipe", "--fifo-format", "s16", "tracks.m3u")
    let parts = stride(from: 24_000, to: 168_000, by: 6_000).map { start in
      track.frames[start..<(start + 480)].flatMap { frame in
        [frame.x, frame.y].map { Int16(($0 * 32_767).rounded()) }
      }
    }
    try Wait.until("a part of the track in the room", milliseconds: 200) {
      let played = played()
      return parts.contains { isPart($0, of: played) }
    }
    try session.expectQuit()
  }
}

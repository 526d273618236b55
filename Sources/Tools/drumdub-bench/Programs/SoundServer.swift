import Glibc
import SystemBase

/// A private PulseAudio server with null sinks, which consume sound in real time. They can come and go.
final class SoundServer {
  static let programs = ["pulseaudio", "pactl", "parec"]

  private let home: ScratchFolder
  private var child: Child?
  private var modules: [String: String] = [:]

  /// Starts a server; the first sink is the default one.
  init(sinks: [String] = ["speakers"]) throws {
    home = try ScratchFolder()
    try home.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n", to: "alsa.conf")
    try start(sinks: sinks)
  }

  deinit { kill() }

  private var socket: String { home.file("sound") }

  /// The environment variables of its clients; ALSA's default device plays through it.
  var environment: [String] { ["PULSE_SERVER=unix:\(socket)", "ALSA_CONFIG_PATH=\(home.file("alsa.conf"))"] }

  func start(sinks: [String]) throws {
    unlink(socket)
    let child = try Child(
      "pulseaudio",
      [
        "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--load=module-rescue-streams",
        "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      ], environment: home.environment)
    self.child = child
    let start = HostTime.now
    while access(socket, R_OK) != 0 {
      guard HostTime.now.seconds(since: start) < 5, !child.hasEnded else {
        throw Failure("pulseaudio did not start")
      }
      usleep(2_000)
    }
    for sink in sinks { try plug(sink) }
  }

  /// Ends the server as a crash does.
  func kill() {
    if let child { Glibc.kill(child.pid, SIGKILL) }
    _ = child?.waitForEnd()
    child = nil
  }

  func plug(_ sink: String) throws {
    // Rewinds of a null sink delay a starting stream by seconds.
    let arguments = ["sink_name=\(sink)", "rate=48000", "format=float32le", "norewinds=1"]
    modules[sink] = try control(["load-module", "module-null-sink"] + arguments)
  }

  func unplug(_ sink: String) throws { _ = try control(["unload-module", modules[sink] ?? ""]) }

  func use(_ sink: String) throws { _ = try control(["set-default-sink", sink]) }

  /// Runs `pactl`. Returns the first line of its output.
  private func control(_ arguments: [String]) throws -> String {
    try home.write("", to: "answer")
    try Child.run(
      "pactl", arguments, environment: home.environment + environment, output: home.file("answer"))
    let bytes = try FileBytes.read(home.filePath("answer"), limit: 1 << 16)
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// Starts a program that writes what a sink plays, 48 kHz stereo as floating-point samples, to a pipe.
  func record(_ sink: String = "speakers", to pipe: String) throws -> Child {
    try Child(
      "parec",
      [
        "--latency-msec=4", "--raw", "--rate=48000", "--channels=2", "--format=float32le",
        "--device=\(sink).monitor",
      ], environment: home.environment + environment, output: pipe)
  }
}

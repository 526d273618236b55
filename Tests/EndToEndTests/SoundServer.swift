import AudioBase
import Glibc
import SystemBase
import TestSupport

/// A private PulseAudio server for programs that the test starts. Its sinks are silent; the monitor of the first one is
/// the microphone.
final class SoundServer {
  static var mayRun: Bool { Tool.mayUse("pulseaudio") && Tool.mayUse("paplay") }

  private let sandbox: Sandbox
  private var process: pid_t?

  /// Starts the server and waits until it listens.
  ///
  /// - Parameter modules: modules beside those of the sinks, with their arguments.
  init(_ sandbox: Sandbox, sinks: [String] = ["speakers"], modules: [String] = []) throws {
    self.sandbox = sandbox
    try sandbox.write(
      "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n".utf8,
      to: "asound.conf")
    try start(sinks: sinks, modules: modules)
  }

  deinit { kill() }

  /// Starts the server, also after it was killed.
  func start(sinks: [String] = ["speakers"], modules: [String] = []) throws {
    unlink(socket)
    let all = sinks.map { "module-null-sink \(SoundServer.arguments(of: $0))" } + modules
    process = try Tool.spawn(
      [
        // Should the test crash, nothing is left behind.
        "/usr/bin/timeout", "--signal=KILL", "600", "/usr/bin/pulseaudio", "-n", "--daemonize=no",
        "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
      ] + all.flatMap { ["-L", $0] } + [
        "-L", "module-rescue-streams", "-L",
        "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
      ],
      environment: [
        "HOME=\(sandbox.path.shown)", "XDG_RUNTIME_DIR=\(sandbox.path.shown)", "PATH=/usr/bin:/bin",
      ])
    try Wait.until("pulseaudio") { access(socket, R_OK) == 0 }
  }

  private static func arguments(of sink: String) -> String {
    "sink_name=\(sink) rate=48000 format=float32le norewinds=1 sink_properties=device.description=\(sink)"
  }

  /// Ends the server as a crash does, and waits for its end.
  func kill() {
    guard let process else { return }
    // `timeout` makes a group of itself and what it runs.
    Glibc.kill(-process, SIGKILL)
    waitpid(process, nil, 0)
    self.process = nil
  }

  private var socket: String { sandbox.file("pulse.sock").shown }

  /// What clients need to find the server.
  var environment: [String] {
    [
      "PULSE_SERVER=unix:\(socket)", "ALSA_CONFIG_PATH=\(sandbox.file("asound.conf").shown)",
      "XDG_RUNTIME_DIR=\(sandbox.path.shown)",
    ]
  }

  // MARK: Sinks

  func plug(_ sink: String) throws {
    try control("load-module", "module-null-sink", SoundServer.arguments(of: sink))
  }

  /// Removes a sink.
  func unplug(_ sink: String) throws {
    let modules = try Tool.capture("/usr/bin/pactl", ["list", "short", "modules"], environment: all).text
    let module = modules.split(separator: "\n").first { $0.contains("sink_name=\(sink) ") }
    guard let number = module?.split(separator: "\t").first else {
      throw Tool.Failure(description: "no sink \(sink): \(modules)")
    }
    try control("unload-module", String(number))
  }

  /// Runs `pactl`.
  func control(_ arguments: String...) throws {
    let result = try Tool.capture("/usr/bin/pactl", arguments, environment: all)
    guard result.status == 0 else {
      throw Tool.Failure(description: "pactl \(arguments): \(result.errorLines)")
    }
  }

  private var all: [String] { sandbox.environment(environment) }

  // MARK: Other programs

  /// Plays a file on the speakers, and thereby to the microphone.
  ///
  /// - Parameter role: what the server takes the sound for, such as `phone`.
  func play(_ name: String, role: String = "music") throws -> pid_t {
    try Tool.spawn(
      ["/usr/bin/paplay", "--property=media.role=\(role)", sandbox.file(name).shown], environment: all)
  }

  /// Records what a sink plays to a file of floats until the process is ended.
  func listen(to sink: String, file: String, channels: [String] = ["front-left", "front-right"]) throws
    -> pid_t
  {
    try Tool.spawn(
      [
        "/usr/bin/parec", "--raw", "--latency-msec=10", "--device=\(sink).monitor", "--rate=48000",
        "--channels=\(channels.count)", "--channel-map=\(channels.joined(separator: ","))", "--no-remix",
        "--format=float32le", sandbox.file(file).shown,
      ], environment: all)
  }
}

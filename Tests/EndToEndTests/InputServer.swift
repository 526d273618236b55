import Glibc
import TestSupport

/// A private PulseAudio server whose null sink's monitor is the microphone, for programs that the test starts.
final class InputServer {
  static var mayRun: Bool { Tool.mayUse("pulseaudio") && Tool.mayUse("paplay") }

  private let sandbox: Sandbox
  private var process: pid_t?

  /// Starts the server and waits until it listens.
  init(_ sandbox: Sandbox) throws {
    self.sandbox = sandbox
    try sandbox.write(
      "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n".utf8,
      to: "asound.conf")
    try start()
  }

  deinit { kill() }

  func start() throws {
    unlink(socket)
    process = try Tool.spawn(
      [
        // Should the test crash, nothing is left behind.
        "/usr/bin/timeout", "--signal=KILL", "300", "/usr/bin/pulseaudio", "-n", "--daemonize=no",
        "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
        "-L", "module-null-sink sink_name=speakers rate=48000 format=float32le norewinds=1",
        "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
      ],
      environment: [
        "HOME=\(sandbox.path.shown)", "XDG_RUNTIME_DIR=\(sandbox.path.shown)", "PATH=/usr/bin:/bin",
      ])
    try Wait.until("pulseaudio") { access(socket, R_OK) == 0 }
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

  /// Plays a file on the speakers, and thereby to the microphone.
  func play(_ name: String) throws -> pid_t {
    try Tool.spawn(
      ["/usr/bin/paplay", sandbox.file(name).shown], environment: sandbox.environment(environment))
  }
}

import AudioBase
import Glibc
import TestSupport
import Testing

/// A private PulseAudio server with a null sink.
///
/// It must be used in a separate process, which finds the server by its environment: alsa-lib reads that once, and the
/// process that waits for such tests must not have other children.
final class SoundServer {
  private let folder: TemporaryFolder
  private var process: pid_t?

  static var mayRun: Bool { Tool.mayUse("pulseaudio") }

  /// Starts the server, waits until it can be connected to, and lets alsa-lib of this process find it.
  init() throws {
    folder = try TemporaryFolder()
    let home = folder.path.shown
    try folder.write(
      "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n",
      to: "asound.conf")
    try start(sinks: ["speakers"])
    setenv("HOME", home, 1)
    setenv("XDG_RUNTIME_DIR", home, 1)
    setenv("PULSE_SERVER", "unix:\(home)/pulse.sock", 1)
    setenv("ALSA_CONFIG_PATH", "\(home)/asound.conf", 1)
  }

  deinit { kill() }

  /// Starts the server, also after it was killed, and waits until it can be connected to.
  func start(sinks: [String]) throws {
    let home = folder.path.shown
    let modules = sinks.flatMap { ["-L", "module-null-sink \(SoundServer.arguments(of: $0))"] }
    process = try Tool.spawn(
      [
        // Should the test crash, nothing is left behind.
        "/usr/bin/timeout", "--signal=KILL", "300", "/usr/bin/pulseaudio", "-n", "--daemonize=no",
        "--exit-idle-time=-1", "--use-pid-file=no",
        "--disable-shm=yes", "-L", "module-native-protocol-unix socket=\(home)/pulse.sock auth-anonymous=1",
        "-L", "module-rescue-streams",
      ] + modules,
      environment: ["HOME=\(home)", "XDG_RUNTIME_DIR=\(home)", "PATH=/usr/bin:/bin"])
    // There is no signal when a server begins to listen to a socket.
    try Wait.until("pulseaudio") { connects() }
  }

  /// Lets this process use the server through the network from now on.
  func listenToNetwork() throws {
    var port = 0
    try Wait.until("a port for the sound server") {
      // A port that was free a moment ago, unless another program has taken it since.
      let free = try StreamServer([StreamServer.Answer()])
      free.stop()
      port = free.port
      return
        (try? control(
          "load-module", "module-native-protocol-tcp", "listen=127.0.0.1", "port=\(port)", "auth-anonymous=1"))
        != nil
    }
    setenv("PULSE_SERVER", "tcp:127.0.0.1:\(port)", 1)
  }

  private static func arguments(of sink: String) -> String {
    "sink_name=\(sink) rate=48000 norewinds=1 sink_properties=device.description=\(sink)"
  }

  /// Opens a device, again if a busy machine lets the server answer too late.
  func answering<Device>(_ open: () throws -> Device) throws -> Device {
    for _ in 0..<20 {
      do { return try open() } catch let error as DeviceError where error.code == .notResponding {}
    }
    return try open()
  }

  // MARK: Sinks

  func plug(_ sink: String) throws {
    try control("load-module", "module-null-sink", SoundServer.arguments(of: sink))
  }

  /// Removes all null sinks, or one.
  func unplug(_ module: String = "module-null-sink") throws { try control("unload-module", module) }

  /// Removes the sink that the server was started with.
  func unplugFirst() throws { try unplug("2") }

  /// Runs `pactl`, which needs the server of this process.
  func control(_ arguments: String...) throws {
    let home = folder.path.shown
    let process = try Tool.spawn(
      ["/usr/bin/pactl"] + arguments,
      environment: ["HOME=\(home)", "PULSE_SERVER=unix:\(home)/pulse.sock", "PATH=/usr/bin:/bin"])
    var status: Int32 = 0
    waitpid(process, &status, 0)
    guard status == 0 else { throw Tool.Failure(description: "pactl \(arguments): status \(status)") }
  }

  // MARK: Failing

  /// Ends the server as a crash does, and waits for its end.
  func kill() {
    guard let process else { return }
    // `timeout` makes a group of itself and what it runs.
    Glibc.kill(-process, SIGKILL)
    waitpid(process, nil, 0)
    self.process = nil
    // `timeout` may end before the server.
    try? Wait.until("the end of pulseaudio") { !connects() }
  }

  /// Lets the server stand still, as where its sink is suspended or another user's.
  func halt() { if let process { Glibc.kill(-process, SIGSTOP) } }

  func goOn() { if let process { Glibc.kill(-process, SIGCONT) } }

  private func connects() -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: folder.file("pulse.sock").bytes.prefix(path.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}

import AudioBase
import Glibc
import HeardSound
import SystemBase
import TestSupport

/// A private sound server for programs that the test starts. Its sinks are silent; the monitor of the first one is the
/// microphone.
final class SoundServer {
  enum Kind {
    case pulseAudio
    /// With its session manager, which needs a message bus.
    case pipeWire(MessageBus)
  }

  static var mayRun: Bool { Tool.mayUse("pulseaudio") && Tool.mayUse("paplay") }
  static var mayRunPipeWire: Bool {
    mayRun && ["pipewire", "wireplumber", "pipewire-pulse", "dbus-daemon"].allSatisfy(Tool.mayUse)
  }

  private let sandbox: Sandbox
  private let kind: Kind
  private var processes: [pid_t] = []

  /// Starts the server and waits until it listens.
  ///
  /// - Parameter modules: modules of PulseAudio beside those of the sinks, with their arguments.
  init(
    _ sandbox: Sandbox, _ kind: Kind = .pulseAudio, sinks: [String] = ["speakers"], modules: [String] = []
  ) throws {
    (self.sandbox, self.kind) = (sandbox, kind)
    try sandbox.write(
      "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n".utf8,
      to: "asound.conf")
    try start(sinks: sinks, modules: modules)
  }

  deinit { kill() }

  /// Starts the server, also after it was killed.
  func start(sinks: [String] = ["speakers"], modules: [String] = []) throws {
    unlink(socket)
    unlink(sandbox.file("pipewire-0").shown)
    switch kind {
    case .pulseAudio: try startPulseAudio(sinks, modules)
    case .pipeWire(let bus): try startPipeWire(sinks, bus)
    }
  }

  private func startPulseAudio(_ sinks: [String], _ modules: [String]) throws {
    let all = sinks.map { "module-null-sink \(SoundServer.arguments(of: $0))" } + modules
    try run(
      ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"]
        + all.flatMap { ["-L", $0] } + [
          "-L", "module-rescue-streams", "-L",
          "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
        ])
    try LocalSocket.waitForServer(at: FilePath(socket))
  }

  private func startPipeWire(_ sinks: [String], _ bus: MessageBus) throws {
    try run(["pipewire"], [bus.session])
    try LocalSocket.waitForServer(at: sandbox.file("pipewire-0"))
    var manager = try run(["wireplumber"], [bus.session])
    try run(["pipewire-pulse"], [bus.session])
    try LocalSocket.waitForServer(at: FilePath(socket))
    for sink in sinks { try plug(sink) }
    // The session manager makes a sink the default one a moment after it has appeared; now and then it misses one.
    var start = HostTime.now
    try Wait.until("a default sink") {
      if HostTime.now.seconds(since: start) > 5 {
        end(manager)
        manager = try run(["wireplumber"], [bus.session])
        start = .now
      }
      let text = try Tool.capture("/usr/bin/pactl", ["get-default-sink"], environment: all).text
      return sinks.contains { text == "\($0)\n" }
    }
  }

  /// Ends a process that `run` has started.
  private func end(_ process: pid_t) {
    Glibc.kill(-process, SIGKILL)
    waitpid(process, nil, 0)
    processes.removeAll { $0 == process }
  }

  @discardableResult
  private func run(_ words: [String], _ variables: [String] = []) throws -> pid_t {
    let folder = sandbox.path.shown
    // Should the test crash, nothing is left behind.
    let process = try Tool.spawn(
      ["/usr/bin/timeout", "--signal=KILL", "600"] + words,
      environment: ["HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "PATH=/usr/bin:/bin"] + variables)
    processes.append(process)
    return process
  }

  private static func arguments(of sink: String) -> String {
    "sink_name=\(sink) rate=48000 format=float32le norewinds=1 sink_properties=device.description=\(sink)"
  }

  /// Ends the server as a crash does, and waits for its end.
  func kill() {
    // `timeout` makes a group of itself and what it runs.
    for process in processes { Glibc.kill(-process, SIGKILL) }
    for process in processes { waitpid(process, nil, 0) }
    processes = []
  }

  private var socket: String {
    switch kind {
    case .pulseAudio: sandbox.file("pulse.sock").shown
    case .pipeWire: sandbox.file("pulse/native").shown
    }
  }

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

  /// What the server tells of the streams that play.
  func streams() throws -> String {
    try Tool.capture("/usr/bin/pactl", ["list", "sink-inputs"], environment: all).text
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

  /// The frames that a sink plays, from the first sound on. Ends when there is a number of them.
  func hear(_ sink: String, frames count: Int) throws -> [Frame] {
    let file = "\(sink).raw"
    var listener: pid_t?
    func end() {
      guard let process = listener else { return }
      Glibc.kill(process, SIGTERM)
      waitpid(process, nil, 0)
    }
    defer { end() }
    var heard: [Frame] = []
    var start = HostTime.now
    try Wait.until("music on \(sink)") {
      // PipeWire leaves some recorders that start while it creates a sink without a source.
      if listener == nil || (heard.isEmpty && HostTime.now.seconds(since: start) > 10) {
        end()
        unlink(sandbox.file(file).shown)
        (listener, start) = (try listen(to: sink, file: file), .now)
      }
      guard sandbox.size(of: file) > count * MemoryLayout<Frame>.stride else { return false }
      let frames = FloatWAV.frames(try FileBytes.read(sandbox.file(file), limit: 1 << 26)[...])
      heard = frames.first(above: 0).map { Array(frames[$0...]) } ?? []
      return heard.count >= count
    }
    return heard
  }

  /// Returns the place in a track of what a sink plays. On a busy machine the server drops sound now and then.
  func place(in track: TestTrack, on sink: String) throws -> Int {
    var place: Int?
    try Wait.until("the track on \(sink)") {
      place = track.place(of: try hear(sink, frames: 9_600)[9_300..<9_600])
      return place != nil
    }
    return place ?? 0
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

extension LocalSocket {
  /// Waits until a server accepts connections: its socket is there a moment earlier.
  static func waitForServer(at path: FilePath) throws {
    try Wait.until("a server at \(path.shown)") {
      guard let descriptor = try? connect(to: path) else { return false }
      close(descriptor)
      return true
    }
  }
}

import AudioBase
import Glibc
import SystemBase

/// Measures how soon the music is heard again after devices were added and removed at random, and how exact the position is
/// that the program states then.
struct DevicesPart {
  private static let events = 24

  func measure() throws(Failure) -> PartResult {
    guard let server = ProgramFinder.find("pulseaudio"), let recorder = ProgramFinder.find("parec"),
      let control = ProgramFinder.find("pactl")
    else { return PartResult(notes: ["devices: PulseAudio is not installed"]) }
    let run = try DeviceRun(DeviceServer(server, control: control), recorder: recorder)
    var random = SeededGenerator(seed: 7)
    var (delays, errors): ([Double], [Double]) = ([], [])
    for _ in 0..<DevicesPart.events {
      let event = DeviceRun.Event.allCases.randomElement(using: &random) ?? .moved
      delays.append(try run.perform(event))
      errors.append(try run.positionError())
    }
    try run.end()
    return PartResult(
      figures: [
        figure(
          "music is heard again after a device event, median of \(DevicesPart.events)", delays.median, nil),
        figure("the same, worst", delays.percentile(100), 1_000),
        figure("error of the position that is stated then, median", errors.median, nil),
        figure("the same, worst", errors.percentile(100), 50),
      ])
  }

  private func figure(_ what: String, _ seconds: Double, _ goal: Double?) -> Figure {
    Figure(part: .devices, what: what, unit: "ms", value: seconds * 1_000, goal: goal.map { .atMost($0) })
  }
}

/// A private PulseAudio server whose null sinks come and go.
final class DeviceServer {
  private let home: ScratchFolder
  private let program: String
  private let controller: String
  private var child: Child?
  /// The numbers of the modules of the sinks.
  private var modules: [String: String] = [:]

  init(_ program: String, control controller: String) throws(Failure) {
    home = try ScratchFolder()
    (self.program, self.controller) = (program, controller)
  }

  private var socket: String { home.file("sound") }
  /// The environment variables of its clients.
  var environment: [String] { ["PULSE_SERVER=unix:\(socket)"] }

  /// Starts the server, also after it was killed; the first sink is the default one.
  func start(sinks: [String]) throws(Failure) {
    unlink(socket)
    child = try Child(
      program,
      [
        "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--load=module-rescue-streams",
        "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      ], environment: home.environment)
    let start = HostTime.now
    while access(socket, R_OK) != 0 {
      guard HostTime.now.seconds(since: start) < 5 else { throw Failure("pulseaudio did not start") }
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

  func plug(_ sink: String) throws(Failure) {
    let arguments = "sink_name=\(sink) rate=48000 format=float32le norewinds=1"
    modules[sink] = try control(
      ["load-module", "module-null-sink"] + arguments.split(separator: " ").map(String.init))
  }

  func unplug(_ sink: String) throws(Failure) { _ = try control(["unload-module", modules[sink] ?? ""]) }

  func use(_ sink: String) throws(Failure) { _ = try control(["set-default-sink", sink]) }

  /// Runs `pactl`. Returns its output.
  private func control(_ arguments: [String]) throws(Failure) -> String {
    try home.write("", to: "answer")
    let finished = try Child(
      controller, arguments, environment: home.environment + environment, output: home.file("answer"))
    guard finished.waitForEnd() == 0 else { throw Failure("pactl \(arguments.joined(separator: " "))") }
    do throws(FileError) {
      let bytes = try FileBytes.read(FilePath(home.file("answer")), limit: 1 << 16)
      return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    } catch {
      throw Failure(error)
    }
  }
}

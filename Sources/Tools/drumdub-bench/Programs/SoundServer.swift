import Glibc
import SystemBase

/// A private PulseAudio server with a null sink, which consumes sound in real time.
final class SoundServer {
  private let home: ScratchFolder
  private let child: Child

  init(_ program: String) throws(Failure) {
    home = try ScratchFolder()
    let socket = home.file("sound")
    child = try Child(
      program,
      [
        "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
        // Rewinds of a null sink delay a starting stream by seconds.
        "--load=module-null-sink sink_name=speakers rate=48000 format=float32le norewinds=1",
        "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      ], environment: home.environment)
    let start = HostTime.now
    while access(socket, R_OK) != 0 {
      guard HostTime.now.seconds(since: start) < 5, !child.hasEnded else {
        throw Failure("pulseaudio did not start")
      }
      usleep(10_000)
    }
  }

  /// The arguments of `parec` that write what the server plays, 48 kHz stereo as floating-point samples.
  static let recording = [
    "--latency-msec=4", "--raw", "--rate=48000", "--channels=2", "--format=float32le",
    "--device=speakers.monitor",
  ]

  /// The environment variables of its clients.
  var environment: [String] { ["PULSE_SERVER=unix:\(home.file("sound"))"] }
}

import Glibc

/// Keeps each core busy by a low-priority process in an endless loop.
final class BusyCores {
  private let spinners: [Child]

  init() throws(Failure) {
    guard let nice = ProgramFinder.find("nice") else { throw Failure("nice is not installed") }
    var spinners: [Child] = []
    for _ in 0..<max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) {
      spinners.append(try Child(nice, ["-n", "19", "/bin/sh", "-c", "while :; do :; done"], environment: []))
    }
    self.spinners = spinners
  }

  deinit { end() }

  func end() { spinners.forEach { $0.end() } }
}

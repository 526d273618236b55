import Glibc

/// How large the program was at a time.
struct SoakSample {
  /// PSS, in megabytes.
  var memory: Double
  var threads: Int

  init(_ child: Child) throws(Failure) {
    memory = try child.memory()
    threads = try SoakSample.threads(of: child.pid)
  }

  private static func threads(of pid: pid_t) throws(Failure) -> Int {
    let path = "/proc/\(pid)/task"
    guard let folder = opendir(path) else { throw Failure("opendir \(path): \(SystemError.text)") }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // `.` and `..`.
    return count - 2
  }
}

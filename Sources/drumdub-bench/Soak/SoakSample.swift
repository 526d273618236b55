import HostTools

/// How large the program was at a time.
struct SoakSample {
  /// PSS, in megabytes.
  var memory: Double
  var threads: Int

  init(_ child: Child) throws(Failure) {
    memory = try child.memory()
    threads = RunningProcess(child.pid).threads.count
  }
}

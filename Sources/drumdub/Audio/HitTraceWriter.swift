import Glibc
import MixEngine
import SystemBase

/// Writes a JSON line for each hit: `{"pad","velocity","readNs","frame","heardNs","late"}`, with `"take":true` for the
/// hits of takes, whose `readNs` has no meaning.
///
/// Times are of `CLOCK_MONOTONIC`, the frame is the output's. Main thread.
struct HitTraceWriter: ~Copyable {
  private let descriptor: Int32

  init(path: FilePath) throws(FileError) {
    descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
  }

  deinit { close(descriptor) }

  func write(_ hit: StartedHit, heard: HostTime) {
    let line = """
      {"pad":\(hit.pad),"velocity":\(hit.velocity),"readNs":\(hit.keyTime.nanoseconds),\
      "frame":\(hit.outputFrame),"heardNs":\(heard.nanoseconds),"late":\(hit.isLate)\(hit.isPlanned ? ",\"take\":true" : "")}

      """
    _ = Array(line.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}

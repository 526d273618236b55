import Glibc
import MixEngine
import SystemBase

/// Writes a JSON line for each hit: `{"pad","velocity","readNs","frame","heardNs","late"}`, with `"take":true` for the
/// hits of takes, whose `readNs` has no meaning.
///
/// Times are of `CLOCK_MONOTONIC`, the frame is the output's. The lines are written by a thread, so that a slow disk does not
/// delay the main thread. Main thread.
final class HitTraceWriter {
  private let descriptor: Int32
  private let worker = SerialWorker(name: "trace")

  init(path: FilePath) throws(FileError) {
    descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
  }

  /// Writes all lines and closes the file. `deadline`: when a disk that hangs is no longer waited for.
  func close(until deadline: HostTime) { if worker.stop(until: deadline) { Glibc.close(descriptor) } }

  func write(_ hit: StartedHit, heard: HostTime) {
    let line = """
      {"pad":\(hit.pad),"velocity":\(hit.velocity),"readNs":\(hit.keyTime.nanoseconds),\
      "frame":\(hit.outputFrame),"heardNs":\(heard.nanoseconds),"late":\(hit.isLate)\(hit.isPlanned ? ",\"take\":true" : "")}

      """
    worker.run { [descriptor] in _ = FileBytes.writeAll(Array(line.utf8), to: descriptor) }
  }
}

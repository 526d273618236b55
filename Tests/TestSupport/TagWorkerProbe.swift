import Glibc
import SystemBase

/// The tag worker that fails on request.
package enum TagWorkerProbe {
  /// The path of the program, which is built beside the test program.
  package static var program: FilePath {
    // As the player does: a worker may end while it is being written to.
    signal(SIGPIPE, SIG_IGN)
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = FilePath(bytes: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)))
    return program.directory.appending("tag-worker-probe")
  }
}

import Glibc
import SystemBase

/// A tag worker that fails on request.
package enum TagWorkerProbe {
  /// The path of the program.
  package static var program: FilePath { TestPrograms.path("tag-worker-probe") }
}

/// Programs and libraries of the build that tests start and load.
package enum TestPrograms {
  /// The path of a file in the folder of the test program.
  package static func path(_ name: String) -> FilePath {
    // Ignores SIGPIPE like the player, since a worker may end while it is written to.
    signal(SIGPIPE, SIG_IGN)
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = FilePath(bytes: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)))
    return program.directory.appending(name)
  }
}

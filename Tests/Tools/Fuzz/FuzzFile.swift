import Glibc
import HostTools
import SystemBase

/// A file that has no name but is opened like any other.
final class FuzzFile: Sendable {
  private let descriptor: Int32
  let path: FilePath

  init() {
    guard let descriptor = try? Scratch.openFile(for: "fuzz") else { preconditionFailure("no scratch file") }
    self.descriptor = descriptor
    path = FilePath("/proc/self/fd/\(descriptor)")
  }

  deinit { close(descriptor) }

  func replace(with bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    precondition(ftruncate(descriptor, 0) == 0, "ftruncate")
    precondition(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, "pwrite")
  }
}

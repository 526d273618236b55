import Glibc
import Synchronization
import SystemBase

/// Notes in a file which plug-ins this process has made, so that the next start finds those in whose presence it ended
/// abnormally.
///
/// Each process has a file of its own, locked by flock(2), which the kernel unlocks however the process ends. An orderly end
/// removes the file: one that is there and not locked was left behind. All functions wait for the disk. Any thread.
package final class PluginMarker: Sendable {
  private enum Phase: Sendable {
    case idle
    /// The file, and the names of units in it.
    case active(descriptor: Int32, [String])
    case ended
  }

  /// The most bytes of a file that is read.
  private static let largest = 1 << 20

  private let folder: FilePath
  private let phase = Mutex(Phase.idle)

  /// Creates a marker, which writes nothing yet.
  ///
  /// - Parameter folder: the folder of the files.
  package init(in folder: FilePath) { self.folder = folder }

  deinit { if case .active(let descriptor, _) = phase.withLock({ $0 }) { close(descriptor) } }

  private var file: FilePath { folder.appending("\(getpid())") }

  /// Notes a unit before it is made. Without the file, the next start knows nothing of it.
  package func note(_ unit: String) {
    phase.withLock { phase in
      let (descriptor, units): (Int32, [String])
      switch phase {
      case .ended: return
      case .active(let open, let noted): (descriptor, units) = (open, noted)
      case .idle:
        try? FileBytes.makeFolder(folder)
        (descriptor, units) = (PluginMarker.open(file, O_RDWR | O_CREAT | O_TRUNC), [])
      }
      guard descriptor >= 0, !units.contains(unit) else { return }
      let line = Array("\(unit)\n".utf8)
      _ = write(descriptor, line, line.count)
      phase = .active(descriptor: descriptor, units + [unit])
    }
  }

  /// Opens a file and locks it. Returns −1 if that fails, or another process holds it.
  private static func open(_ file: FilePath, _ flags: Int32) -> Int32 {
    let descriptor = file.withCString { Glibc.open($0, flags | O_CLOEXEC | O_NONBLOCK, 0o600) }
    if descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  /// Removes the file: the process ends in order. No unit is noted from now on.
  package func end() {
    phase.withLock { phase in
      if case .active(let descriptor, _) = phase {
        FileBytes.remove(file)
        close(descriptor)
      }
      phase = .ended
    }
  }

  /// Returns the units of processes that have ended abnormally, and removes their files.
  package func removeLeftBehind() -> Set<String> {
    return FolderReader.names(in: folder).reduce(into: []) { units, name in
      let path = folder.appending(name)
      let descriptor = PluginMarker.open(path, O_RDWR)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      let bytes = (try? FileBytes.read(path, limit: PluginMarker.largest)) ?? []
      units.formUnion(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
      FileBytes.remove(path)
    }
  }
}

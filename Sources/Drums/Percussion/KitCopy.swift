import Documents
import Glibc
import SystemBase

/// Copies the files of a kit, within the limits of archives.
struct KitCopy {
  private static let chunk = 1 << 20

  private let isCancelled: () -> Bool
  private let onFile: (Int) -> Void
  private var files = 0
  private var bytes = 0
  /// The errors of the files that cannot be opened, which are left out.
  private(set) var unreadable: [FileError] = []

  /// Creates a copy operation. `onFile` receives the number of each file when its copy begins.
  init(isCancelled: @escaping () -> Bool, onFile: @escaping (Int) -> Void) {
    (self.isCancelled, self.onFile) = (isCancelled, onFile)
  }

  /// Copies a folder. Links to files are copied as files; links to folders, special files and those that cannot be opened are
  /// left out.
  mutating func copyFolder(_ source: FilePath, to target: FilePath, depth: Int = 0) throws(FileError) {
    if depth > ArchiveUnpacker.deepest {
      throw FileError(.unsupported, source.shown, detail: "folders in it are nested too deep")
    }
    try FileBytes.makeFolder(target)
    for name in try FolderReader(source).names() {
      let path = source.appending(name)
      guard let own = path.linkStatus, let status = path.status else { continue }
      if own.st_mode & S_IFMT == S_IFDIR {
        try copyFolder(path, to: target.appending(name), depth: depth + 1)
      } else if status.st_mode & S_IFMT == S_IFREG {
        try copyFile(path, to: target.appending(name))
      }
    }
  }

  /// Copies a file, or leaves it out if it cannot be opened; its folder is created.
  mutating func copyFile(_ source: FilePath, to target: FilePath) throws(FileError) {
    let file: RegularFile
    do throws(FileError) { file = try RegularFile(source, otherwise: .unsupported) } catch {
      unreadable.append(error)
      return
    }
    try copyContent(of: file, source, to: target)
  }

  private mutating func copyContent(
    of file: borrowing RegularFile, _ source: FilePath, to target: FilePath
  ) throws(FileError) {
    files += 1
    onFile(files)
    if files > ArchiveUnpacker.mostFiles {
      throw KitCopy.tooLarge(source, "more than \(ArchiveUnpacker.mostFiles) files")
    }
    try FileBytes.makeFolder(target.directory)
    let descriptor = target.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, target.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    var offset = 0
    while true {
      if isCancelled() { throw .interrupted(target) }
      let part = try file.read(count: KitCopy.chunk, at: offset)
      if part.isEmpty { return }
      (offset, bytes) = (offset + part.count, bytes + part.count)
      if bytes > ArchiveUnpacker.mostBytes { throw KitCopy.tooLarge(source, "more than 1 GB") }
      try FileBytes.write(part, to: descriptor, target)
    }
  }

  private static func tooLarge(_ path: FilePath, _ amount: String) -> FileError {
    FileError(.unsupported, path.directory.shown, detail: "the kit has \(amount)")
  }
}

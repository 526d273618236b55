import Glibc

/// Reads and writes whole small files: settings, playlists, kits.
package enum FileBytes {
  /// Reads a file. One with more bytes than the limit is an error.
  package static func read(_ path: FilePath, limit: Int) throws(FileError) -> [UInt8] {
    let file = try RegularFile(path, otherwise: .readFailed)
    var bytes: [UInt8] = []
    // Files of the kernel (/proc, /sys) state a size of 0, and other files may grow while they are read.
    while file.size <= limit && bytes.count <= limit {
      let part = try file.read(count: max(file.size - bytes.count, 1 << 16), at: bytes.count)
      if part.isEmpty { return bytes }
      bytes += part
    }
    throw FileError(.readFailed, path.shown, detail: "it is larger than \(limit) bytes")
  }

  /// Writes a file, a device or a pipe in place. A reader may see a part of the content.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws(FileError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path)
  }

  /// Writes bytes to an open file.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: FilePath) throws(FileError) {
    guard writeAll(bytes, to: descriptor) else {
      throw FileError(errno: errno, path.shown, call: "write", writing: true)
    }
  }

  /// Writes bytes to an open file, pipe or terminal, and waits until all are written. Returns false, with `errno`, if
  /// not all could be written.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Creates an empty file. Returns false if the name exists.
  package static func create(_ path: FilePath) throws(FileError) -> Bool {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor < 0 && errno == EEXIST { return false }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    close(descriptor)
    return true
  }

  /// Removes a file; a missing file is not an error.
  package static func remove(_ path: FilePath) { _ = path.withCString { unlink($0) } }

  /// Creates a folder and its parents.
  package static func makeFolder(_ path: FilePath, permissions: mode_t = 0o777) throws(FileError) {
    if path.isEmpty || path.withCString({ mkdir($0, permissions) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.directory != path else {
      throw FileError(errno: errno, path.shown, call: "mkdir", writing: true)
    }
    try makeFolder(path.directory, permissions: permissions)
    guard path.withCString({ mkdir($0, permissions) }) == 0 || errno == EEXIST else {
      throw FileError(errno: errno, path.shown, call: "mkdir", writing: true)
    }
  }

  /// Creates a folder that only the user can use. An existing one must belong to the user alone: in a folder that all
  /// users may write to, another user may have made it.
  package static func makePrivateFolder(_ path: FilePath) throws(FileError) {
    try makeFolder(path, permissions: 0o700)
    guard let status = path.linkStatus else { throw FileError(errno: errno, path.shown, call: "lstat") }
    let isOwn = status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    guard isOwn, path.withCString({ chmod($0, 0o700) }) == 0 else {
      throw FileError(.notPermitted, path.shown, detail: "it is not a folder of this user alone")
    }
  }

  /// Removes leftover folders of ended processes. Their names begin with a prefix and the id of the process.
  package static func removeLeftovers(in folder: FilePath, prefix: String) {
    for name in FolderReader.entries(of: folder) where name.shown.hasPrefix(prefix) {
      let digits = name.shown.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let process = pid_t(digits), kill(process, 0) != 0, errno == ESRCH else { continue }
      removeFolder(folder.appending(name))
    }
  }

  /// Removes a folder with all that it holds, as far as the user may. Links are removed, not followed.
  package static func removeFolder(_ path: FilePath) {
    for name in FolderReader.entries(of: path) {
      let entry = path.appending(name)
      guard let status = entry.linkStatus else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { removeFolder(entry) } else { remove(entry) }
    }
    _ = path.withCString { rmdir($0) }
  }
}

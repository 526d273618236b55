import Glibc
import Synchronization

/// Bytes that are read as those of a regular file, such as those of a file of a server.
package protocol ByteSource: AnyObject, Sendable {
  /// Reads at an offset until the buffer is full or the content ends. Returns the number of bytes, or -1 and `errno`.
  func read(_ buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int
}

/// Owns a regular file opened for reading. Any thread may read, if it may read the source.
package struct RegularFile: ~Copyable, Sendable {
  /// -1 if a source is read.
  let descriptor: Int32
  /// What is read in place of a file; nil for a file.
  private let source: (any ByteSource)?
  private let path: FilePath
  /// The blocks that were read last; nil if none are kept.
  private let recent: Mutex<RecentBlocks?>
  /// The size in bytes when the file was opened.
  package let size: Int

  /// The path for errors.
  package var subject: String { path.shown }

  /// Presents a source as a file. `path`: its name for errors.
  package init(reading source: any ByteSource, size: Int, _ path: FilePath) {
    (self.source, self.size, self.path) = (source, size, path)
    descriptor = -1
    recent = Mutex(nil)
  }

  /// Whether reading may be slow, since the bytes come from a server.
  package var isRemote: Bool { source != nil }

  /// Opens a regular file. Folders, pipes, sockets and devices are rejected without opening them, so it never blocks. Throws
  /// `notFound`, `notPermitted`, `isDirectory`, `isPipe`, `readFailed`, or `code` for sockets and devices.
  ///
  /// - Parameter keepsBlocks: whether `read(at:count:)` keeps the blocks that it reads, for a reader that takes a few bytes
  ///   at a time. Changes of the file meanwhile are not seen then.
  package init(
    _ path: FilePath, otherwise code: FileError.Code = .notAudio, keepsBlocks: Bool = false
  ) throws(FileError) {
    (self.path, source) = (path, nil)
    recent = Mutex(keepsBlocks ? RecentBlocks() : nil)
    (descriptor, size) = try RegularFile.opened(path, code)
  }

  /// Opens a file that is not empty. Throws `empty` for an empty file; otherwise the same errors.
  package init(withContent path: FilePath, keepsBlocks: Bool = false) throws(FileError) {
    let file = try RegularFile(path, keepsBlocks: keepsBlocks)
    guard file.size > 0 else { throw FileError(.empty, path.shown) }
    self = file
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads at an offset until the buffer is full or the file ends. Returns the number of bytes, or -1 and `errno`.
  package func read(_ buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int {
    if let source { return source.read(buffer, count: count, at: offset) }
    var done = 0
    while done < count {
      let got = pread(descriptor, buffer + done, count - done, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return -1 }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// Reads bytes at an offset; fewer if the file ended there when it was opened, or ends there now.
  package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    let count = min(count, size - offset)
    if count <= RecentBlocks.longestRead, let bytes = try recentBytes(at: offset, count: count) {
      return bytes
    }
    return try read(count: count, at: offset)
  }

  /// Returns bytes out of the blocks that were read last, or are read now; nil if none are kept.
  private func recentBytes(at offset: Int, count: Int) throws(FileError) -> [UInt8]? {
    try recent.withLock { blocks throws(FileError) in
      try blocks?.bytes(at: offset, count: count, fileSize: size) { buffer, start throws(FileError) in
        let got = buffer.baseAddress.map { read($0, count: buffer.count, at: start) } ?? 0
        guard got >= 0 else { throw FileError(errno: errno, subject, call: "pread") }
        return got
      }
    }
  }

  /// Calls `body` with the descriptor and the blocks that are kept, for a library that reads the same file at offsets. `body`
  /// must not read this file by its methods, nor close the descriptor. Throws for a file that is not local.
  package func withDescriptor(
    _ body: (_ descriptor: Int32, _ blocks: [FileBlock]) -> Void
  ) throws(FileError) {
    guard descriptor >= 0 else { throw FileError(errno: EBADF, subject, call: "pread") }
    recent.withLock { blocks in
      if let blocks { blocks.withBlocks { body(descriptor, $0) } } else { body(descriptor, []) }
    }
  }

  /// Reads bytes at an offset until the file ends, regardless of the size that it states.
  package func read(count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress { got = read(start, count: buffer.count, at: offset) }
      filled = max(got, 0)
    }
    guard got >= 0 else { throw FileError(errno: errno, subject, call: "pread") }
    return bytes
  }

  /// Duplicates the descriptor, for a library that closes the descriptor that it gets.
  package func duplicate() throws(FileError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw FileError(errno: errno, subject, call: "fcntl") }
    return copy
  }

  // MARK: Opening

  private static func opened(
    _ path: FilePath, _ code: FileError.Code
  ) throws(FileError) -> (descriptor: Int32, size: Int) {
    guard var status = path.status else { throw FileError(errno: errno, path.shown, call: "stat") }
    try checkKind(status, path, code)
    // The file may have been replaced by a pipe since; without O_NONBLOCK, opening a pipe waits for a writer.
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open") }
    do throws(FileError) {
      guard fstat(descriptor, &status) == 0 else { throw FileError(errno: errno, path.shown, call: "fstat") }
      try checkKind(status, path, code)
      return (descriptor, Int(status.st_size))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checkKind(
    _ status: stat, _ path: FilePath, _ code: FileError.Code
  ) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw FileError(.isDirectory, path.shown)
    case S_IFIFO: throw FileError(.isPipe, path.shown)
    case S_IFSOCK: throw FileError(code, path.shown, detail: "a socket, not a file")
    default: throw FileError(code, path.shown, detail: "a device, not a file")
    }
  }
}

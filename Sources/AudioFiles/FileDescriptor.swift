import AudioBase
import Glibc

/// The one owner of a regular file opened for reading.
struct FileDescriptor: ~Copyable {
  private let raw: Int32
  /// In bytes, when it was opened.
  let size: Int

  /// Opens a regular file; directories, pipes, sockets and devices are refused without being opened.
  ///
  /// - Throws: `notFound`, `notPermitted`, `isDirectory`, `notAudio` (not a regular file), `readFailed`.
  init(opening path: FilePath) throws(AudioError) {
    (raw, size) = try FileDescriptor.opened(path)
  }

  deinit { close(raw) }

  /// Reads at an offset until the room is filled or the file ends.
  ///
  /// - Returns: the bytes read, or -1 and `errno`.
  func read(_ buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int {
    var done = 0
    while done < count {
      let got = pread(raw, buffer + done, count - done, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return -1 }
      if got == 0 { break }
      done += got
    }
    return done
  }

  private static func opened(_ path: FilePath) throws(AudioError) -> (raw: Int32, size: Int) {
    let subject = path.shown
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      throw AudioError(errno: errno, subject, call: "stat")
    }
    try checkKind(status, subject)
    // It may have become a pipe since; without O_NONBLOCK the open would then wait for a writer.
    let raw = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard raw >= 0 else { throw AudioError(errno: errno, subject, call: "open") }
    do throws(AudioError) {
      guard fstat(raw, &status) == 0 else { throw AudioError(errno: errno, subject, call: "fstat") }
      try checkKind(status, subject)
      return (raw, Int(status.st_size))
    } catch {
      close(raw)
      throw error
    }
  }

  private static func checkKind(_ status: stat, _ subject: String) throws(AudioError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw AudioError(.isDirectory, subject)
    case S_IFIFO: throw AudioError(.notAudio, subject, detail: "a pipe, not a file")
    case S_IFSOCK: throw AudioError(.notAudio, subject, detail: "a socket, not a file")
    default: throw AudioError(.notAudio, subject, detail: "a device, not a file")
    }
  }
}

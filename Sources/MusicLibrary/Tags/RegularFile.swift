import AudioBase
import Glibc

/// An open regular file; anything else is refused without waiting for it.
struct RegularFile: ~Copyable {
  private let descriptor: Int32
  let size: Int
  private let path: FilePath
  /// For errors.
  var subject: String { path.shown }

  init(_ path: FilePath) throws(AudioError) {
    // A pipe without a writer must not hold us up; for a regular file O_NONBLOCK means nothing.
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw AudioError(errno: errno, path.shown, call: "open") }
    do {
      size = try RegularFile.checkedSize(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  private static func checkedSize(_ descriptor: Int32, _ path: FilePath) throws(AudioError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw AudioError(errno: errno, path.shown, call: "fstat") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw AudioError(.isDirectory, path.shown)
    default: throw AudioError(.notAudio, path.shown, detail: "not a regular file")
    }
    guard status.st_size > 0 else { throw AudioError(.empty, path.shown) }
    return Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The bytes from an offset on, fewer where the file ends.
  func read(at offset: Int, count: Int) throws(AudioError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) { buffer, filled in
      while filled < buffer.count {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, offset + filled)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { break }
        filled += got
      }
    }
    guard failure == 0 else { throw AudioError(errno: failure, subject, call: "pread") }
    return bytes
  }

  /// A second descriptor of the same file, for a library that closes what it gets.
  func duplicate() throws(AudioError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw AudioError(errno: errno, subject, call: "fcntl") }
    return copy
  }
}

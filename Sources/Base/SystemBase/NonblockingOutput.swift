import Glibc

/// Writes to a terminal or a pipe without waiting for its reader: what the reader does not accept now is kept and written
/// later, in order. One thread.
///
/// O_NONBLOCK belongs to the open file, which other programs such as the shell share. The terminal or pipe is therefore
/// opened a second time. Where that fails, as for a terminal of another user, the flag is set during each write only.
package struct NonblockingOutput: ~Copyable {
  /// Seconds for which the end of the output usually waits for a reader that accepts nothing.
  package static let timeout = 0.5

  /// Becomes writable, for `poll`, when the reader accepts more.
  package let descriptor: Int32
  /// Whether the open file belongs to other programs too.
  private let isShared: Bool
  private var pending: ArraySlice<UInt8> = []
  /// The time at which the reader has last accepted something, or has begun to accept nothing.
  private var lastProgress = HostTime.now
  /// Whether a write has failed, for instance because the reader has ended. Bytes that waited were discarded.
  package private(set) var hasFailed = false

  /// Opens a terminal, pipe, socket or file a second time; the original must stay open.
  package init(_ original: Int32) {
    if let own = NonblockingOutput.openAgain(original) {
      (descriptor, isShared) = (own, false)
    } else {
      (descriptor, isShared) = (original, true)
    }
  }

  deinit { if !isShared { close(descriptor) } }

  /// Opens a terminal or a pipe a second time; nil if that cannot be done. Of a regular file, the second position would
  /// overwrite what is written at the first one.
  private static func openAgain(_ original: Int32) -> Int32? {
    var status = stat()
    guard fstat(original, &status) == 0, [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else {
      return nil
    }
    let flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    var descriptor = open("/proc/self/fd/\(original)", flags)
    var name = [CChar](repeating: 0, count: 256)
    if descriptor < 0, ttyname_r(original, &name, name.count) == 0 { descriptor = open(name, flags) }
    return descriptor >= 0 ? descriptor : nil
  }

  /// Whether something waits to be written.
  package var isBusy: Bool { !pending.isEmpty }

  /// The number of bytes that wait to be written.
  package var pendingCount: Int { pending.count }

  /// Writes what the reader accepts, after what waits already, and keeps the rest.
  package mutating func send(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    if pending.isEmpty {
      (pending, lastProgress) = (bytes[...], .now)
    } else {
      pending += bytes
    }
    writePending()
  }

  /// Writes as much as the reader accepts.
  package mutating func writePending() {
    while !pending.isEmpty {
      let count = writeOnce()
      if count > 0 {
        pending = pending.dropFirst(count)
        lastProgress = .now
      } else if count == 0 || errno == EAGAIN {
        return
      } else if errno != EINTR {
        hasFailed = true
        pending = []
      }
    }
    // Frees the bytes.
    pending = []
  }

  private func writeOnce() -> Int {
    let flags = isShared ? fcntl(descriptor, F_GETFL) : -1
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    let failure = errno
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags) }
    errno = failure
    return count
  }

  /// Discards what waits to be written.
  package mutating func drop() { pending = [] }

  /// Writes the bytes that wait and then these, for instance before the program ends. If the reader accepts nothing for a
  /// while, they are discarded; of a terminal, the bytes that it has not read are then discarded, so that there is room for
  /// `last`.
  ///
  /// - Parameters:
  ///   - dropsPending: whether what waits is discarded instead of written.
  ///   - timeout: the seconds for which the reader may accept nothing.
  package mutating func finish(
    _ last: [UInt8] = [], dropsPending: Bool = false, timeout: Double = NonblockingOutput.timeout
  ) {
    let deadline = (isBusy ? lastProgress : .now).advanced(bySeconds: timeout)
    if dropsPending { pending = [] }
    send(last)
    while isBusy, waitForRoom(until: deadline) { writePending() }
    guard isBusy else { return }
    pending = []
    if !last.isEmpty, tcflush(descriptor, TCOFLUSH) == 0 { send(last) }
    pending = []
  }

  /// Waits until the output accepts bytes. Returns false after the deadline.
  private func waitForRoom(until deadline: HostTime) -> Bool {
    let seconds = deadline.seconds(since: .now)
    guard seconds > 0 else { return false }
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&watched, 1, Int32((seconds * 1_000).rounded(.up)))
    return true
  }
}

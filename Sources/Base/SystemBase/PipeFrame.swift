import Glibc

/// A message in a pipe or a socket: its length in four bytes, little-endian, and its bytes.
package enum PipeFrame {
  package enum Outcome {
    case frame([UInt8])
    /// It was closed, or the message is invalid.
    case ended
    /// No byte came within the timeout.
    case silent
  }

  /// The limit of a message in bytes; the largest content is a picture of 32 MB.
  private static let mostBytes = 40 << 20

  /// Writes a message. Returns false if the message is too long or the reading end is closed.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    // The reader would refuse it.
    guard bytes.count <= mostBytes else { return false }
    let length = UInt32(bytes.count)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    // One call for a short message wakes the reader once.
    if bytes.count < 64 << 10 { return FileBytes.writeAll(head + bytes, to: descriptor) }
    return FileBytes.writeAll(head, to: descriptor) && FileBytes.writeAll(bytes, to: descriptor)
  }

  /// Reads a message. The timeout is the longest time without a byte; nil for no limit.
  package static func read(from descriptor: Int32, milliseconds: Int32? = nil) -> Outcome {
    var head = [UInt8](repeating: 0, count: 4)
    if let failure = fill(&head, from: descriptor, milliseconds) { return failure }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= mostBytes else { return .ended }
    var bytes = [UInt8](repeating: 0, count: length)
    return fill(&bytes, from: descriptor, milliseconds) ?? .frame(bytes)
  }

  /// Reads until a buffer is full. Returns nil if the buffer was filled.
  private static func fill(_ bytes: inout [UInt8], from descriptor: Int32, _ milliseconds: Int32?) -> Outcome?
  {
    var done = 0
    while done < bytes.count {
      if let milliseconds, !waits(descriptor, milliseconds) { return .silent }
      let count = bytes[done...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return .ended }
      done += count
    }
    return nil
  }

  private static func waits(_ descriptor: Int32, _ milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let found = poll(&watched, 1, milliseconds)
      if found < 0 && errno == EINTR { continue }
      return found > 0
    }
  }
}

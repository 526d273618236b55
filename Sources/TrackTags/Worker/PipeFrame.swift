import Glibc
import SystemBase

/// What goes through a pipe at once: four bytes of length, little-endian, and so many bytes.
enum PipeFrame {
  enum Outcome {
    case frame([UInt8])
    /// The other end has gone, or speaks another language.
    case ended
    /// Nothing came in the time.
    case silent
  }

  /// Above all that is ever sent: a picture has 32 MB at most.
  private static let mostBytes = 40 << 20

  /// - Returns: whether all went out.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    // The other end would refuse it.
    guard bytes.count <= mostBytes else { return false }
    let length = UInt32(bytes.count)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    // One call where it is short: the reader is woken once.
    if bytes.count < 64 << 10 { return FileBytes.writeAll(head + bytes, to: descriptor) }
    return FileBytes.writeAll(head, to: descriptor) && FileBytes.writeAll(bytes, to: descriptor)
  }

  /// - Parameter milliseconds: the longest silence; nil waits for ever.
  static func read(from descriptor: Int32, milliseconds: Int32? = nil) -> Outcome {
    var head = [UInt8](repeating: 0, count: 4)
    if let failure = fill(&head, from: descriptor, milliseconds) { return failure }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= mostBytes else { return .ended }
    var bytes = [UInt8](repeating: 0, count: length)
    return fill(&bytes, from: descriptor, milliseconds) ?? .frame(bytes)
  }

  /// - Returns: nil where all has come.
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

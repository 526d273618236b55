import CBenchmark
import Glibc
import SystemBase

final class PseudoTerminal {
  struct Chunk {
    var bytes: [UInt8]
    var time: HostTime
  }

  let name: String
  let descriptor: Int32
  /// Kept open, so that the terminal exists while no program has opened it.
  private let slave: Int32

  init(columns: Int32 = 120, rows: Int32 = 36) throws {
    var ends: (own: Int32, program: Int32) = (-1, -1)
    var buffer = [CChar](repeating: 0, count: 64)
    guard benchmark_terminal(columns, rows, &ends.own, &ends.program, &buffer) == 0 else {
      throw Failure.systemCall("openpty")
    }
    (descriptor, slave) = ends
    name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(slave)
    close(descriptor)
  }

  func resize(columns: Int, rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }

  func type(_ text: String) { _ = FileBytes.writeAll(Array(text.utf8), to: descriptor) }

  /// Waits for output and reads it; nil if the time has passed without any.
  ///
  /// It must not be inlined. Swift 6.3.1 miscompiles `for … { _ = Array(slice) }` with -O: if a loop creates an array from
  /// a slice and does not use it, dead code elimination frees its memory before the elements are copied into it. Here a
  /// caller in a loop ignores the result. `make sanitize` finds such code.
  @inline(never)
  func read(milliseconds: Int32) -> Chunk? {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Chunk(bytes: Array(bytes[..<count]), time: .now)
  }

  /// Reads for some time, as a terminal does. Returns the number of bytes.
  @discardableResult
  func pass(_ seconds: Double) -> Int {
    let end = HostTime.now.advanced(bySeconds: seconds)
    var bytes = 0
    while case let left = end.seconds(since: .now), left > 0 {
      bytes += read(milliseconds: Int32(min(left * 1_000, 20).rounded(.up)))?.bytes.count ?? 0
    }
    return bytes
  }

  /// Reads until the output has contained each of the words. Returns the time at which the last one was read.
  @discardableResult
  func wait(for words: String..., seconds: Double = 10) throws -> HostTime {
    let start = HostTime.now
    var missing = words.map { Array($0.utf8) }
    var seen: [UInt8] = []
    while HostTime.now.seconds(since: start) < seconds {
      guard let chunk = read(milliseconds: 100) else { continue }
      seen += chunk.bytes
      missing.removeAll { seen.contains($0) }
      if missing.isEmpty { return chunk.time }
    }
    throw Failure("the screen never showed \(missing.map { String(decoding: $0, as: UTF8.self) })")
  }

  func wait(_ failure: String, seconds: Double = 20, until isSo: () -> Bool) throws {
    let start = HostTime.now
    while !isSo() {
      guard HostTime.now.seconds(since: start) < seconds else { throw Failure(failure) }
      _ = read(milliseconds: 5)
    }
  }
}

import Glibc

/// Bytes for standard output, collected into large writes. A reader that has gone ends nothing but the writing.
struct OutputWriter {
  private var buffer: [UInt8] = []
  private var isBroken = false

  mutating func write(_ bytes: [UInt8]) {
    buffer += bytes
    if buffer.count >= 1 << 16 { flush() }
  }

  mutating func flush() {
    var done = 0
    while done < buffer.count, !isBroken {
      let count = buffer[done...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { isBroken = true }
      done += max(count, 0)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

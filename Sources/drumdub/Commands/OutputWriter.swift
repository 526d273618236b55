import Glibc
import SystemBase

/// Bytes for standard output, collected into large writes. A reader that has gone ends nothing but the writing.
struct OutputWriter {
  private var buffer: [UInt8] = []
  private var isBroken = false

  mutating func write(_ bytes: [UInt8]) {
    buffer += bytes
    if buffer.count >= 1 << 16 { flush() }
  }

  mutating func flush() {
    if !isBroken { isBroken = !FileBytes.writeAll(buffer, to: STDOUT_FILENO) }
    buffer.removeAll(keepingCapacity: true)
  }
}

import CBenchmark
import Glibc
import SystemBase

/// A terminal of this program's own, for a program to run in.
final class PseudoTerminal {
  /// What came, and when the read that brought it returned.
  struct Chunk {
    var bytes: [UInt8]
    var time: HostTime
  }

  let name: String
  let descriptor: Int32
  /// Kept open: the terminal stays when no program has it.
  private var slave: Int32

  init(columns: Int32 = 110, rows: Int32 = 34) throws(Failure) {
    var ends: (own: Int32, program: Int32) = (-1, -1)
    var buffer = [CChar](repeating: 0, count: 64)
    guard benchmark_terminal(columns, rows, &ends.own, &ends.program, &buffer) == 0 else {
      throw Failure("openpty: \(SystemError.text)")
    }
    (descriptor, slave) = ends
    name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Closes this side's hold of the programs' end: reads end when the programs' own are closed too.
  func hangUp() {
    if slave >= 0 { close(slave) }
    slave = -1
  }

  deinit {
    hangUp()
    close(descriptor)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  /// Waits for output.
  ///
  /// Never inlined. Swift 6.3.1 compiles `for … { _ = Array(slice) }` wrongly with -O: where an array is made of a slice,
  /// a buffer or a prefix in a loop and nothing else uses it (here: a caller in a loop that leaves the result unused,
  /// once this function is inlined there), the pass that removes dead code frees the array's memory before the elements
  /// are copied into it. An array that is returned is used. Wherever such an array may be made for nothing, it is not
  /// made, or made by a function that is not inlined; `make sanitize` finds the form.
  ///
  /// - Returns: nil where none has come in the time.
  @inline(never)
  func read(milliseconds: Int32) -> Chunk? {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Chunk(bytes: Array(bytes[..<count]), time: .now)
  }

  /// Reads until each of the words has come.
  ///
  /// - Returns: when the last one had.
  func wait(for words: [String], seconds: Double = 10) throws(Failure) -> HostTime {
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
}

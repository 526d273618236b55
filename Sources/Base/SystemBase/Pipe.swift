import CSystem
import Glibc

/// Owns the two ends of a pipe, which are closed on exec. The end that is not taken is closed.
struct Pipe: ~Copyable {
  let reading: Int32
  let writing: Int32

  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard drumdub_pipe(&ends) == 0 else { throw FileError(errno: errno, "a pipe", call: "pipe2") }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  consuming func takeReading() -> Int32 {
    let end = reading
    close(writing)
    discard self
    return end
  }

  consuming func takeWriting() -> Int32 {
    let end = writing
    close(reading)
    discard self
    return end
  }
}

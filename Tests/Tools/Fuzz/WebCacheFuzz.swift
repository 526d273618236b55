import Glibc
import SystemBase

@testable import AudioFiles

/// The kept part of a file of a server, of which bytes are changed: four bytes a change, a place in the file and a value. A block
/// is read as it was written, or not at all.
enum WebCacheFuzz {
  private static let path = FuzzFolder.path.appending("web")
  private static let layout = RemoteCacheLayout(size: 2 * RemoteSource.block, validator: "\"1\"")

  static func take(_ bytes: [UInt8]) {
    let blocks = [3, 7].map { [UInt8](repeating: $0, count: RemoteSource.block) }
    FileBytes.remove(path)
    let kept = open()
    for (index, block) in blocks.enumerated() { kept.write(block, at: index) }
    for (index, block) in blocks.enumerated() {
      precondition(kept.read(index, count: block.count) == block, "block \(index) is not kept")
    }
    damage(bytes)
    let again = open()
    for (index, block) in blocks.enumerated() {
      let read = again.read(index, count: block.count)
      precondition(read == nil || read == block, "block \(index) is another")
    }
  }

  private static func open() -> RemoteCacheFile {
    let cache = RemoteCache(FuzzFolder.path, limit: 1 << 26)
    guard let file = RemoteCacheFile(path, layout, in: cache) else { preconditionFailure("no file") }
    return file
  }

  private static func damage(_ bytes: [UInt8]) {
    let descriptor = path.withCString { Glibc.open($0, O_RDWR | O_CLOEXEC) }
    precondition(descriptor >= 0, "open")
    defer { close(descriptor) }
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let place = bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
      pwrite(descriptor, [bytes[start + 3]], 1, off_t(place))
    }
  }
}

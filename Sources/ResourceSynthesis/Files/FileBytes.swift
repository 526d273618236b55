import AudioBase
import Glibc

/// Whole files as bytes.
package enum FileBytes {
  package static func read(_ path: FilePath) throws(AudioError) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw AudioError(errno: errno, path.shown, call: "open") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw AudioError(errno: errno, path.shown, call: "read") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Writes under another name, then puts the whole file in its place.
  static func write(_ bytes: [UInt8], to path: FilePath) throws(AudioError) {
    let part = FilePath(bytes: path.bytes + Array(".part".utf8))
    try writeAll(bytes, to: part)
    let result = part.withCString { from in path.withCString { to in rename(from, to) } }
    guard result == 0 else { throw AudioError(errno: errno, path.shown, call: "rename", writing: true) }
  }

  /// Makes a folder and those above it, where they are not there yet.
  static func makeFolder(_ path: FilePath) throws(AudioError) {
    if path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, !path.directory.isEmpty else {
      throw AudioError(errno: errno, path.shown, call: "mkdir", writing: true)
    }
    try makeFolder(path.directory)
    guard path.withCString({ mkdir($0, 0o777) }) == 0 else {
      throw AudioError(errno: errno, path.shown, call: "mkdir", writing: true)
    }
  }

  static func remove(_ path: FilePath) { _ = path.withCString { unlink($0) } }

  private static func writeAll(_ bytes: [UInt8], to path: FilePath) throws(AudioError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw AudioError(errno: errno, path.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw AudioError(errno: errno, path.shown, call: "write", writing: true) }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else {
      throw AudioError(errno: errno, path.shown, call: "fsync", writing: true)
    }
  }
}

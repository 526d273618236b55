import AudioBase
import Glibc

/// The one owner of an open folder.
struct FolderReader: ~Copyable {
  private let raw: OpaquePointer
  private let subject: String

  init(_ folder: FilePath) throws(AudioError) {
    guard let raw = folder.withCString({ opendir($0) }) else {
      throw AudioError(errno: errno, folder.shown, call: "opendir")
    }
    self.raw = raw
    subject = folder.shown
  }

  deinit { closedir(raw) }

  /// The names in the folder but for those that begin with a dot, in no order.
  func names() throws(AudioError) -> [FilePath] {
    var names: [FilePath] = []
    errno = 0
    while let entry = readdir(raw) {
      let name = FolderReader.name(entry)
      if name.bytes.first != UInt8(ascii: ".") { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw AudioError(errno: errno, subject, call: "readdir") }
    return names
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> FilePath {
    // Not through a copy of the record: it may be shorter than its type.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return FilePath(bytes: UnsafeRawBufferPointer(start: start, count: length))
  }
}

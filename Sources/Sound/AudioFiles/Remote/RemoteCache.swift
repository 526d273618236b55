import AudioBase
import Glibc
import SystemBase

/// The folder with the parts of files of servers that were heard. The files that were used least recently are removed when
/// their blocks exceed a limit. Several players may use it at the same time. Any thread; blocks on file access.
package struct RemoteCache: Sendable {
  private let folder: FilePath
  /// The most bytes on the disk.
  private let limit: Int
  /// The bytes that are written between two counts of the folder.
  private static let step = 1 << 20

  /// `limit`: the most bytes, more than 0.
  package init(_ folder: FilePath, limit: Int) { (self.folder, self.limit) = (folder, limit) }

  /// The name has neither the name nor the password of a user.
  private func path(_ file: RemoteFile) -> FilePath {
    folder.appending(FilePath(ContentHash(Array(file.origin.shown.utf8)).description))
  }

  /// Opens the kept part of a version of a file, which is empty at first; nil if it cannot be kept.
  func file(of file: RemoteFile) -> RemoteCacheFile? {
    guard let validator = file.validator,
      (try? FileBytes.makeFolder(folder, permissions: 0o700)) != nil
    else { return nil }
    return RemoteCacheFile(path(file), RemoteCacheLayout(size: file.size, validator: validator), in: self)
  }

  /// Removes the kept part of a file whose version is not served any more.
  func remove(_ file: RemoteFile) { FileBytes.remove(path(file)) }

  /// Removes the files that were used least recently, but not `kept`, until a number of bytes fits. Returns the bytes that may
  /// be written before the next call; 0 if they do not fit.
  func makeRoom(for needed: Int, in kept: FilePath) -> Int {
    guard let names = try? FolderReader(folder).names() else { return 0 }
    var total = 0
    var files: [(path: FilePath, used: timespec, bytes: Int)] = []
    for path in names.map({ folder.appending($0) }) {
      guard let status = path.linkStatus else { continue }
      let bytes = Int(status.st_blocks) * 512
      total += bytes
      if path != kept { files.append((path, status.st_mtim, bytes)) }
    }
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    for file in files {
      if total + needed <= limit { break }
      FileBytes.remove(file.path)
      total -= file.bytes
    }
    return total + needed <= limit ? max(min(limit - total, RemoteCache.step), needed) : 0
  }
}

/// The layout of a kept file: a head of one page, which identifies the version; 16 bytes for each block, which are its hash, or
/// 0 for one that is missing; from the next page on, the bytes of the file, with holes. Numbers are in little endian.
struct RemoteCacheLayout {
  private static let page = 1 << 12
  private static let mark = "DrumDub web file 1"

  let head: [UInt8]
  private let data: Int

  init(size: Int, validator: String) {
    var text = Array("\(RemoteCacheLayout.mark)\n\(size)\n\(validator)\n".utf8)
    // A validator that does not fit the page is stored as its hash.
    if text.count > RemoteCacheLayout.page {
      text = Array("\(RemoteCacheLayout.mark)\n\(ContentHash(text))\n".utf8)
    }
    head = text + [UInt8](repeating: 0, count: RemoteCacheLayout.page - text.count)
    let blocks = (size + RemoteSource.block - 1) / RemoteSource.block
    data = (2 * RemoteCacheLayout.page - 1 + blocks * 16) / RemoteCacheLayout.page * RemoteCacheLayout.page
  }

  func hash(_ index: Int) -> Int { RemoteCacheLayout.page + index * 16 }
  func block(_ index: Int) -> Int { data + index * RemoteSource.block }
}

/// The kept part of one version of a file. Used by one thread; other players may use it at the same time.
///
/// A block counts only with its hash, which is written after it, and which is compared when it is read: neither a player that
/// is killed nor a loss of power leaves a wrong one. Another version is another file under the same name.
final class RemoteCacheFile {
  private let descriptor: Int32
  private let path: FilePath
  private let layout: RemoteCacheLayout
  private let cache: RemoteCache
  /// The bytes that may be written before the folder is counted again.
  private var room = 0
  private var isFull = false

  /// Opens or creates a file; nil if that fails.
  init?(_ path: FilePath, _ layout: RemoteCacheLayout, in cache: RemoteCache) {
    guard let descriptor = RemoteCacheFile.opened(path, layout) ?? RemoteCacheFile.created(path, layout)
    else { return nil }
    (self.descriptor, self.path, self.layout, self.cache) = (descriptor, path, layout, cache)
    // The file was used now.
    futimens(descriptor, nil)
  }

  deinit { close(descriptor) }

  private static func opened(_ path: FilePath, _ layout: RemoteCacheLayout) -> Int32? {
    let descriptor = path.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    if bytes(descriptor, at: 0, count: layout.head.count) == layout.head { return descriptor }
    close(descriptor)
    return nil
  }

  /// Creates a file that appears under its name with its head.
  private static func created(_ path: FilePath, _ layout: RemoteCacheLayout) -> Int32? {
    let name = FilePath(bytes: path.bytes + Array(".\(UInt64.random(in: 0 ... .max))".utf8))
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = name.withCString { open($0, flags, 0o600) }
    guard descriptor >= 0 else { return nil }
    let isNamed =
      written(layout.head, to: descriptor, at: 0)
      && name.withCString { from in path.withCString { rename(from, $0) } } == 0
    if isNamed { return descriptor }
    FileBytes.remove(name)
    close(descriptor)
    return nil
  }

  /// Returns a block; nil if it is not kept.
  func read(_ index: Int, count: Int) -> [UInt8]? {
    let hash = RemoteCacheFile.bytes(descriptor, at: layout.hash(index), count: 16)
    guard hash.count == 16, hash.contains(where: { $0 != 0 }) else { return nil }
    let bytes = RemoteCacheFile.bytes(descriptor, at: layout.block(index), count: count)
    return bytes.count == count && RemoteCacheFile.hash(bytes) == hash ? bytes : nil
  }

  /// Keeps a block, if there is room.
  func write(_ bytes: [UInt8], at index: Int) {
    if isFull { return }
    // The page of its hash is new, too.
    let needed = bytes.count + (1 << 13)
    if room < needed { room = cache.makeRoom(for: needed, in: path) }
    isFull = room < needed
    guard !isFull, RemoteCacheFile.written(bytes, to: descriptor, at: layout.block(index)) else { return }
    room -= needed
    _ = RemoteCacheFile.written(RemoteCacheFile.hash(bytes), to: descriptor, at: layout.hash(index))
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    let hash = ContentHash(bytes)
    return [hash.high, hash.low].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
  }

  private static func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)), 0)
    }
  }

  private static func written(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) } == bytes.count
  }
}

import Glibc
import SystemBase

/// A hash table of file stamps by path, stored in one array of bytes and three of numbers, whatever the
/// number of files.
package struct StampTable: Sendable {
  /// The entry of a file; unreadable files are included so that they are not read again until their stamp
  /// changes.
  package struct Entry: Hashable, Sendable {
    package var stamp: FileStamp
    var isReadable: Bool
    /// Whether another version of the tag reader has read the file.
    var isOutdated = false
  }

  private var paths: [UInt8] = []
  private var ends: [Int] = [0]
  private var entries: [Entry] = []
  /// Indices into `entries` plus 1; 0 for a free slot.
  private var slots: [UInt32] = []

  package init() {}

  package var count: Int { entries.count }

  /// Returns the path of an entry. The entries are in the order of the paths' bytes.
  package func path(at index: Int) -> FilePath { FilePath(bytes: paths[ends[index]..<ends[index + 1]]) }

  package func entry(at index: Int) -> Entry { entries[index] }

  /// Returns the index of a path, for callers with their own array of per-file values.
  package func index(of path: FilePath) -> Int? {
    if slots.isEmpty { return nil }
    return path.bytes.withUnsafeBufferPointer { path in
      var slot = StampTable.hash(path) & (slots.count - 1)
      while slots[slot] != 0 {
        let index = Int(slots[slot]) - 1
        if isPath(at: index, path) { return index }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  private func isPath(at index: Int, _ path: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = ends[index]
    guard ends[index + 1] - start == path.count, let wanted = path.baseAddress else { return false }
    return paths.withUnsafeBufferPointer { paths in
      guard let kept = paths.baseAddress else { return false }
      return memcmp(kept + start, wanted, path.count) == 0
    }
  }

  package subscript(path: FilePath) -> Entry? { index(of: path).map { entries[$0] } }

  mutating func append(_ path: UnsafeBufferPointer<UInt8>, _ entry: Entry) {
    paths.append(contentsOf: path)
    ends.append(paths.count)
    entries.append(entry)
  }

  /// Appends all entries of another table; call `index` after the last one.
  mutating func add(_ other: StampTable) {
    for index in 0..<other.count {
      other.path(at: index).bytes.withUnsafeBufferPointer { append($0, other.entry(at: index)) }
    }
  }

  /// Builds the hash table; must be called after the last `append`.
  mutating func index() {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    paths.withUnsafeBufferPointer { paths in
      for index in 0..<count {
        let path = UnsafeBufferPointer(rebasing: paths[ends[index]..<ends[index + 1]])
        var slot = StampTable.hash(path) & (size - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = UInt32(index + 1)
      }
    }
  }

  /// Hashes eight bytes at a time from the end, where paths differ, in the manner of FNV-1a.
  private static func hash(_ path: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let raw = UnsafeRawBufferPointer(path)
    var rest = raw.count
    while rest >= 8 {
      rest -= 8
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: rest, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    for index in 0..<rest { hash = (hash ^ UInt64(raw[index])) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 29)) & Int.max
  }
}

/// The size, time and identity of a file from `stat(2)`, by which a scan detects changes.
package struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  package var size: Int64
  /// The time of the last change, in nanoseconds since 1970.
  package var modified: Int64
  /// The inode, which identifies the file on its device under all its names.
  package var inode: UInt64
  package var device: UInt64

  package init(size: Int64, modified: Int64, inode: UInt64, device: UInt64) {
    self.size = size
    self.modified = modified
    self.inode = inode
    self.device = device
  }
}

import Glibc
import SystemBase

/// File stamps in the order of their paths' bytes, stored in one array of bytes and two of numbers, whatever the number of
/// files.
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

  package init() {}

  package var count: Int { entries.count }

  package func path(at index: Int) -> FilePath { FilePath(bytes: paths[ends[index]..<ends[index + 1]]) }

  package func entry(at index: Int) -> Entry { entries[index] }

  /// Returns the index of a path, for callers with their own array of per-file values.
  package func index(of path: FilePath) -> Int? {
    path.bytes.withUnsafeBufferPointer { path in
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        let order = order(of: middle, and: path)
        if order == 0 { return middle }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// Returns a negative number, 0 or a positive number if the path of an entry is before, equal to or after another.
  private func order(of index: Int, and other: UnsafeBufferPointer<UInt8>) -> Int {
    let (start, count) = (ends[index], ends[index + 1] - ends[index])
    let order = paths.withUnsafeBufferPointer { paths in
      guard let own = paths.baseAddress, let first = other.baseAddress else { return 0 }
      return Int(memcmp(own + start, first, min(count, other.count)))
    }
    return order == 0 ? count - other.count : order
  }

  package subscript(path: FilePath) -> Entry? { index(of: path).map { entries[$0] } }

  /// Appends an entry, whose path comes after all others.
  mutating func append(_ path: UnsafeBufferPointer<UInt8>, _ entry: Entry) {
    paths.append(contentsOf: path)
    ends.append(paths.count)
    entries.append(entry)
  }

  /// Appends all entries of another table, whose paths come after all others.
  mutating func add(_ other: StampTable) {
    for index in 0..<other.count {
      other.path(at: index).bytes.withUnsafeBufferPointer { append($0, other.entry(at: index)) }
    }
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
    (self.size, self.modified, self.inode, self.device) = (size, modified, inode, device)
  }
}

/// By what a scan sees that a file has changed, from `stat(2)`.
package struct FileStamp: Hashable, Sendable {
  /// Bytes.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// With the device: the same file under another name.
  package var inode: UInt64
  package var device: UInt64

  package init(size: Int64, modified: Int64, inode: UInt64, device: UInt64) {
    self.size = size
    self.modified = modified
    self.inode = inode
    self.device = device
  }
}

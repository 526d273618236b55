import SystemBase

/// A file that a walk has seen.
struct ScannedFile: Hashable, Sendable {
  var path: FilePath
  var stamp: FileStamp
}

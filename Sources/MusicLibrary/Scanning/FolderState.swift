import Glibc
import SystemBase

/// Whether a folder is there to be scanned.
enum FolderState: Hashable {
  case present
  /// It holds nothing at all: where there was music before, its drive is not mounted.
  case empty
  case missing
  /// It is there but cannot be looked into, or it is no folder.
  case failed(FileError)

  init(_ folder: FilePath) {
    do throws(FileError) {
      guard try FileStatus(folder).isFolder else {
        self = .failed(FileError(.readFailed, folder.shown, detail: "it is no folder"))
        return
      }
      self = try FolderReader(folder).isEmpty() ? .empty : .present
    } catch {
      self = error.code == .notFound ? .missing : .failed(error)
    }
  }
}

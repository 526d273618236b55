import Glibc
import SystemBase

/// What a name leads to, through symbolic links.
struct FileStatus {
  struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  let isFolder: Bool
  let isRegular: Bool
  let isEmpty: Bool
  let identity: Identity

  init(_ path: FilePath) throws(FileError) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      throw FileError(errno: errno, path.shown, call: "stat")
    }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isEmpty = status.st_size == 0
    identity = Identity(device: status.st_dev, inode: status.st_ino)
  }
}

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

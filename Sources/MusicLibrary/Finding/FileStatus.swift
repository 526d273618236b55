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

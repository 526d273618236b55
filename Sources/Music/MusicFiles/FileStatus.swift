import Glibc
import SystemBase

/// The type and identity of a file, with symbolic links followed.
struct FileStatus {
  /// The device and inode of a file, which are the same under all its names.
  struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  let isFolder: Bool
  let isRegular: Bool
  let isEmpty: Bool
  let identity: Identity

  /// Reads the status of a file.
  ///
  /// - Throws: if `stat` fails, for instance because the file does not exist.
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

/// Whether a folder can be scanned.
package enum FolderState: Hashable {
  case present
  /// The folder has no entries. If the index has files below it, its drive is probably not mounted.
  case empty
  case missing
  /// The folder cannot be read, or the path is not a folder.
  case failed(FileError)

  package init(_ folder: FilePath) {
    do throws(FileError) {
      guard try FileStatus(folder).isFolder else {
        self = .failed(FileError(.readFailed, folder.shown, detail: "it is not a folder"))
        return
      }
      self = try FolderReader(folder).isEmpty() ? .empty : .present
    } catch {
      self = error.code == .notFound ? .missing : .failed(error)
    }
  }
}

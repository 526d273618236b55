import Glibc
import SystemBase

/// The device and inode of a file, which are the same under all its names.
package struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  package init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
}

extension FilePath {
  /// Returns the status of a file, with symbolic links followed.
  ///
  /// - Throws: if `stat` fails, for instance because the file does not exist.
  func checkedStatus() throws(FileError) -> stat {
    guard let status else { throw FileError(errno: errno, shown, call: "stat") }
    return status
  }
}

extension stat {
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
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
      guard try folder.checkedStatus().isFolder else {
        self = .failed(FileError(.readFailed, folder.shown, detail: "it is not a folder"))
        return
      }
      self = try FolderReader(folder).isEmpty() ? .empty : .present
    } catch {
      self = error.code == .notFound ? .missing : .failed(error)
    }
  }
}

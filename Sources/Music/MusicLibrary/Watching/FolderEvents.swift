import Glibc
import MusicFiles
import SystemBase

/// Owns an inotify descriptor that reports changes in folders (inotify(7)).
struct FolderEvents: ~Copyable {
  /// The changes since the last call of `receive`.
  struct Changes {
    /// The folders in which an entry was created, changed or deleted.
    var folders: Set<FilePath> = []
    /// Whether events were lost or a drive was unmounted, so that anything may have changed.
    var isAll = false
  }

  /// A file is reported when it is closed after writing, since it is incomplete when it is created.
  private static let wanted = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF)

  let descriptor: Int32
  private var paths: [Int32: FilePath] = [:]
  private var watched: Set<FilePath> = []

  init() throws(FileError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw FileError(errno: errno, "changes of folders", call: "inotify_init1") }
  }

  deinit { close(descriptor) }

  var count: Int { watched.count }

  /// Watches a folder, but not its subfolders.
  ///
  /// - Returns: whether it was not watched before; false for a folder that does not exist. Nil if there are
  ///   no more watches (`fs.inotify.max_user_watches`).
  mutating func watch(_ folder: FilePath) -> Bool? {
    if watched.contains(folder) { return false }
    let number = folder.withCString {
      inotify_add_watch(descriptor, $0, FolderEvents.wanted | UInt32(IN_ONLYDIR))
    }
    guard number >= 0 else { return errno == ENOSPC || errno == ENOMEM ? nil : false }
    if let old = paths.updateValue(folder, forKey: number) { watched.remove(old) }
    watched.insert(folder)
    return true
  }

  /// Stops watching a folder, but not its subfolders.
  mutating func unwatch(_ folder: FilePath) {
    guard watched.remove(folder) != nil, let number = paths.first(where: { $0.value == folder })?.key else {
      return
    }
    inotify_rm_watch(descriptor, number)
    paths[number] = nil
  }

  /// Returns the changes that have been reported, without waiting.
  mutating func receive() -> Changes {
    var changes = Changes()
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return changes }
      bytes.withUnsafeBytes { receive(UnsafeRawBufferPointer(rebasing: $0[..<count]), into: &changes) }
    }
  }

  private mutating func receive(_ bytes: UnsafeRawBufferPointer, into changes: inout Changes) {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = UnsafeRawBufferPointer(rebasing: bytes[(offset + head)..<(offset + head + Int(event.len))])
      apply(event, FilePath(bytes: name.prefix { $0 != 0 }), into: &changes)
      offset += head + Int(event.len)
    }
  }

  private mutating func apply(_ event: inotify_event, _ name: FilePath, into changes: inout Changes) {
    if event.mask & UInt32(IN_Q_OVERFLOW | IN_UNMOUNT) != 0 { changes.isAll = true }
    guard let folder = paths[event.wd] else { return }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      paths[event.wd] = nil
      watched.remove(folder)
      return
    }
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    // A new file is still incomplete and will be reported when it is closed. A new link to a file is
    // complete: it is never written.
    if event.mask & UInt32(IN_CREATE) != 0, !isFolder, !FolderEvents.isWholeAtOnce(folder.appending(name)) {
      return
    }
    if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      forget(folder)
      changes.folders.insert(folder)
    } else if isFolder {
      // A subfolder that was created, moved or deleted is reported itself, since all of its content is
      // affected.
      if event.mask & UInt32(IN_MOVED_FROM | IN_DELETE) != 0 { forget(folder.appending(name)) }
      changes.folders.insert(folder.appending(name))
    } else if MusicNames.isMusic(name) || MusicNames.isSheet(name) {
      changes.folders.insert(folder)
    }
  }

  private static func isWholeAtOnce(_ path: FilePath) -> Bool {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
  }

  /// Removes the watches of a moved or deleted folder and its subfolders.
  private mutating func forget(_ folder: FilePath) {
    for (number, path) in paths where path == folder || path.isBelow(folder) {
      inotify_rm_watch(descriptor, number)
      paths[number] = nil
      watched.remove(path)
    }
  }
}

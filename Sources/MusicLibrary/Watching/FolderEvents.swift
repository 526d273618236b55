import Glibc
import SystemBase

/// The one owner of the kernel's notices about folders (inotify).
struct FolderEvents: ~Copyable {
  /// What has happened since it was asked last.
  struct Changes {
    /// Folders in which something has appeared, changed or gone.
    var folders: Set<FilePath> = []
    /// Notices were lost, or a drive was unmounted: anything may have changed.
    var isAll = false
  }

  /// A file counts when it is closed, not when it is made: until then it is not whole.
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

  /// Watches a folder, not those in it.
  ///
  /// - Returns: whether it was not watched before. Nil where there are no more watches (`fs.inotify.max_user_watches`);
  ///   a folder that has gone is passed over.
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

  /// Of a folder alone, not of those in it.
  mutating func unwatch(_ folder: FilePath) {
    guard watched.remove(folder) != nil, let number = paths.first(where: { $0.value == folder })?.key else {
      return
    }
    inotify_rm_watch(descriptor, number)
    paths[number] = nil
  }

  /// Takes the notices that have come, without waiting.
  mutating func take() -> Changes {
    var changes = Changes()
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return changes }
      bytes.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count]), into: &changes) }
    }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, into changes: inout Changes) {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = UnsafeRawBufferPointer(rebasing: bytes[(offset + head)..<(offset + head + Int(event.len))])
      note(event, FilePath(bytes: name.prefix { $0 != 0 }), into: &changes)
      offset += head + Int(event.len)
    }
  }

  private mutating func note(_ event: inotify_event, _ name: FilePath, into changes: inout Changes) {
    if event.mask & UInt32(IN_Q_OVERFLOW | IN_UNMOUNT) != 0 { changes.isAll = true }
    guard let folder = paths[event.wd] else { return }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      paths[event.wd] = nil
      watched.remove(folder)
      return
    }
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    // A file that is made is not whole yet; a link is, and so is a second name of a file: they are never written.
    if event.mask & UInt32(IN_CREATE) != 0, !isFolder, !FolderEvents.isWholeAtOnce(folder.appending(name)) {
      return
    }
    if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      forget(folder)
      changes.folders.insert(folder)
    } else if isFolder {
      // A folder that comes or goes is looked at itself: all that is in it comes or goes with it.
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

  /// What was below a folder that has moved is there no more; its watches go with it.
  private mutating func forget(_ folder: FilePath) {
    for (number, path) in paths where path == folder || path.isBelow(folder) {
      inotify_rm_watch(descriptor, number)
      paths[number] = nil
      watched.remove(path)
    }
  }
}

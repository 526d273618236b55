import AudioBase
import Glibc

/// All music below a folder with its stamps, in no order.
///
/// Hidden names are passed over. Links are followed; a folder that is reached twice is walked once, so no loop is
/// endless.
struct ScanWalk {
  private struct Identity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private(set) var files: [ScannedFile] = []
  /// CUE sheets.
  private(set) var sheets: [ScannedFile] = []
  /// Folders, and files behind them, that could not be looked at: nothing is known of what is in them.
  private(set) var failures: [(path: FilePath, error: AudioError)] = []
  /// The drives of the folders walked.
  private(set) var devices: Set<UInt64> = []
  /// The folders walked: those to be watched.
  private(set) var folders: [FilePath] = []
  private var visited: Set<Identity> = []
  private var waiting: [FilePath] = []

  /// - Parameter isCancelled: asked now and then; what was seen by then is of no use.
  init(_ root: FilePath, isCancelled: () -> Bool = { false }) {
    waiting = [root]
    while let folder = waiting.popLast(), !isCancelled() {
      do throws(AudioError) {
        try visit(folder)
      } catch {
        failures.append((folder, error))
      }
    }
  }

  /// A folder and those in it.
  static func folders(below folder: FilePath) -> [FilePath] { ScanWalk(folder).folders }

  private mutating func visit(_ folder: FilePath) throws(AudioError) {
    let reader = try FolderReader(folder)
    let status = try reader.status()
    guard visited.insert(Identity(device: status.st_dev, inode: status.st_ino)).inserted else { return }
    devices.insert(UInt64(status.st_dev))
    folders.append(folder)
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    try reader.forEach { (name, type) in
      if name[0] == UInt8(ascii: ".") { return }
      if type == UInt8(DT_DIR) {
        waiting.append(ScanWalk.path(prefix, name))
      } else if type == UInt8(DT_REG) {
        if let kind = ScanWalk.kind(name) { add(ScanWalk.path(prefix, name), reader, name, as: kind) }
      } else if type == UInt8(DT_LNK) || type == UInt8(DT_UNKNOWN) {
        follow(ScanWalk.path(prefix, name), reader, name)
      }
    }
  }

  private enum Kind { case music, sheet }

  /// Nil for a name that is nothing to us.
  private static func kind(_ name: UnsafeBufferPointer<UInt8>) -> Kind? {
    MusicNames.isMusic(name) ? .music : MusicNames.isSheet(name) ? .sheet : nil
  }

  private mutating func add(
    _ path: FilePath, _ reader: borrowing FolderReader, _ name: UnsafeBufferPointer<UInt8>,
    as kind: Kind
  ) {
    // One that has gone since is none; of one that cannot be asked about nothing is concluded.
    guard let status = reader.status(name) else {
      if errno != ENOENT { failures.append((path, AudioError(errno: errno, path.shown, call: "fstatat"))) }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let file = ScannedFile(path: path, stamp: FileStamp(status))
    switch kind {
    case .music: files.append(file)
    case .sheet: sheets.append(file)
    }
  }

  /// A link, or a name of whose kind the file system says nothing.
  private mutating func follow(
    _ path: FilePath, _ reader: borrowing FolderReader, _ name: UnsafeBufferPointer<UInt8>
  ) {
    guard let status = reader.status(name) else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      waiting.append(path)
    } else if let kind = ScanWalk.kind(name) {
      add(path, reader, name, as: kind)
    }
  }

  private static func path(_ prefix: [UInt8], _ name: UnsafeBufferPointer<UInt8>) -> FilePath {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefix.count + name.count)
    bytes.append(contentsOf: prefix)
    bytes.append(contentsOf: name)
    return FilePath(bytes: bytes)
  }
}

extension FileStamp {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino), device: UInt64(status.st_dev))
  }

  /// Of what a path leads to; nil where that cannot be told.
  package init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a file has stayed as it was. The numbers of drives and, on some, of files change with each mounting:
  /// they are no sign.
  func isUnchanged(from old: FileStamp) -> Bool { size == old.size && modified == old.modified }
}

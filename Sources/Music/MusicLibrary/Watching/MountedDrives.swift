import Glibc
import SystemBase

/// Owns a descriptor of `/proc/self/mountinfo`, which reports when drives are mounted and unmounted
/// (proc(5)).
struct MountedDrives: ~Copyable {
  struct Place: Hashable {
    var folder: FilePath
    var device: [UInt8]
    /// The type of the file system: `ext4`, `nfs4`, `fuse.sshfs`.
    var kind: String
  }

  /// Polls as `POLLPRI` after each change; −1 if the system does not report changes.
  let descriptor: Int32
  private let roots: [FilePath]
  private var places: [Place]

  /// Creates an observer of mounts.
  ///
  /// - Parameter roots: only drives that contain one of these folders or are mounted below one are observed.
  init(near roots: [FilePath]) {
    self.roots = roots
    descriptor = open(MountedDrives.table, O_RDONLY | O_CLOEXEC)
    places = MountedDrives.places(near: roots)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns whether the observed drives have changed since the last call.
  mutating func haveChanged() -> Bool {
    let now = MountedDrives.places(near: roots)
    defer { places = now }
    return now != places
  }

  /// The roots on network drives, and the mount points of network drives below the roots.
  var remoteFolders: [FilePath] { MountedDrives.remoteFolders(of: roots, on: places) }

  private static let table = "/proc/self/mountinfo"

  private static func places(near roots: [FilePath]) -> [Place] {
    let content = try? FileBytes.read(FilePath(table), limit: 16 << 20)
    return places(in: content ?? []).filter { place in
      roots.contains { $0.isWithin(place.folder) || place.folder.isBelow($0) }
    }
  }

  static func remoteFolders(of roots: [FilePath], on places: [Place]) -> [FilePath] {
    roots.flatMap { root in
      // The last of the drives that are mounted at the same point is visible.
      let holder = places.reversed().filter { root.isWithin($0.folder) }.max {
        $0.folder.bytes.count < $1.folder.bytes.count
      }
      let below = places.filter { $0.isRemote && $0.folder.isBelow(root) }.map(\.folder)
      return (holder?.isRemote == true ? [root] : []) + below
    }
  }

  /// Parses the lines of `mountinfo`: number, parent, major:minor, root, mount point, options, and after a
  /// hyphen the type.
  static func places(in content: [UInt8]) -> [Place] {
    content.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count > 4 else { return nil }
      let kind = words.dropFirst(5).drop { !$0.elementsEqual("-".utf8) }.dropFirst().first
      return Place(
        folder: FilePath(bytes: unescaped(words[4])), device: Array(words[2]),
        kind: String(decoding: kind ?? [], as: UTF8.self))
    }
  }

  /// Replaces octal escapes such as `\040`, which stand for blanks, line ends and backslashes.
  private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      let value = digits.reduce(0) { $0 * 8 + Int($1) - 0x30 }
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }),
        value < 256
      {
        bytes.append(UInt8(value))
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension MountedDrives.Place {
  /// Whether another machine or program stores the files, so that inotify does not report its changes.
  ///
  /// `fuseblk` is a program that stores files on a local drive.
  var isRemote: Bool {
    kind == "fuse" || kind.hasPrefix("fuse.") || MountedDrives.Place.remoteKinds.contains(kind)
  }

  private static let remoteKinds: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "9p", "ceph", "afs", "coda", "ocfs2", "gfs2",
    "glusterfs",
    "lustre", "beegfs", "virtiofs", "vboxsf", "davfs",
  ]
}

extension FilePath {
  fileprivate func isWithin(_ folder: FilePath) -> Bool { self == folder || isBelow(folder) }
}

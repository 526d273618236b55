import Glibc
import SystemBase

/// The one owner of the kernel's notices about drives that are mounted and unmounted (proc(5)).
struct MountedDrives: ~Copyable {
  struct Place: Hashable {
    /// Where the drive is mounted.
    var folder: FilePath
    var device: [UInt8]
    /// Of its file system: `ext4`, `nfs4`, `fuse.sshfs`.
    var kind: String
  }

  /// Has `POLLPRI` after each change; -1 where the system tells none.
  let descriptor: Int32
  private let roots: [FilePath]
  private var places: [Place]

  /// - Parameter roots: drives that hold one of these, or are mounted below one, count.
  init(near roots: [FilePath]) {
    self.roots = roots
    descriptor = open(MountedDrives.table, O_RDONLY | O_CLOEXEC)
    places = MountedDrives.places(near: roots)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether those that count are others than when it was asked last.
  mutating func haveChanged() -> Bool {
    let now = MountedDrives.places(near: roots)
    defer { places = now }
    return now != places
  }

  /// What others may change unseen: of the roots, and of the drives below them.
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
      // Of drives mounted over one another the last one counts.
      let holder = places.reversed().filter { root.isWithin($0.folder) }.max {
        $0.folder.bytes.count < $1.folder.bytes.count
      }
      let below = places.filter { $0.isRemote && $0.folder.isBelow(root) }.map(\.folder)
      return (holder?.isRemote == true ? [root] : []) + below
    }
  }

  /// A line a drive: number, parent, major:minor, root within it, where it is mounted, options, and behind a hyphen
  /// the kind.
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

  /// Blanks, line ends and backslashes are written as `\040`.
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
  /// Kept by another machine or another program: changes that others make there are told to nobody.
  ///
  /// A program that keeps files on a drive of this machine's is `fuseblk`.
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

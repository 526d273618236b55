import AudioBase
import Glibc

/// The one owner of the kernel's notices about drives that are mounted and unmounted (proc(5)).
struct MountedDrives: ~Copyable {
  /// Where a drive is mounted, and its number.
  struct Place: Hashable {
    var folder: FilePath
    var device: [UInt8]
  }

  /// Has `POLLPRI` after each change; -1 where the system tells none.
  let descriptor: Int32
  private let roots: [FilePath]
  private var places: Set<Place>

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

  private static let table = "/proc/self/mountinfo"

  private static func places(near roots: [FilePath]) -> Set<Place> {
    let content = try? FileBytes.read(FilePath(table), limit: 16 << 20)
    return places(in: content ?? []).filter { place in
      roots.contains { $0 == place.folder || $0.isBelow(place.folder) || place.folder.isBelow($0) }
    }
  }

  /// A line a drive: number, parent, major:minor, root within it, where it is mounted, and more.
  static func places(in content: [UInt8]) -> Set<Place> {
    var places: Set<Place> = []
    for line in content.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard words.count > 4 else { continue }
      places.insert(Place(folder: FilePath(bytes: unescaped(words[4])), device: Array(words[2])))
    }
    return places
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

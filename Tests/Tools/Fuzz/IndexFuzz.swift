import AudioBase
import IndexExercise
import MusicLibrary
import SystemBase

/// A real index, damaged: each five bytes of the input change a byte of it, the first two may cut it off.
enum IndexFuzz {
  private static let path = FuzzFolder.path.appending("damaged.db")
  private static let image = makeImage()

  static func take(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    var damaged = image
    let cut = Int(bytes[0]) << 8 | Int(bytes[1])
    if cut < 0x1000 { damaged.removeLast(damaged.count * cut / 0x1000) }
    var rest = bytes.dropFirst(2)
    while rest.count >= 5, !damaged.isEmpty {
      let place = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % damaged.count
      damaged[place] ^= rest[rest.startIndex + 4]
      rest = rest.dropFirst(5)
    }
    use(damaged)
  }

  private static func use(_ bytes: [UInt8]) {
    remove(path)
    var aside: FilePath?
    guard (try? FileBytes.write(bytes, to: path)) != nil else { preconditionFailure("\(path.shown)") }
    do throws(LibraryError) {
      try LibraryStore.withIndex(path) { opening throws(LibraryError) in
        if case .recreated(_, let name, _)? = opening.notice { aside = name }
        try IndexExercise(opening.store).run()
      }
    } catch {
      // The version of a newer program.
      precondition(error.code == .newer, "\(error)")
    }
    if let aside { remove(aside) }
  }

  private static func remove(_ path: FilePath) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      FileBytes.remove(FilePath(bytes: path.bytes + Array(ending.utf8)))
    }
  }

  private static func makeImage() -> [UInt8] {
    guard let image = try? IndexImage.make(at: path) else { preconditionFailure("no index") }
    return image
  }
}

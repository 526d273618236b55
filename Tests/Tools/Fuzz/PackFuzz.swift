import SystemBase

@testable import Dubbing

/// A take of another user, alone or packed: it is refused with nothing left of it, or it is stored as it was read.
enum PackFuzz {
  private static let file = FuzzFile()
  private static let folder = FuzzFolder.path.appending("takes")

  static func take(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    defer {
      FileBytes.removeFolder(folder)
      precondition(!folder.exists, "a folder that cannot be removed")
    }
    guard let source = try? SharedTakeSource(file.path, unpackingIn: folder) else {
      precondition(names.isEmpty, "a refused pack leaves \(names)")
      return
    }
    if let kit = source.kit { precondition(kit.bytes.starts(with: folder.bytes), "the kit is outside") }
    var take = source.take
    // No sound is copied.
    for index in take.layers.indices { take.layers[index].audio = nil }
    TakeFuzz.check(take)
    source.remove()
    precondition(names.isEmpty, "an import leaves \(names)")
  }

  private static var names: [String] { FolderReader.names(in: folder).map(\.shown) }
}

import SystemBase

/// A mixer of the catalog.
package struct MixPreset: Hashable, Sendable {
  package let name: String
  package let path: FilePath
  /// Whether it came with the program.
  package let isShipped: Bool
  /// The mixer, or the reason why its file cannot be read.
  package let content: Result<MixGraph, FileError>
}

/// The files of mixers in the user's folder and in that of the program. Reading waits for the disk.
package struct MixCatalog: Sendable {
  private static let suffix = ".json"

  package let userFolder: FilePath
  private let shippedFolder: FilePath?

  package init(userFolder: FilePath, shippedFolder: FilePath?) {
    (self.userFolder, self.shippedFolder) = (userFolder, shippedFolder)
  }

  /// Reads all mixers: those of the program, then those of the user, by their names. A mixer of the user hides one of the
  /// program with the same name.
  package func presets() -> [MixPreset] {
    let own = presets(in: userFolder, isShipped: false)
    let shipped = shippedFolder.map { presets(in: $0, isShipped: true) } ?? []
    return shipped.filter { preset in !own.contains { $0.name == preset.name } } + own
  }

  private func presets(in folder: FilePath, isShipped: Bool) -> [MixPreset] {
    FolderReader.names(in: [folder], suffix: MixCatalog.suffix).map { name in
      let path = folder.appending(name + MixCatalog.suffix)
      let content = Result { () throws(FileError) in
        try MixFile.decode(try FileBytes.read(path, limit: MixFile.largest), subject: path.shown)
      }
      return MixPreset(name: name, path: path, isShipped: isShipped, content: content)
    }
  }

  /// Returns the file in which a mixer of the user is saved.
  package func file(named name: String) -> FilePath { userFolder.appending(name + MixCatalog.suffix) }
}

import SystemBase

/// A kit with what its file says beyond it.
package struct KitFileContent: Hashable, Sendable {
  package var kit: Kit
  /// What the file says that this program does not use, each once, such as `opcode fil_type`.
  package var ignored: [String]
  /// Damaged parts of the file, each with its place; they are left out of the kit.
  package var problems: [FileError]
  /// The files of an SFZ kit: its own and those that it includes.
  package var files: [FilePath] = []

  package init(kit: Kit, ignored: [String] = [], problems: [FileError] = []) {
    (self.kit, self.ignored, self.problems) = (kit, ignored, problems)
  }
}

/// Reads kits of every format. No samples are read.
package enum KitReader {
  /// The largest description of a kit in bytes.
  private static let largest = 16 << 20

  /// Reads a kit.
  ///
  /// - Parameters:
  ///   - path: the folder of a kit, the file that describes it, or an archive of a folder.
  ///   - cache: the folder that archives are unpacked into; nil refuses archives.
  /// - Throws: `notFound` if there is no kit; `unsupported` for another file; `damaged` with the place in the file.
  package static func read(
    _ path: FilePath, unpackingInto cache: FilePath? = nil
  ) throws(FileError) -> KitFileContent {
    let source = try KitSource(path)
    switch source.kind {
    case .native:
      let bytes = try FileBytes.read(source.file, limit: largest)
      return try KitFile.decode(bytes, in: source.folder, subject: source.file.shown)
    case .hydrogen:
      let bytes = try FileBytes.read(source.file, limit: largest)
      return try HydrogenFile.decode(bytes, in: source.folder, subject: source.file.shown)
    case .sfz:
      return try SFZFile.read(source.file)
    case .archive:
      guard let cache else {
        throw FileError(.unsupported, path.shown, detail: "an archive: unpack it first")
      }
      var content = try read(try KitCache.folder(of: source.file, in: cache))
      content.kit.path = source.file
      return content
    }
  }
}

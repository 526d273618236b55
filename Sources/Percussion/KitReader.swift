import SystemBase

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

import SystemBase

/// Reads kits of every format. No samples are read.
package enum KitReader {
  /// The largest description of a kit in bytes.
  static let largest = 16 << 20

  /// Reads a kit: its folder or one of sound files, the file that describes it, or an archive of a folder. Archives are
  /// unpacked, and the drums of SoundFonts rendered, into `cache`; without it, both are refused.
  ///
  /// - Throws: `notFound`; `unsupported` for another file, and for a folder without a kit; `damaged` with the place in the
  ///   file; `newer`.
  package static func read(
    _ path: FilePath, unpackingInto cache: FilePath? = nil
  ) throws(FileError) -> KitFileContent {
    let source = try KitSource(path)
    switch source.format {
    case _ where source.isArchive:
      guard let cache else {
        throw FileError(.unsupported, path.shown, detail: "an archive: unpack it first")
      }
      let folder = try KitCache.folder(of: source.file, in: cache) { (folder) throws(FileError) in
        _ = try KitArchive.unpack(source.file, into: folder)
      }
      var root = folder
      while root.directory != cache, root.bytes.count > cache.bytes.count { root = root.directory }
      var content: KitFileContent
      do throws(FileError) { content = try read(folder) } catch {
        throw KitArchive.named(error, in: root, of: source.file)
      }
      (content.kit.path, content.kit.unpacked) = (source.file, root)
      content.problems = content.problems.map(content.kit.named)
      // The folder of the archive has a name of the cache.
      if content.kit.format == .samples, folder.directory == cache {
        content.kit.name = source.fileStem.shown
      }
      return content
    case .native:
      let bytes = try FileBytes.read(source.file, limit: largest)
      return try KitFile.decode(bytes, in: source.folder, subject: source.file.shown)
    case .hydrogen:
      let bytes = try FileBytes.read(source.file, limit: largest)
      return try HydrogenFile.decode(bytes, in: source.folder, subject: source.file.shown)
    case .sfz:
      return try SFZFile.read(source.file)
    case .soundFont:
      guard let cache else {
        throw FileError(.unsupported, path.shown, detail: "a SoundFont: import it first")
      }
      let name = "drum keys \(source.program.map(String.init) ?? "")"
      let folder = try KitCache.folder(of: source.file, as: name, in: cache) { (folder) throws(FileError) in
        try SoundFontKit.render(source.file, program: source.program, into: folder)
      }
      var content = try read(folder)
      (content.kit.path, content.kit.format) = (path, .soundFont)
      return content
    case .samples:
      return KitFileContent(kit: try SampleFolder.kit(source.folder))
    }
  }
}

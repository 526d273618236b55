import SystemBase

/// The file that describes a kit, found from the path that a user gives.
package struct KitSource: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case native
    case hydrogen
    case sfz
    /// A packed folder with a kit.
    case archive
  }

  package let kind: Kind
  package let file: FilePath

  /// The folder that the paths of samples start from.
  package var folder: FilePath { file.directory }

  private static let names: [(String, Kind)] = [("kit.json", .native), ("drumkit.xml", .hydrogen)]

  /// Finds the description of a kit: in a folder `kit.json`, `drumkit.xml` or the only `*.sfz`; a file by its name, then
  /// by its content.
  ///
  /// - Throws: `notFound` if the path or a description in its folder does not exist; `unsupported` for a file of another
  ///   kind, and for a folder with several SFZ files.
  package init(_ path: FilePath) throws(FileError) {
    guard path.isFolder else {
      self.init(kind: try KitSource.kind(of: path), file: path)
      return
    }
    for (name, kind) in KitSource.names where path.appending(name).exists {
      self.init(kind: kind, file: path.appending(name))
      return
    }
    let files = try FolderReader(path).names().filter { $0.fileExtension == "sfz" }
    guard let file = files.first else {
      throw FileError(
        .notFound, path.appending("kit.json").shown, detail: "nor drumkit.xml, nor an .sfz file")
    }
    guard files.count == 1 else {
      throw FileError(
        .unsupported, path.shown, detail: "a folder of \(files.count) .sfz files: name one of them")
    }
    self.init(kind: .sfz, file: path.appending(file))
  }

  private init(kind: Kind, file: FilePath) { (self.kind, self.file) = (kind, file) }

  private static func kind(of file: FilePath) throws(FileError) -> Kind {
    let start = try RegularFile(file, otherwise: .unsupported).read(at: 0, count: 512)
    switch file.fileExtension {
    case "json": return .native
    case "xml": return .hydrogen
    case "sfz": return .sfz
    case "h2drumkit": return .archive
    default: break
    }
    if isArchive(start) { return .archive }
    switch start.first(where: { !" \t\r\n".utf8.contains($0) }) {
    case UInt8(ascii: "{"): return .native
    case UInt8(ascii: "<") where start.contains(Array("drumkit_info".utf8)): return .hydrogen
    default: throw FileError(.unsupported, file.shown, detail: "it is no kit")
    }
  }

  /// Whether the bytes begin a file of gzip, bzip2, xz, Zstandard or ZIP, or a tar archive.
  private static func isArchive(_ start: [UInt8]) -> Bool {
    let magics: [[UInt8]] = [
      [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
      Array("PK\u{3}\u{4}".utf8),
    ]
    return magics.contains { start.starts(with: $0) } || start.dropFirst(257).starts(with: "ustar".utf8)
  }
}

import Glibc
import SystemBase

/// The file that describes a kit, found from the path that a user gives.
package struct KitSource: Hashable, Sendable {
  package let format: Kit.Format
  /// Whether the file is a packed folder with a kit.
  let isArchive: Bool
  /// The file; of samples without a description their folder.
  package let file: FilePath
  /// The program of the drums of a SoundFont, if the path names it.
  var program: Int?

  /// The folder that the paths of samples start from.
  package var folder: FilePath { format == .samples ? file : file.directory }

  /// The limit of folders in which an SFZ file is searched for.
  private static let mostFolders = 100
  private static let names: [(String, Kit.Format)] = [("kit.json", .native), ("drumkit.xml", .hydrogen)]

  /// Finds the description of a kit: in a folder `kit.json`, `drumkit.xml` or an SFZ file, else its sound files; a file by
  /// its name, then by its content.
  ///
  /// - Throws: `notFound`; `unsupported` for another file, for a folder without a kit and for several SFZ files; `empty`.
  package init(_ path: FilePath) throws(FileError) {
    if let (file, program) = SoundFontKit.parts(of: path) {
      _ = try RegularFile(file, otherwise: .unsupported)
      self.init(.soundFont, file)
      self.program = program
      return
    }
    guard path.isFolder else {
      let format = try KitSource.format(of: path)
      self.init(format ?? .hydrogen, path, isArchive: format == nil)
      return
    }
    for (name, format) in KitSource.names where path.appending(name).exists {
      self.init(format, path.appending(name))
      return
    }
    if let file = try KitSource.instrument(in: path) {
      self.init(.sfz, file)
    } else if try !SampleFolder.files(in: path).isEmpty {
      self.init(.samples, path)
    } else {
      throw FileError(.unsupported, path.shown, detail: "a folder \(KitSource.withoutKit)")
    }
  }

  /// Returns whether a file of a folder describes a kit, by its name.
  static func describesKit(_ name: FilePath) -> Bool {
    names.contains { name == FilePath($0.0) } || name.fileExtension == "sfz"
  }

  /// What a folder or an archive lacks that is no kit.
  static let withoutKit = "without kit.json, drumkit.xml, an .sfz file or sound files"

  /// Returns whether an error says that a folder has nothing of a kit.
  static func isWithoutKit(_ error: FileError) -> Bool { error.detail == "a folder \(withoutKit)" }

  /// The name of the file without its extension, and without `.tar` before that.
  var fileStem: FilePath {
    let name = file.lastComponent
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    let (stem, tar) = (name.bytes[..<dot], Array(".tar".utf8))
    let isPacked = stem.count > tar.count && stem.suffix(tar.count).elementsEqual(tar)
    return FilePath(bytes: isPacked ? stem.dropLast(tar.count) : stem)
  }

  private init(_ format: Kit.Format, _ file: FilePath, isArchive: Bool = false) {
    (self.format, self.file, self.isArchive) = (format, file, isArchive)
  }

  /// Finds the SFZ file of a folder: `NAME.sfz` in NAME or folders in it, else the only one in it; nil if there is none.
  private static func instrument(in folder: FilePath) throws(FileError) -> FilePath? {
    let name = FilePath(bytes: folder.lastComponent.bytes + Array(".sfz".utf8))
    var budget = mostFolders
    if let file = find(name, in: folder, depth: 0, &budget) { return file }
    let files = try FolderReader(folder).names().filter { $0.fileExtension == "sfz" }
    guard let file = files.first else { return nil }
    guard files.count == 1 else {
      throw FileError(
        .unsupported, folder.shown, detail: "a folder of \(files.count) .sfz files: name one of them")
    }
    return folder.appending(file)
  }

  /// Looks for a file in a folder and, up to a depth of 4, in folders in it.
  private static func find(
    _ name: FilePath, in folder: FilePath, depth: Int, _ budget: inout Int
  ) -> FilePath? {
    if folder.appending(name).exists { return folder.appending(name) }
    budget -= 1
    if depth == 4 || budget <= 0 { return nil }
    var names: [FilePath] = []
    let reader = try? FolderReader(folder)
    try? reader?.forEach { entry, type in
      if type == UInt8(DT_DIR), entry.first != UInt8(ascii: ".") { names.append(FilePath(bytes: entry)) }
    }
    for entry in names.sorted() {
      if let file = find(name, in: folder.appending(entry), depth: depth + 1, &budget) { return file }
    }
    return nil
  }

  /// Returns the format of a file by its name, then by its content; nil for an archive.
  private static func format(of file: FilePath) throws(FileError) -> Kit.Format? {
    let start = try RegularFile(file, otherwise: .unsupported).read(at: 0, count: 512)
    switch file.fileExtension {
    case "json": return .native
    case "xml": return .hydrogen
    case "sfz": return .sfz
    case "h2drumkit": return nil
    default: break
    }
    if start.isEmpty { throw FileError(.empty, file.shown) }
    if isArchive(start) { return nil }
    switch start.first(where: { !" \t\r\n".utf8.contains($0) }) {
    case UInt8(ascii: "{"): return .native
    case UInt8(ascii: "<") where start.contains(Array("drumkit_info".utf8)): return .hydrogen
    default: throw FileError(.unsupported, file.shown, detail: "it is not a kit")
    }
  }

  /// Returns whether a file is an archive, by its first bytes.
  package static func isArchive(_ file: FilePath) -> Bool {
    let start = try? RegularFile(file, otherwise: .unsupported).read(at: 0, count: 512)
    return start.map(isArchive) ?? false
  }

  /// Returns whether the bytes begin a file of gzip, bzip2, xz, Zstandard or ZIP, or a tar archive.
  private static func isArchive(_ start: [UInt8]) -> Bool {
    let magics: [[UInt8]] = [
      [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
      Array("PK\u{3}\u{4}".utf8),
    ]
    return magics.contains { start.starts(with: $0) } || start.dropFirst(257).starts(with: "ustar".utf8)
  }
}

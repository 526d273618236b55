import SystemBase

/// Finds the files that a kit names in its folder, also as on Windows: with backslashes and in another case, and sounds that
/// were converted to another format. Names that lead out of it are refused, so that a kit from elsewhere reads no files
/// of the user. Used by one thread.
final class KitFolder {
  enum Refusal: String, Error {
    case outside = "it is outside the kit's folder"
    case empty = "it has no name"
    case tooLong = "its name is too long"
  }

  /// The names in a folder.
  private struct Listing {
    /// By their lower-case text; those that are not UTF-8 as Latin-1.
    var names: [String: FilePath] = [:]
    /// Those that are not UTF-8, by their outlines.
    var encoded: [String: [FilePath]] = [:]
  }

  /// The limit of a name in bytes.
  static let longest = 4096

  private let folder: FilePath
  private let parents: Int
  private let formats: [String]
  private let extensionsAbove: Set<String>?
  private var listings: [FilePath: Listing] = [:]
  /// The files that were named, since many parts of a kit may name the same one.
  private var files: [String: Result<FilePath, Refusal>] = [:]

  /// Creates a finder for the folder of a kit and for as many folders above it as belong to the kit.
  ///
  /// - Parameters:
  ///   - formats: extensions of which one stands for another: a missing `a.wav` is `a.flac`. The first that exists counts.
  ///   - extensionsAbove: the extensions of the files that are named outside the folder itself; nil for any.
  init(
    _ folder: FilePath, parents: Int = 0, formats: [String] = [], extensionsAbove: Set<String>? = nil
  ) {
    (self.folder, self.parents, self.formats) = (folder, parents, formats)
    self.extensionsAbove = extensionsAbove
  }

  /// Returns the path of a file by its names on the disk; as it is written if there is no such file.
  func file(named name: String) throws(Refusal) -> FilePath {
    if let known = files[name] { return try known.get() }
    let file = Result { () throws(Refusal) in try find(name) }
    if name.utf8.count <= KitFolder.longest { files[name] = file }
    return try file.get()
  }

  private func find(_ name: String) throws(Refusal) -> FilePath {
    guard name.utf8.count <= KitFolder.longest else { throw .tooLong }
    let bytes = Array(name.utf8)
    // A file may have a backslash in its name.
    if bytes.contains(UInt8(ascii: "\\")), !bytes.contains(UInt8(ascii: "/")) {
      let exact = folder.appending(FilePath(bytes: bytes))
      if exact.exists { return exact }
    }
    var components = bytes.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.map { Array($0) }
    guard let first = components.first else { throw .empty }
    guard bytes[0] != UInt8(ascii: "/"), bytes[0] != UInt8(ascii: "\\"), first.last != UInt8(ascii: ":"),
      !bytes.contains(0)
    else {
      throw .outside
    }
    let climbed = try KitFolder.reduce(&components)
    guard climbed <= parents else { throw .outside }
    guard let last = components.last else { throw .empty }
    if climbed > 0, let extensionsAbove, !extensionsAbove.contains(FilePath(bytes: last).fileExtension) {
      throw .outside
    }
    var path = start(climbing: climbed)
    for (index, component) in components.enumerated() {
      let name = FilePath(bytes: component)
      let isLast = index == components.count - 1
      guard let entry = entry(name, of: path) ?? (isLast ? converted(name, of: path) : nil) else {
        // Below a name that does not exist nothing is searched for.
        return path.appending(FilePath(bytes: Array(components[index...].joined(separator: "/".utf8))))
      }
      path = entry
    }
    return path
  }

  /// Removes `.` and `..` from a path. Returns the number of folders that it climbs at its beginning.
  private static func reduce(_ components: inout [[UInt8]]) throws(Refusal) -> Int {
    var (climbed, kept) = (0, [[UInt8]]())
    for component in components where !component.elementsEqual(".".utf8) {
      if !component.elementsEqual("..".utf8) {
        kept.append(component)
      } else if kept.popLast() == nil {
        climbed += 1
      }
    }
    components = kept
    return climbed
  }

  private func start(climbing climbed: Int) -> FilePath {
    (0..<climbed).reduce(folder) { folder, _ in
      let name = folder.lastComponent
      let isNamed = !name.isEmpty && name != FilePath(".") && name != FilePath("..")
      return isNamed && !folder.directory.isEmpty ? folder.directory : folder.appending("..")
    }
  }

  /// Returns the path of an entry by its name, in any case and encoding; nil if there is none.
  private func entry(_ name: FilePath, of folder: FilePath) -> FilePath? {
    let exact = folder.appending(name)
    if exact.exists { return exact }
    guard let text = name.text?.lowercased() else { return nil }
    let listing = listing(folder)
    if let found = listing.names[text] { return folder.appending(found) }
    guard let encoded = listing.encoded[KitFolder.outline(name)], encoded.count == 1 else { return nil }
    return folder.appending(encoded[0])
  }

  /// Returns a name in lower case with one character for the bytes beyond ASCII at each place: so names agree that archives
  /// of other systems wrote in another encoding.
  private static func outline(_ name: FilePath) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in name.bytes where byte < 0x80 || scalars.last != "\u{FFFD}" {
      scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}")
    }
    return String(scalars).lowercased()
  }

  /// Returns the path of the sound of another format that has the name of a missing one; nil if there is none.
  private func converted(_ name: FilePath, of folder: FilePath) -> FilePath? {
    guard formats.contains(name.fileExtension), let text = name.text?.lowercased() else { return nil }
    let (names, stem) = (listing(folder).names, text.dropLast(name.fileExtension.count))
    return formats.lazy.compactMap { names[stem + $0] }.first.map(folder.appending)
  }

  private func listing(_ folder: FilePath) -> Listing {
    if let known = listings[folder] { return known }
    var listing = Listing()
    for name in FolderReader.names(in: folder.isEmpty ? FilePath(".") : folder).sorted() {
      if name.text == nil { listing.encoded[KitFolder.outline(name), default: []].append(name) }
      let text = name.text ?? String(String.UnicodeScalarView(name.bytes.map { Unicode.Scalar($0) }))
      if listing.names[text.lowercased()] == nil { listing.names[text.lowercased()] = name }
    }
    listings[folder] = listing
    return listing
  }
}

import Instruments
import SystemBase

/// The kits of some folders. Reads their descriptions, no samples. Any thread; reading takes milliseconds for each kit.
package struct KitCatalog: Sendable {
  package struct Folder: Hashable, Sendable {
    package var path: FilePath
    package var isShipped: Bool

    package init(_ path: FilePath, isShipped: Bool = false) {
      (self.path, self.isShipped) = (path, isShipped)
    }
  }

  package struct Entry: Hashable, Sendable {
    package var path: FilePath
    /// The name in the description; of a damaged kit the name of its folder or file.
    package var name: String
    package var format: Kit.Format
    /// The number of pads; 0 for a damaged kit.
    package var pads: Int
    package var isShipped: Bool
    package var error: FileError?

    package init(
      path: FilePath, name: String, format: Kit.Format, pads: Int, isShipped: Bool, error: FileError? = nil
    ) {
      (self.path, self.name, self.format) = (path, name, format)
      (self.pads, self.isShipped, self.error) = (pads, isShipped, error)
    }

    /// Returns whether a name may mean the kit: that of its folder or file, or of its description.
    package func isFound(by name: String) -> Bool {
      self.name == name || path.lastComponent.shown == name || path.lastComponent.stem == name
    }
  }

  /// The folders in the order in which names are looked up.
  package let folders: [Folder]
  private let soundFonts: SoundFontCatalog
  private let cache: FilePath?

  /// Creates a catalog of kits and of the drums of SoundFonts, with a folder for unpacked archives and rendered drums.
  package init(
    _ folders: [Folder], soundFonts: SoundFontCatalog = SoundFontCatalog([]), unpackingInto cache: FilePath?
  ) {
    (self.folders, self.soundFonts, self.cache) = (folders, soundFonts, cache)
  }

  /// Reads a kit by its name, as `path(of:)` finds it, or by its path.
  package func read(_ name: FilePath) throws(FileError) -> KitFileContent {
    try KitReader.read(path(of: name) ?? name, unpackingInto: cache)
  }

  /// The names of the kits that can be read, sorted, each one once.
  package var names: [String] { Set(entries().filter { $0.error == nil }.map(\.name)).sorted() }

  /// The names of the program's kits and of their folders, in lower case. An imported kit of one would not be found.
  package var shippedNames: Set<String> {
    let shipped = folders.filter(\.isShipped).flatMap { entries(of: $0) }
    return Set(shipped.flatMap { [$0.name.lowercased(), $0.path.lastComponent.shown.lowercased()] })
  }

  /// Lists all kits, in the order of their folders and names; then the drums of SoundFonts. A missing folder has no kits.
  package func entries() -> [Entry] { folders.flatMap { entries(of: $0) } + drums }

  /// The drums of SoundFonts. Nothing is rendered.
  private var drums: [Entry] {
    soundFonts.files.flatMap { file in
      SoundFontKit.presets(of: file).map { preset, keys in
        Entry(
          path: SoundFontKit.path(file, program: preset.program), name: SoundFontKit.name(preset, of: file),
          format: .soundFont, pads: keys, isShipped: false)
      }
    }
  }

  /// Returns the path of a kit by the name of its folder or file, else by that of its description; nil if there is none.
  package func path(of name: FilePath) -> FilePath? {
    if name.isEmpty || name.bytes.contains(UInt8(ascii: "/")) { return nil }
    let folderNames = folders.map { $0.path.appending(name) }
    if let path = folderNames.first(where: { (try? KitSource($0)) != nil })
      ?? folderNames.first(where: \.isFolder)
    {
      return path
    }
    let named = name.shown
    let found = folders.lazy.flatMap { entries(of: $0) }.first { entry in
      entry.error == nil && entry.name == named || entry.path.lastComponent.stem == named
    }
    return (found ?? drums.first { $0.name == named })?.path
  }

  private func entries(of folder: Folder) -> [Entry] {
    return FolderReader.names(in: folder.path).sorted().flatMap { name in
      paths(of: folder.path.appending(name)).map { entry($0, isShipped: folder.isShipped) }
    }
  }

  /// Returns the kits at an entry of a folder: the entry itself, or each SFZ file in it if there are several.
  private func paths(of path: FilePath) -> [FilePath] {
    do throws(FileError) {
      _ = try KitSource(path)
      return [path]
    } catch {
      guard path.isFolder else { return [] }
      if error.code == .notFound || KitSource.isWithoutKit(error) { return [] }
      let names = FolderReader.names(in: path).filter { $0.fileExtension == "sfz" }
      return names.isEmpty ? [path] : names.sorted().map(path.appending)
    }
  }

  private func entry(_ path: FilePath, isShipped: Bool) -> Entry {
    do throws(FileError) {
      let kit = try KitReader.read(path, unpackingInto: cache).kit
      return Entry(path: path, name: kit.name, format: kit.format, pads: kit.pads.count, isShipped: isShipped)
    } catch {
      let format = (try? KitSource(path))?.format ?? .native
      let name = path.lastComponent.shown
      return Entry(path: path, name: name, format: format, pads: 0, isShipped: isShipped, error: error)
    }
  }
}

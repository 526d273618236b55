import Glibc
import SystemBase

/// Copies kits into a folder of kits. A copy is made under a temporary name, and removed if it does not become whole.
package struct KitImport {
  private static let prefix = ".import-"

  private let kits: FilePath
  private let name: FilePath?
  private let keepsName: Bool
  private let reserved: Set<String>
  private let onFile: (Int) -> Void
  private let onUnreadable: ((FileError) -> Void)?
  private let findErrors: ((KitFileContent) -> [FileError])?
  private let isCancelled: () -> Bool

  /// Creates an import into a folder of kits, under a name, which only the folder gets if `keepsName`; nil keeps those of the
  /// kit. No copy has a reserved name, in lower case. `onFile` receives the number of each file when its copy begins,
  /// `onUnreadable` the error of each file that cannot be opened and is left out; without it, such a file ends the import.
  /// `findErrors` decodes the samples of a kit and returns the errors of the broken ones: sound files that have no
  /// description are left out then, too.
  package init(
    into kits: FilePath, name: FilePath?, keepsName: Bool = false, reserved: Set<String> = [],
    onFile: @escaping (Int) -> Void = { _ in }, onUnreadable: ((FileError) -> Void)? = nil,
    findErrors: ((KitFileContent) -> [FileError])? = nil, isCancelled: @escaping () -> Bool
  ) {
    (self.kits, self.name, self.keepsName, self.reserved) = (kits, name, keepsName, reserved)
    (self.onFile, self.onUnreadable) = (onFile, onUnreadable)
    (self.findErrors, self.isCancelled) = (findErrors, isCancelled)
  }

  /// Copies a kit: an archive, a folder, an SFZ file with what it uses, the drums of a SoundFont as samples,
  /// or sound files, which become a native kit. Returns the new folder.
  ///
  /// - Throws: `nameTaken` in the detail; `unsupported` for a sample outside the kit; errors of reading and writing.
  package func run(_ path: FilePath) throws(FileError) -> FilePath {
    let source = try KitSource(KitImport.resolved(path))
    let target = kits.appending(name ?? KitImport.name(of: source))
    if !source.isArchive { try checkName(target) }
    FileBytes.removeLeftovers(in: kits, prefix: KitImport.prefix)
    // Several threads may import at once.
    let temporary = kits.appending("\(KitImport.prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    defer { FileBytes.removeFolder(temporary) }
    do throws(FileError) {
      try FileBytes.makeFolder(temporary)
      return try copy(source, to: target, by: temporary)
    } catch {
      throw KitImport.named(error, in: temporary, source, target)
    }
  }

  private func copy(
    _ source: KitSource, to target: FilePath, by temporary: FilePath
  ) throws(FileError) -> FilePath {
    let folder = temporary.appending("kit")
    switch source.format {
    case _ where source.isArchive: return try importArchive(source, temporary, target)
    case .native, .hydrogen: try copyFolder(source, to: folder)
    case .sfz: try copyFiles(source, to: folder, name: target.lastComponent)
    case .soundFont:
      try SoundFontKit.render(
        source.file, program: source.program, into: folder, isCancelled: isCancelled)
    case .samples:
      let broken = try copySamples(source.folder, to: folder, name: target.lastComponent.shown)
      try report(broken.map { KitImport.named($0, in: temporary, source, target) })
    }
    return try publish(folder, as: target)
  }

  /// Returns an error with a file that the user knows. A file of the temporary folder that cannot be read is replaced by the
  /// file that it is a copy of. One that cannot be written is replaced by the file that it would have become.
  private static func named(
    _ error: FileError, in temporary: FilePath, _ source: KitSource, _ target: FilePath
  ) -> FileError {
    let folder = temporary.shown
    guard error.subject == folder || error.subject.hasPrefix(folder + "/") else { return error }
    let file = error.subject.dropFirst(folder.count + 1).drop { $0 != "/" }
    let isRead =
      ![.noSpace, .writeFailed, .exists, .notPermitted, .readOnly].contains(error.code)
      && error.subject != folder
    let parent = isRead ? (source.isArchive ? source.file : source.folder) : target
    return FileError(error.code, parent.shown + file, detail: error.detail)
  }

  /// Returns whether a text can be the name of a kit and of its folder. A name that begins with a dot would not be listed.
  package static func isName(_ name: FilePath) -> Bool {
    !name.isEmpty && name.bytes.count < NAME_MAX && name.bytes.first != UInt8(ascii: ".")
      && !name.bytes.contains(UInt8(ascii: "/"))
  }

  /// Returns whether an import has failed because a folder of this name exists.
  package static func isNameTaken(_ error: FileError) -> Bool { error.detail == nameTaken }
  private static let nameTaken = "the name is taken"

  private func checkName(_ target: FilePath) throws(FileError) {
    if isReserved(target.lastComponent.shown) || target.linkStatus != nil {
      throw FileError(.writeFailed, target.shown, detail: KitImport.nameTaken)
    }
  }

  /// Checks that a copied kit has no name of the kits of the program, and only samples and included files in its folder.
  private func checkContent(_ content: KitFileContent, in folder: FilePath) throws(FileError) {
    let kit = content.kit
    if isReserved(kit.name) { throw FileError(.writeFailed, kit.name, detail: KitImport.nameTaken) }
    let files = kit.pads.flatMap { $0.layers.flatMap(\.samples) } + content.files
    if let file = files.first(where: { !KitImport.isInside($0, folder) }) {
      throw FileError(.unsupported, file.shown, detail: KitImport.outside)
    }
  }

  /// Returns whether a kit of the program has a name. Its case does not count.
  private func isReserved(_ name: String) -> Bool { reserved.contains(name.lowercased()) }

  private func publish(_ folder: FilePath, as target: FilePath) throws(FileError) -> FilePath {
    try checkName(target)
    if let name, !keepsName { try KitImport.setName(of: folder, to: name.shown) }
    // An SFZ file in a folder below is found by the name of the new folder; it was checked before.
    if let content = try? KitReader.read(folder) { try checkContent(content, in: folder) }
    guard folder.withCString({ from in target.withCString { rename(from, $0) } }) == 0 else {
      let number = errno
      // Another import may have used the name meanwhile.
      try checkName(target)
      throw FileError(errno: number, target.shown, call: "rename", writing: true)
    }
    return target
  }

  /// Gives a copied kit another name. An SFZ file, which may be in a folder below, names its kit by its own name.
  private static func setName(of folder: FilePath, to name: String) throws(FileError) {
    guard let source = try? KitSource(folder) else { return }
    var kit = try KitReader.read(folder).kit
    if kit.name == name { return }
    switch source.format {
    case .native:
      kit.name = name
      try KitFile.write(kit, to: folder, current: folder)
    case .hydrogen:
      let bytes = try FileBytes.read(source.file, limit: KitReader.largest)
      try AtomicFile.replace(source.file, with: HydrogenFile.renamed(bytes, to: name))
    case .sfz, .soundFont, .samples: break
    }
  }

  // MARK: The formats

  private func importArchive(
    _ source: KitSource, _ temporary: FilePath, _ named: FilePath
  ) throws(FileError) -> FilePath {
    let root = temporary.appending("kit")
    let folder = try KitArchive.unpack(source.file, into: root, isCancelled: isCancelled)
    let format = try KitReader.read(folder).kit.format
    let isNamed = name != nil || folder == root || folder.lastComponent.bytes.first == UInt8(ascii: ".")
    let target = isNamed ? named : kits.appending(folder.lastComponent)
    if format == .samples {
      let broken = try describe(folder, as: target.lastComponent.shown)
      try report(broken.map { KitImport.named($0, in: temporary, source, target) })
    }
    return try publish(folder, as: target)
  }

  private func copyFolder(_ source: KitSource, to folder: FilePath) throws(FileError) {
    let kit = try KitReader.read(source.file).kit
    var copy = KitCopy(isCancelled: isCancelled, onFile: onFile)
    try copy.copyFolder(source.folder, to: folder)
    try check(try KitReader.read(folder).kit, against: kit, without: copy.unreadable)
  }

  /// Copies the file, under the name of the folder, and at the same relative places what it uses, and the licences.
  private func copyFiles(_ source: KitSource, to folder: FilePath, name: FilePath) throws(FileError) {
    let content = try KitReader.read(source.file)
    let samples = content.kit.pads.flatMap { $0.layers.flatMap(\.samples) }.filter(\.exists)
    let others = Set(samples + content.files + KitImport.licences(in: source.folder)).subtracting([
      source.file
    ])
    try KitImport.check(others, near: source.folder)
    let base = FilePath.commonFolder(others.map(\.directory) + [source.folder])
    func place(_ path: FilePath) -> FilePath { KitImport.place(of: path, from: base, in: folder) }
    var copy = KitCopy(isCancelled: isCancelled, onFile: onFile)
    let main = place(source.file).directory.appending(FilePath(bytes: name.bytes + Array(".sfz".utf8)))
    try copy.copyFile(source.file, to: main)
    for path in others.sorted() {
      try copy.copyFile(path, to: place(path))
    }
    try check(try KitReader.read(main).kit, against: content.kit, without: copy.unreadable)
  }

  /// Copies the sound files of a folder that can be opened, with its licence files, and describes them by a `kit.json`.
  /// Throws the first error if none can be opened. Returns the errors of the copies that are left out.
  private func copySamples(
    _ source: FilePath, to folder: FilePath, name: String
  ) throws(FileError) -> [FileError] {
    var copy = KitCopy(isCancelled: isCancelled, onFile: onFile)
    let sounds = try SampleFolder.files(in: source)
    for path in sounds { try copy.copyFile(path, to: KitImport.place(of: path, from: source, in: folder)) }
    if copy.unreadable.count == sounds.count, let error = copy.unreadable.first { throw error }
    for path in KitImport.licences(in: source) {
      try copy.copyFile(path, to: folder.appending(path.lastComponent))
    }
    let broken = try describe(folder, as: name)
    try report(copy.unreadable)
    return broken
  }

  private func report(_ unreadable: [FileError]) throws(FileError) {
    if onUnreadable == nil, let error = unreadable.first { throw error }
    for error in unreadable { onUnreadable?(error) }
  }

  /// Describes a folder of sound files by a `kit.json`, without the broken ones, whose errors it returns.
  private func describe(_ folder: FilePath, as name: String) throws(FileError) -> [FileError] {
    let errors = try removeBroken(in: folder)
    var kit = try SampleFolder.kit(folder)
    kit.name = name
    try KitFile.write(kit, to: folder, current: FilePath("/"))
    return errors
  }

  /// Removes the sound files of a folder that cannot be decoded, which would be the drums of their names. Returns their
  /// errors; throws the first one if no file is left.
  private func removeBroken(in folder: FilePath) throws(FileError) -> [FileError] {
    guard let findErrors else { return [] }
    let kit = try SampleFolder.kit(folder)
    // A file that ends early is heard up to there.
    let errors = findErrors(KitFileContent(kit: kit)).filter { $0.code != .endsEarly }
    let subjects = Set(errors.map(\.subject))
    let files = kit.pads.flatMap { $0.layers.flatMap(\.samples) }
    let broken = files.filter { subjects.contains($0.shown) }
    if broken.count == files.count, let error = errors.first { throw error }
    broken.forEach(FileBytes.remove)
    return errors
  }

  /// Returns the files of a folder that state a licence, by their names.
  static func licences(in folder: FilePath) -> [FilePath] {
    let licences = FolderReader.names(in: folder).filter { name in
      ["LICENSE", "LICENCE", "COPYING"].contains { name.shown.uppercased().hasPrefix($0) }
    }
    return licences.map(folder.appending).filter { !$0.isFolder }
  }

  /// Checks that each sample of a kit that exists is part of the copy, and reports those that cannot be read.
  private func check(
    _ copy: Kit, against kit: Kit, without unreadable: [FileError]
  ) throws(FileError) {
    let leftOut = Set(unreadable.map(\.subject))
    let pairs = zip(kit.pads, copy.pads).flatMap { pad, copied in
      zip(pad.layers.flatMap(\.samples), copied.layers.flatMap(\.samples))
    }
    for (sample, copied) in pairs
    where sample.exists && !copied.exists && !leftOut.contains(sample.shown) {
      throw FileError(.unsupported, sample.shown, detail: KitImport.outside)
    }
    try report(unreadable)
  }

  private static let outside = "a sample outside the folder of its kit"

  /// Returns whether a path is below a folder, without climbing out of it.
  private static func isInside(_ path: FilePath, _ folder: FilePath) -> Bool {
    let (path, slash) = (path.withoutDots, UInt8(ascii: "/"))
    return path.bytes.starts(with: folder.withoutDots.bytes + [slash])
      && !path.bytes.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
  }

  /// Checks that an SFZ file uses only sounds and texts of its folder and two above: it could name any file of the user.
  private static func check(_ files: some Sequence<FilePath>, near folder: FilePath) throws(FileError) {
    let highest = (0..<SFZSource.parents).reduce(folder) { folder, _ in folder.directory }
    for file in files where !isInside(file, folder) {
      let isKnown = (SampleFolder.extensions.union(SFZSource.included)).contains(file.fileExtension)
      guard isKnown, highest == FilePath("/") || isInside(file, highest) else {
        throw FileError(.unsupported, file.shown, detail: KitImport.outside)
      }
    }
  }

  // MARK: Paths

  /// Returns the absolute path without links; the same path if it does not exist.
  private static func resolved(_ path: FilePath) -> FilePath {
    guard let real = path.withCString({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  private static func name(of source: KitSource) -> FilePath {
    if !source.isArchive, ![.sfz, .soundFont].contains(source.format) { return source.folder.lastComponent }
    return source.fileStem
  }

  /// Returns the path in another folder at which a file has the place that it has in a folder.
  private static func place(of file: FilePath, from folder: FilePath, in other: FilePath) -> FilePath {
    other.appending(
      FilePath(bytes: file.bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

extension FilePath {
  /// Returns the deepest folder that holds all of these paths, which begin with `/`.
  static func commonFolder(_ folders: [FilePath]) -> FilePath {
    let slash = UInt8(ascii: "/")
    let parts = folders.map { $0.bytes.split(separator: slash) }
    guard var common = parts.first else { return FilePath("/") }
    for path in parts { common = Array(zip(common, path).prefix { $0.elementsEqual($1) }.map(\.0)) }
    return FilePath(bytes: common.reduce(into: []) { $0 += [slash] + $1 })
  }
}

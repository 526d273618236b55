import Dubbing
import Glibc
import Percussion
import SystemBase

/// What becomes of the kit of a take that comes from elsewhere.
package enum SharedKitResult: Hashable, Sendable {
  /// The take names no kit, or this library has it.
  case present
  /// The kit came with the take, and is in the folder of kits now.
  case imported(FilePath)
  /// The kit came with the take, and could not be imported.
  case failed(FileError)
  /// The kit is missing. The nearest of the other kits has sounds for some of the pads that are struck.
  case missing(name: String, nearest: Nearest?)
  /// The take is played on a kit that the user has named; so many of the pads have no sound of their kind there.
  case changed(name: String, unmatched: Int)

  package struct Nearest: Hashable, Sendable {
    /// The argument of `--kit`.
    package var argument: String
    package var matched: Int
    package var struck: Int
  }
}

/// Finds and imports the kits of takes that come from elsewhere. Any thread.
package struct SharedKits: Sendable {
  private static let mostNames = 100

  private let catalog: KitCatalog
  /// The folder that receives kits.
  private let folder: FilePath

  package init(_ catalog: KitCatalog, importingInto folder: FilePath) {
    (self.catalog, self.folder) = (catalog, folder)
  }

  /// Returns the take on a kit of this library, and what became of its own.
  ///
  /// - Parameters:
  ///   - packed: the kit that came with it; nil if none did.
  ///   - named: the kit that the user has named; nil for that of the take.
  /// - Throws: if the named kit cannot be read.
  package func resolve(
    _ take: Take, packed: FilePath?, named: FilePath?
  ) throws(FileError) -> (Take, SharedKitResult) {
    if let named { return try play(take, on: named) }
    guard let kit = take.kit else { return (take, .present) }
    var take = take
    if let path = known(kit) {
      // With another content, the kit that came along is the one that was played.
      if packed == nil || kit.hash == nil || content(of: path)?.contentHash() == kit.hash {
        take.kit?.path = path
        return (take, .present)
      }
    }
    guard let packed else { return (take, .missing(name: kit.name, nearest: nearest(to: take))) }
    do throws(FileError) {
      let path = try add(packed, named: kit)
      take.kit?.path = path
      return (take, .imported(path))
    } catch {
      return (take, .failed(error))
    }
  }

  /// Returns the name of the kit of a take that is neither here nor came with it, and the nearest of the others.
  ///
  /// - Returns: nil if the kit is there, or no other kit has sounds of its kind.
  package func missing(of source: SharedTakeSource) -> (name: String, nearest: SharedKitResult.Nearest)? {
    guard let kit = source.take.kit, source.kit == nil, known(kit) == nil else { return nil }
    return nearest(to: source.take).map { (kit.name, $0) }
  }

  private func play(_ take: Take, on name: FilePath) throws(FileError) -> (Take, SharedKitResult) {
    let kit = try catalog.read(name).kit
    let notes = PadNotes(kit)
    let reference = KitReference(name: kit.name, path: kit.path, notes: notes.notes)
    let unmatched = take.struckPads.count - take.pads(on: notes).count
    return (take.played(on: reference, notes), .changed(name: kit.name, unmatched: unmatched))
  }

  /// The path of a kit of that name; nil if there is none.
  private func known(_ kit: KitReference) -> FilePath? {
    catalog.path(of: kit.path.lastComponent) ?? catalog.path(of: FilePath(kit.name))
  }

  private func content(of path: FilePath) -> Kit? { try? catalog.read(path).kit }

  /// Imports a kit under its name, or with a number after it if that is taken.
  private func add(_ packed: FilePath, named kit: KitReference) throws(FileError) -> FilePath {
    try FileBytes.makeFolder(folder)
    let name = kit.path.lastComponent.stem
    for number in 1..<SharedKits.mostNames {
      let target = FilePath(number == 1 ? name : "\(name) (\(number))")
      do throws(FileError) {
        return try KitImport(into: folder, name: target, isCancelled: { false }).run(packed)
      } catch {
        if !KitImport.isNameTaken(error) { throw error }
      }
    }
    throw FileError(.exists, folder.appending(FilePath(name)).shown)
  }

  /// The kit with sounds for the most pads that a take strikes; nil if no kit has any.
  private func nearest(to take: Take) -> SharedKitResult.Nearest? {
    let struck = take.struckPads.count
    let readable = catalog.entries().filter { $0.error == nil && $0.format != .soundFont }
    let found = readable.compactMap { entry -> SharedKitResult.Nearest? in
      guard let kit = content(of: entry.path) else { return nil }
      let matched = take.pads(on: PadNotes(kit)).count
      return .init(argument: entry.path.lastComponent.shown, matched: matched, struck: struck)
    }
    // The first of equal ones is that of the folder which is searched first.
    return found.reversed().max { $0.matched < $1.matched }.flatMap { $0.matched > 0 ? $0 : nil }
  }
}

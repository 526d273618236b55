import Glibc
import Percussion
import SystemBase

package enum SharedKitResult: Hashable, Sendable {
  /// The take has no kit, or the kit is installed.
  case present
  case imported(FilePath)
  /// The kit of the archive could not be imported.
  case failed(FileError)
  /// The kit is missing. The most similar kit has sounds for some of the struck pads.
  case missing(name: String, nearest: Nearest?)
  /// The take was converted to the kit that the user named, in which a number of its pads has no match.
  case changed(name: String, unmatched: Int)

  package struct Nearest: Hashable, Sendable {
    package var name: String
    package var path: FilePath
    package var matched: Int
    package var struck: Int
  }
}

/// Finds and imports the kits of imported takes. Any thread.
package struct SharedKits: Sendable {
  private static let mostNames = 100

  private let catalog: KitCatalog
  private let folder: FilePath

  package init(_ catalog: KitCatalog, importingInto folder: FilePath) {
    (self.catalog, self.folder) = (catalog, folder)
  }

  /// Returns the take with an installed kit, the named one or that of its archive, and the result for its own.
  package func resolve(
    _ take: Take, packed: FilePath?, named: FilePath?
  ) throws(FileError) -> (Take, SharedKitResult) {
    if let named { return try play(take, on: named) }
    guard let kit = take.kit else { return (take, .present) }
    var take = take
    if let path = known(kit) {
      // If the contents differ, the take was played on the kit of the archive.
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

  /// Returns the name of the missing kit of a take and the most similar one; nil if it is there, or none is similar.
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

  /// Returns the path of the installed kit of the same name; nil if there is none.
  private func known(_ kit: KitReference) -> FilePath? {
    catalog.path(of: kit.path.lastComponent) ?? catalog.path(of: FilePath(kit.name))
  }

  private func content(of path: FilePath) -> Kit? { try? catalog.read(path).kit }

  /// Imports a kit under its name, with a number if another kit has it, unless its content was imported before.
  private func add(_ packed: FilePath, named kit: KitReference) throws(FileError) -> FilePath {
    try FileBytes.makeFolder(folder)
    let name = KitImport.isName(FilePath(kit.name)) ? kit.name : kit.path.lastComponent.stem
    let hash = try? KitReader.read(packed).kit.contentHash()
    let reserved = catalog.shippedNames
    for number in 1..<SharedKits.mostNames {
      let target = FilePath(number == 1 ? name : "\(name) (\(number))")
      do throws(FileError) {
        let copy = KitImport(into: folder, name: target, reserved: reserved, isCancelled: { false })
        return try copy.run(packed)
      } catch {
        if !KitImport.isNameTaken(error) { throw error }
      }
      let present = folder.appending(target)
      if let hash, content(of: present)?.contentHash() == hash { return present }
    }
    throw FileError(.exists, folder.appending(FilePath(name)).shown)
  }

  /// Returns the kit that matches the most struck pads of a take; nil if no kit matches any.
  private func nearest(to take: Take) -> SharedKitResult.Nearest? {
    let struck = take.struckPads.count
    let readable = catalog.entries().filter { $0.error == nil && $0.format != .soundFont }
    let found = readable.compactMap { entry -> SharedKitResult.Nearest? in
      guard let kit = content(of: entry.path) else { return nil }
      let matched = take.pads(on: PadNotes(kit)).count
      return .init(name: entry.name, path: entry.path, matched: matched, struck: struck)
    }
    // Of equal kits, the one in the folder that is searched first is used.
    return found.reversed().max { $0.matched < $1.matched }.flatMap { $0.matched > 0 ? $0 : nil }
  }
}

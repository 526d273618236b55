import AudioBase
import Playlists
import SystemBase

/// Finds the tracks that CUE sheets describe in a file. A sheet is read when a file near it is looked up.
package struct CueSheetLookup {
  /// The sheets by their folder, in natural order.
  private var sheets: [FilePath: [FilePath]] = [:]
  private var targets: [FilePath: [FilePath]] = [:]
  private var parts: [FilePath: [PlaylistEntry]] = [:]

  package init(_ paths: some Sequence<FilePath>) {
    for path in NaturalOrder.sorted(paths) { sheets[path.directory, default: []].append(path) }
  }

  /// Returns the tracks of a file; nil if no sheet in its folder or the folder above describes it.
  package mutating func parts(of file: FilePath) -> [PlaylistEntry]? {
    if sheets.isEmpty { return nil }
    let folder = file.directory
    for near in [folder, folder.directory] {
      for sheet in sheets[near] ?? [] { read(sheet) }
    }
    return parts[file]
  }

  /// Returns the existing files that a sheet describes.
  package mutating func files(of sheet: FilePath) -> [FilePath] {
    read(sheet)
    return targets[sheet] ?? []
  }

  private mutating func read(_ sheet: FilePath) {
    if targets[sheet] != nil { return }
    // A sheet that cannot be read is ignored.
    let entries = (try? PlaylistReader().read(sheet))?.entries ?? []
    var found: [FilePath: [PlaylistEntry]] = [:]
    for entry in entries where !entry.isMissing {
      if case .file(let path) = entry.location { found[path, default: []].append(entry) }
    }
    // If two sheets describe the same file, the first one is used.
    parts.merge(found) { first, _ in first }
    targets[sheet] = Array(found.keys)
  }

  /// Returns whether there are sheets in the folder of a file or the folder above.
  package func hasSheets(near file: FilePath) -> Bool {
    let folder = file.directory
    return sheets[folder] != nil || sheets[folder.directory] != nil
  }
}

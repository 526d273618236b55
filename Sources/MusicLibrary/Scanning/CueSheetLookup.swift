import AudioBase
import Playlists
import SystemBase

/// What the CUE sheets beside the music say: of each file the tracks that it holds. A sheet is read when a file near it
/// is asked about.
struct CueSheetLookup {
  /// By the folder in which they are, in natural order.
  private var sheets: [FilePath: [FilePath]] = [:]
  private var targets: [FilePath: [FilePath]] = [:]
  private var parts: [FilePath: [PlaylistEntry]] = [:]

  init(_ paths: some Sequence<FilePath>) {
    for path in NaturalOrder.sorted(paths) { sheets[path.directory, default: []].append(path) }
  }

  /// The tracks that a file holds; nil where no sheet in its folder, or in the one above, speaks of it.
  mutating func parts(of file: FilePath) -> [PlaylistEntry]? {
    if sheets.isEmpty { return nil }
    let folder = file.directory
    for near in [folder, folder.directory] {
      for sheet in sheets[near] ?? [] { read(sheet) }
    }
    return parts[file]
  }

  /// The files that a sheet speaks of and that are there.
  mutating func files(of sheet: FilePath) -> [FilePath] {
    read(sheet)
    return targets[sheet] ?? []
  }

  private mutating func read(_ sheet: FilePath) {
    if targets[sheet] != nil { return }
    // One that cannot be read says nothing.
    let entries = (try? PlaylistReader().read(sheet))?.entries ?? []
    var found: [FilePath: [PlaylistEntry]] = [:]
    for entry in entries where !entry.isMissing {
      if case .file(let path) = entry.location { found[path, default: []].append(entry) }
    }
    // Of two that speak of the same file the first one counts.
    parts.merge(found) { first, _ in first }
    targets[sheet] = Array(found.keys)
  }

  /// Whether there are sheets near a file.
  func hasSheets(near file: FilePath) -> Bool {
    let folder = file.directory
    return sheets[folder] != nil || sheets[folder.directory] != nil
  }
}

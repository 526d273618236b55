import MusicQuery
import Percussion
import SystemBase

/// The list of kits while it is open. A value.
package struct KitList: Hashable, Sendable {
  /// The entries; nil until the folders have been read.
  package private(set) var entries: [KitCatalog.Entry]?
  package private(set) var filter = ""
  /// The index of the selected row.
  package private(set) var selection = 0
  /// The kit that was loaded when the list was opened.
  package let origin: FilePath?

  init(origin: FilePath?) { self.origin = origin }

  /// The kits whose name or format contains the typed text.
  package var rows: [KitCatalog.Entry] {
    let entries = entries ?? []
    guard let needle = Needle(filter) else { return entries }
    return entries.filter { needle.isIn($0.name) || needle.isIn($0.format.rawValue) }
  }

  package var selected: KitCatalog.Entry? { rows.indices.contains(selection) ? rows[selection] : nil }

  /// Shows the kits of the folders and selects the loaded one.
  mutating func receive(_ entries: [KitCatalog.Entry]) {
    self.entries = entries
    selection = rows.firstIndex { KitList.isSame($0, origin) } ?? 0
  }

  package mutating func select(_ row: Int) { selection = min(max(row, 0), max(rows.count - 1, 0)) }

  package mutating func setFilter(_ text: String) {
    let before = selected
    filter = text
    select(rows.firstIndex { $0 == before } ?? 0)
  }

  /// Returns the text by which the next start finds a kit: the name of a kit of the program, whose folder may move, or the
  /// path of another one. If a kit of the user has that name too, the path, because names find the user's kits first.
  package func choice(of entry: KitCatalog.Entry) -> FilePath {
    let others = entries ?? []
    let isHidden = others.contains { !$0.isShipped && $0.isFound(by: entry.name) }
    return entry.isShipped && !isHidden ? FilePath(entry.name) : entry.path
  }

  /// Returns whether a kit of the list is the one at a path, which may be that of its SFZ file.
  package static func isSame(_ entry: KitCatalog.Entry, _ path: FilePath?) -> Bool {
    guard let path else { return false }
    return entry.path == path || entry.path == path.directory && entry.format == .sfz
  }
}

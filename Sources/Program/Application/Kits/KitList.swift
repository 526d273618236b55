import Dubbing
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

/// The number of decoded samples of a kit that is being loaded.
package struct KitProgress: Hashable, Sendable {
  package var name: String
  package var done: Int
  package var total: Int
}

/// A sample of an edited kit that cannot be decoded.
package struct SampleRefusal: Hashable, Sendable {
  package var error: FileError
  /// The change that named the sample; nil if none did that can be undone.
  package var edit: PadEditNumber?
}

/// A kit whose samples have been decoded.
package struct KitReport: Sendable {
  package var kit: Kit?
  /// The reference to the kit that takes store.
  package var reference: KitReference?
  /// The kit that sounds, with the pads of another kit that replace its own; nil if there is none.
  package var sounding: Kit?
  package var notices: [KitNotice]
}

/// A report of another thread about kits.
package enum KitEvent: Sendable {
  case loaded(KitReport)
  /// The hash of a loaded kit was computed.
  case identified(KitReference)
  /// The kit of the setting `kit` is another one.
  case chosen(name: String)
  /// The setting `kit` stays as it is, since the chosen kit cannot be read.
  case kept(FileError)
  case listed([KitCatalog.Entry])
  /// The progress of a kit that takes longer to load; nil if none is being loaded.
  case progress(KitProgress?)
  /// The pads of an edited kit were loaded, or are as before since a sample cannot be decoded.
  case applied(SampleRefusal?)
  /// An edited kit was saved in the folder that it names.
  case saved(Result<Kit, FileError>)

  /// What becomes of it while others wait for the main thread.
  package var kind: MainThread.Call.Kind { if case .progress = self { .value("kit") } else { .result } }
}

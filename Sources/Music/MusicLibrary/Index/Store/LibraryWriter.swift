import AudioBase
import SystemBase

/// Owns the writing connection, and applies the results of scans to the tables.
struct LibraryWriter: ~Copyable {
  /// The state of a batch.
  private struct Batch {
    /// Seconds since 1970.
    var now: Int64
    var hasHistory: Bool
    var hasNewOrder = false
    var changedAlbums: Set<Int64> = []
    /// The groups to which the rule for albums is applied.
    var albumGroups: Set<Int64> = []
    /// The damage of the file that is being stored.
    var damage: String?
    /// Whether the file itself has not changed since an earlier version of the tag reader read it.
    var isUnchanged = false

    mutating func addAlbums(_ links: TrackLinks...) {
      for links in links {
        guard let album = links.album else { continue }
        changedAlbums.insert(album)
        albumGroups.insert(links.albumGroup)
      }
    }
  }

  let connection: Connection
  private var dataVersion: Int64 = 0
  private var batch = Batch(now: 0, hasHistory: false)

  init(_ connection: consuming Connection) { self.connection = connection }

  mutating func apply(_ changes: [LibraryChange], now: Int64) throws(LibraryError) {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(LibraryError) {
      // Changes with each commit of another connection.
      let version = try connection.integer("PRAGMA data_version") ?? 0
      if version != dataVersion { connection.known.forget() }
      dataVersion = version
      batch = Batch(now: now, hasHistory: try connection.hasHistory())
      for change in changes { try apply(change) }
      try connection.finishAlbums(batch.changedAlbums, groups: batch.albumGroups)
      if batch.hasNewOrder {
        try connection.run("UPDATE counters SET value = value + 1 WHERE name = \(Counter.order.rawValue)")
      }
      try connection.commit()
    } catch {
      connection.rollBack()
      connection.known.forget()
      throw error
    }
  }

  private mutating func apply(_ change: LibraryChange) throws(LibraryError) {
    switch change {
    case .read(let track, let stamp, let damage, let isUnchanged):
      batch.hasNewOrder = true
      (batch.damage, batch.isUnchanged) = (damage, isUnchanged)
      try store(track, stamp)
    case .unreadable(let path, let stamp, let reason):
      try dropTracks(at: path)
      try connection.storeFile(IndexName(path), stamp, track: nil, reason: reason)
    case .moved(let from, let to, let stamp):
      batch.hasNewOrder = true
      try move(from, to, stamp)
    case .removed(let path):
      try dropTracks(at: path, isGone: true)
      try connection.removeFile(IndexName(path))
    case .away(let folder, let isAway): try connection.setAway(isAway, below: folder)
    case .key(let location, let key):
      let name = IndexName(location)
      guard let id = try connection.id(of: name) else { return }
      try connection.run("UPDATE tracks SET key = \(key) WHERE id = \(id)")
      if batch.hasHistory, let former = try connection.restoreHistory(of: Int64(id), key) {
        try connection.updateEntries(from: former, to: name)
        batch.albumGroups.insert(try connection.albumGroup(ofTrack: Int64(id)))
      }
    case .loudness(let location, let gain):
      if let id = try connection.id(of: IndexName(location)) { try connection.storeLoudness(of: id, gain) }
    case .tempo(let location, let tempo):
      if let id = try connection.id(of: IndexName(location)) { try connection.storeTempo(of: id, tempo) }
    case .sheet(let path, let stamp): try connection.storeSheet(path, stamp)
    }
  }

  private mutating func store(_ track: TrackInfo, _ stamp: FileStamp) throws(LibraryError) {
    let held = track.heldTracks
    switch try connection.entry(at: track.path) {
    case .track(let old) where held.isEmpty:
      let id = try store(track, old: old)
      return try connection.storeFile(IndexName(track.path), stamp, track: id)
    case .track(let old): try drop(old)
    case .parts: return try putParts(held, of: track, stamp, old: try connection.parts(of: track.path))
    case .unreadable, nil: break
    }
    // Without parts, this stores the file as one track.
    try putParts(held, of: track, stamp, old: [])
  }

  /// Stores the parts of a file. A part keeps its row if it begins at the same frame as before, else if it
  /// has the same number.
  private mutating func putParts(
    _ held: [TrackInfo], of file: TrackInfo, _ stamp: FileStamp, old: [FilePart]
  ) throws(LibraryError) {
    var old = old
    var found = held.map { track in
      old.firstIndex { $0.name == IndexName(track.location) }.map { old.remove(at: $0) }
    }
    for (index, track) in held.enumerated() where found[index] == nil {
      let place = old.firstIndex { $0.number != nil && $0.number == track.trackNumber }
      found[index] = place.map { old.remove(at: $0) }
    }
    for part in old {
      try drop(part.track)
      try connection.removeFile(part.name)
    }
    for part in found { if let part { try connection.removeFile(part.name) } }
    for (track, part) in zip(held, found) {
      let id = try store(track, old: part?.track)
      let name = IndexName(track.location)
      try connection.storePart(name, track: id)
      if let part {
        try connection.updateEntries(from: part.name, to: name)
        try connection.moveListens(from: part.name, to: name)
      }
    }
    let id = held.isEmpty ? try store(file, old: nil) : nil
    try connection.storeFile(IndexName(file.path), stamp, track: id)
  }

  /// Stores a track without the row of its file. Returns the id of the track.
  private mutating func store(_ track: TrackInfo, old: Int64?) throws(LibraryError) -> Int64 {
    var oldLinks = TrackLinks()
    if let old {
      oldLinks = try connection.links(ofTrack: old)
      try connection.removeSound(of: old, unlessDuration: track.duration)
    }
    let newLinks = try connection.links(of: track, old: oldLinks)
    let id = try connection.storeTrack(
      track, id: old, added: batch.now, links: newLinks,
      pictures: try connection.reference(track.pictures), damage: batch.damage,
      keepsKey: batch.isUnchanged)
    try connection.changeLinks(of: id, from: oldLinks, to: newLinks)
    try connection.storeText(of: id, track.searchText, isNew: old == nil)
    if old == nil, batch.hasHistory {
      try connection.restoreHistory(of: id, at: IndexName(track.location))
      batch.albumGroups.insert(newLinks.albumGroup)
    }
    batch.addAlbums(oldLinks, newLinks)
    return id
  }

  /// Removes all tracks of a file.
  ///
  /// - Parameter isGone: whether the file no longer exists; if another file has the same sound, that one gets
  ///   the history.
  private mutating func dropTracks(at path: FilePath, isGone: Bool = false) throws(LibraryError) {
    switch try connection.entry(at: path) {
    case .track(let id): try drop(id, movedFrom: isGone ? IndexName(path) : nil)
    case .parts:
      for part in try connection.parts(of: path) {
        try drop(part.track, movedFrom: isGone ? part.name : nil)
        try connection.removeFile(part.name)
      }
    case .unreadable, nil: break
    }
  }

  /// Removes a track and keeps its history.
  ///
  /// - Parameter name: the name of a track whose file no longer exists. It may have been copied before, as
  ///   moves to another drive do; the copy then gets the history.
  private mutating func drop(_ id: Int64, movedFrom name: IndexName? = nil) throws(LibraryError) {
    try connection.storeHistory(of: id, now: batch.now)
    if let name, let duplicate = try connection.duplicate(of: id) {
      try connection.restoreHistory(of: duplicate.id, at: name)
      batch.albumGroups.insert(try connection.albumGroup(ofTrack: duplicate.id))
      try connection.updateEntries(from: name, to: duplicate.name)
    }
    batch.hasHistory = true
    let old = try connection.links(ofTrack: id)
    try connection.changeLinks(of: id, from: old, to: TrackLinks())
    try connection.removeText(of: id)
    try connection.removeSound(of: id)
    try connection.removeTrack(id)
    batch.addAlbums(old)
  }

  private mutating func move(_ from: FilePath, _ to: FilePath, _ stamp: FileStamp) throws(LibraryError) {
    let entry = try connection.entry(at: from)
    let reader = try connection.reader(of: from)
    let (former, name) = (IndexName(from), IndexName(to))
    if from == to { return try connection.removeFile(former) }
    // Removes the tracks of the file that was at the new path.
    if entry != nil { try dropTracks(at: to) }
    try connection.removeFile(former)
    switch entry {
    case .track(let id):
      try connection.storeFile(name, stamp, track: id, reader: reader)
      batch.albumGroups.formUnion(try connection.moveTrack(id, from: former, to: name))
    case .parts:
      try connection.storeFile(name, stamp, track: nil, reader: reader)
      for part in try connection.parts(of: from) {
        let moved = part.name.moved(to: to)
        try connection.removeFile(part.name)
        try connection.storePart(moved, track: part.track)
        batch.albumGroups.formUnion(try connection.moveTrack(part.track, from: part.name, to: moved))
      }
    case .unreadable, nil: return
    }
    try connection.updateEntries(from: former, to: name)
  }
}

/// One result of a scan. A batch of changes is one transaction.
package enum LibraryChange: Hashable, Sendable {
  /// The file is new or has changed; for a known path, play count and the date of adding are kept, and the rating as
  /// `LibraryTrack.rating` states.
  ///
  /// - damage: what is wrong with its sound; nil if nothing is.
  /// - isUnchanged: whether an earlier version of the tag reader has read the same file; its key is kept then.
  case read(TrackInfo, FileStamp, damage: String? = nil, isUnchanged: Bool = false)
  /// The file could not be read. It is stored with the reason and not read again until its stamp changes.
  case unreadable(FilePath, FileStamp, reason: String)
  /// The file was moved or renamed; its history is kept.
  case moved(from: FilePath, to: FilePath, FileStamp)
  case removed(FilePath)
  /// The drive of the folder is not mounted, or is mounted again. Its tracks are kept and shown as away.
  case away(folder: FilePath, Bool)
  /// The sound of a track was identified.
  case key(TrackLocation, TrackKey)
  /// The loudness of a track was measured.
  case loudness(TrackLocation, ReplayGain)
  /// The tempo of a track was searched; nil if its sound has no regular beat.
  case tempo(TrackLocation, FoundTempo?)
  /// A CUE sheet was read; nil if it no longer exists.
  case sheet(FilePath, FileStamp?)
}

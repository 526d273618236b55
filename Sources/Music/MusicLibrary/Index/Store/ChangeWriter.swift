import AudioBase
import SystemBase

/// Applies a batch of changes to the tables, within a transaction of the caller.
struct ChangeWriter: ~Copyable {
  private let files: FileRows
  private let tracks: TrackRows
  private let links: LinkRows
  private let search: SearchRows
  private let history: HistoryRows
  private let loudness: LoudnessRows
  private let tempi: TempoRows
  private let away: AvailabilityRows
  private let sheets: SheetRows
  private let playlists: PlaylistRows
  private let countChange: Statement
  private var names: NameRows
  private var albums: AlbumRows
  private var pictures: PictureRows
  private var dataVersion: Int64 = 0
  private var now: Int64 = 0
  private var hasHistory = false
  private var hasNewOrder = false
  private var changedAlbums: Set<Int64> = []
  /// The data that all tracks of the file that is being stored share.
  private var reading = Reading()

  private struct Reading {
    var damage: String?
    /// Whether the file itself has not changed since an earlier version of the tag reader read it.
    var isUnchanged = false
  }

  init(_ connection: borrowing Connection) {
    files = FileRows(connection)
    tracks = TrackRows(connection)
    links = LinkRows(connection)
    search = SearchRows(connection)
    history = HistoryRows(connection)
    loudness = LoudnessRows(connection)
    tempi = TempoRows(connection)
    away = AvailabilityRows(connection)
    sheets = SheetRows(connection)
    playlists = PlaylistRows(connection)
    countChange = connection.prepareReusable("UPDATE counters SET value = value + 1 WHERE name = 'order'")
    names = NameRows(connection)
    albums = AlbumRows(connection)
    pictures = PictureRows(connection)
  }

  /// Begins a transaction. Must be called first in each one.
  ///
  /// - Parameters:
  ///   - dataVersion: see `Connection.dataVersion`.
  ///   - now: seconds since 1970.
  mutating func begin(dataVersion: Int64, now: Int64) throws(LibraryError) {
    if dataVersion != self.dataVersion {
      names.forget()
      albums.forget()
      pictures.forget()
      self.dataVersion = dataVersion
    }
    self.now = now
    hasHistory = try history.isKept()
  }

  /// Finishes a transaction. Must be called last in each one.
  mutating func finish() throws(LibraryError) {
    try albums.finish(changedAlbums)
    changedAlbums.removeAll()
    if hasNewOrder { try countChange.run() }
    hasNewOrder = false
  }

  mutating func apply(_ change: LibraryChange) throws(LibraryError) {
    switch change {
    case .read(let track, let stamp, let damage, let isUnchanged):
      hasNewOrder = true
      reading = Reading(damage: damage, isUnchanged: isUnchanged)
      try store(track, stamp)
    case .unreadable(let path, let stamp, let reason):
      try dropTracks(at: path)
      try files.store(path, stamp, track: nil, reason: reason)
    case .moved(let from, let to, let stamp):
      hasNewOrder = true
      try move(from, to, stamp)
    case .removed(let path):
      try dropTracks(at: path, isGone: true)
      try files.remove(path)
    case .away(let folder, let isAway): try away.set(folder, isAway)
    case .key(let location, let key):
      let name = IndexName(location)
      guard let id = try files.track(at: name) else { return }
      try tracks.setKey(id, key)
      if hasHistory, let former = try history.restore(id, key) {
        try playlists.follow(from: former, to: name)
      }
    case .loudness(let location, let gain):
      if let id = try files.track(at: IndexName(location)) { try loudness.store(id, gain) }
    case .tempo(let location, let tempo):
      if let id = try files.track(at: IndexName(location)) { try tempi.store(id, tempo) }
    case .sheet(let path, let stamp): try sheets.store(path, stamp)
    }
  }

  private mutating func store(_ track: TrackInfo, _ stamp: FileStamp) throws(LibraryError) {
    let held = track.heldTracks
    switch try files.entry(at: track.path) {
    case .track(let old) where held.isEmpty:
      let id = try store(track, old: old)
      return try files.store(track.path, stamp, track: id)
    case .track(let old): try drop(old)
    case .parts: return try putParts(held, of: track, stamp, old: try files.parts(of: track.path))
    case .unreadable, nil: break
    }
    if held.isEmpty {
      let id = try store(track, old: nil)
      try files.store(track.path, stamp, track: id)
    } else {
      try putParts(held, of: track, stamp, old: [])
    }
  }

  /// Stores the parts of a file. A part keeps its row if it begins at the same frame as before, else if it
  /// has the same number.
  private mutating func putParts(
    _ held: [TrackInfo], of file: TrackInfo, _ stamp: FileStamp, old: [FileRows.Part]
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
      try files.remove(part.name)
    }
    for part in found { if let part { try files.remove(part.name) } }
    for (track, part) in zip(held, found) {
      let id = try store(track, old: part?.track)
      let name = IndexName(track.location)
      try files.putPart(name, track: id)
      if let part { try playlists.follow(from: part.name, to: name) }
    }
    let id = held.isEmpty ? try store(file, old: nil) : nil
    try files.store(file.path, stamp, track: id)
  }

  /// Stores a track without the row of its file.
  ///
  /// - Returns: the id of the track.
  private mutating func store(_ track: TrackInfo, old: Int64?) throws(LibraryError) -> Int64 {
    var oldLinks = TrackLinks()
    if let old {
      oldLinks = try links.links(ofTrack: old, &names)
      try loudness.sound.willChange(old, duration: track.duration)
      try tempi.sound.willChange(old, duration: track.duration)
    }
    let newLinks = try links.links(of: track, &names, &albums)
    let id = try tracks.store(
      track, id: old, added: now, links: newLinks, pictures: try pictures.reference(track.pictures),
      damage: reading.damage, keepsKey: reading.isUnchanged)
    try links.change(id, from: oldLinks, to: newLinks)
    try search.store(id, track.searchText, isNew: old == nil)
    if old == nil, hasHistory { try history.restore(id, at: IndexName(track.location)) }
    addChangedAlbums(oldLinks, newLinks)
    return id
  }

  /// Removes all tracks of a file.
  ///
  /// - Parameter isGone: whether the file no longer exists; if another file has the same sound, that one gets
  ///   the history.
  private mutating func dropTracks(at path: FilePath, isGone: Bool = false) throws(LibraryError) {
    switch try files.entry(at: path) {
    case .track(let id): try drop(id, movedFrom: isGone ? IndexName(path) : nil)
    case .parts:
      for part in try files.parts(of: path) {
        try drop(part.track, movedFrom: isGone ? part.name : nil)
        try files.remove(part.name)
      }
    case .unreadable, nil: break
    }
  }

  private mutating func addChangedAlbums(_ links: TrackLinks...) {
    for album in links.compactMap(\.album) { changedAlbums.insert(album) }
  }

  /// Removes a track and keeps its history.
  ///
  /// - Parameter name: the name of a track whose file no longer exists. It may have been copied before, as
  ///   moves to another drive do; the copy then gets the history.
  private mutating func drop(_ id: Int64, movedFrom name: IndexName? = nil) throws(LibraryError) {
    try history.store(id, now: now)
    if let name, let duplicate = try tracks.duplicate(of: id) {
      try history.restore(duplicate.id, at: name)
      try playlists.follow(from: name, to: duplicate.name)
    }
    hasHistory = true
    let old = try links.links(ofTrack: id, &names)
    try links.change(id, from: old, to: TrackLinks())
    try search.remove(id)
    try loudness.sound.remove(id)
    try tempi.sound.remove(id)
    try tracks.remove(id)
    addChangedAlbums(old)
  }

  private mutating func move(_ from: FilePath, _ to: FilePath, _ stamp: FileStamp) throws(LibraryError) {
    let entry = try files.entry(at: from)
    let reader = try files.reader(of: from)
    if from == to { return try files.remove(from) }
    // Removes the tracks of the file that was at the new path.
    if entry != nil { try dropTracks(at: to) }
    try files.remove(from)
    switch entry {
    case .track(let id):
      try files.store(to, stamp, track: id, reader: reader)
      try move(track: id, IndexName(from), IndexName(to))
    case .parts:
      try files.store(to, stamp, track: nil, reader: reader)
      for part in try files.parts(of: from) {
        let name = part.name.moved(to: to)
        try files.remove(part.name)
        try files.putPart(name, track: part.track)
        try move(track: part.track, part.name, name)
      }
    case .unreadable, nil: return
    }
    try playlists.follow(from: IndexName(from), to: IndexName(to))
  }

  private func move(track id: Int64, _ from: IndexName, _ to: IndexName) throws(LibraryError) {
    try tracks.move(id, to: to)
    try search.moved(id, from: from, to: to)
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

import AudioBase
import SystemBase

/// Takes the changes of a batch into the tables, within a transaction that its owner has begun.
struct ChangeWriter: ~Copyable {
  private let files: FileRows
  private let tracks: TrackRows
  private let links: LinkRows
  private let search: SearchRows
  private let history: HistoryRows
  private let loudness: LoudnessRows
  private let away: AwayRows
  private let sheets: SheetRows
  private let playlists: PlaylistRows
  private let dateAlbum: Statement
  private let countChange: Statement
  private var names: NameRows
  private var pictures: PictureRows
  private var dataVersion: Int64 = 0
  private var now: Int64 = 0
  private var hasHistory = false
  private var hasNewOrder = false
  private var changedAlbums: Set<Int64> = []

  init(_ connection: borrowing Connection) {
    files = FileRows(connection)
    tracks = TrackRows(connection)
    links = LinkRows(connection)
    search = SearchRows(connection)
    history = HistoryRows(connection)
    loudness = LoudnessRows(connection)
    away = AwayRows(connection)
    sheets = SheetRows(connection)
    playlists = PlaylistRows(connection)
    dateAlbum = connection.keep(
      "UPDATE albums SET date = (SELECT min(date) FROM tracks WHERE album_id = ?1) WHERE id = ?1")
    countChange = connection.keep("UPDATE counters SET value = value + 1 WHERE name = 'order'")
    names = NameRows(connection)
    pictures = PictureRows(connection)
  }

  /// Must be called first in each transaction.
  ///
  /// - Parameters:
  ///   - dataVersion: see `Connection.dataVersion`.
  ///   - now: seconds since 1970.
  mutating func begin(dataVersion: Int64, now: Int64) throws(LibraryError) {
    if dataVersion != self.dataVersion {
      names.forget()
      pictures.forget()
      self.dataVersion = dataVersion
    }
    self.now = now
    hasHistory = try history.isKept()
  }

  /// Must be called last in each transaction.
  mutating func finish() throws(LibraryError) {
    for album in changedAlbums {
      dateAlbum.bind(1, album)
      try dateAlbum.run()
    }
    changedAlbums.removeAll()
    if hasNewOrder { try countChange.run() }
    hasNewOrder = false
  }

  mutating func take(_ change: LibraryChange) throws(LibraryError) {
    switch change {
    case .read(let track, let stamp):
      hasNewOrder = true
      try take(track, stamp)
    case .unreadable(let path, let stamp, let reason):
      try dropTracks(at: path)
      try files.put(path, stamp, track: nil, reason: reason)
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
      if let id = try files.track(at: IndexName(location)) { try loudness.put(id, gain) }
    case .sheet(let path, let stamp): try sheets.put(path, stamp)
    }
  }

  private mutating func take(_ track: TrackInfo, _ stamp: FileStamp) throws(LibraryError) {
    let held = track.heldTracks
    switch try files.entry(at: track.path) {
    case .track(let old) where held.isEmpty:
      let id = try put(track, old: old)
      return try files.put(track.path, stamp, track: id)
    case .track(let old): try drop(old)
    case .parts: return try takeParts(held, of: track, stamp, old: try files.parts(of: track.path))
    case .unreadable, nil: break
    }
    if held.isEmpty {
      let id = try put(track, old: nil)
      try files.put(track.path, stamp, track: id)
    } else {
      try takeParts(held, of: track, stamp, old: [])
    }
  }

  /// A part that begins where one did is that one; else the one that has its number.
  private mutating func takeParts(
    _ held: [TrackInfo], of file: TrackInfo, _ stamp: FileStamp, old: [FileRows.Part]
  ) throws(LibraryError) {
    var old = old
    var found = held.map { track in
      old.firstIndex { $0.name == IndexName(track.path, track.section) }.map { old.remove(at: $0) }
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
      let id = try put(track, old: part?.track)
      let name = IndexName(track.path, track.section)
      try files.putPart(name, track: id)
      if let part { try playlists.follow(from: part.name, to: name) }
    }
    let id = held.isEmpty ? try put(file, old: nil) : nil
    try files.put(file.path, stamp, track: id)
  }

  /// Writes a track without its file's row. - Returns: its id.
  private mutating func put(_ track: TrackInfo, old: Int64?) throws(LibraryError) -> Int64 {
    var oldLinks = TrackLinks()
    if let old {
      oldLinks = try links.links(ofTrack: old, &names)
      try loudness.willChange(old, duration: track.duration)
    }
    let newLinks = try links.links(of: track, &names)
    let id = try tracks.put(
      track, id: old, added: now, links: newLinks, pictures: try pictures.reference(track.pictures))
    try links.change(id, from: oldLinks, to: newLinks)
    try search.put(id, track.searchText, isNew: old == nil)
    if old == nil, hasHistory { try history.restore(id, at: IndexName(track.path, track.section)) }
    note(oldLinks, newLinks)
    return id
  }

  /// All that a file holds.
  ///
  /// - Parameter isGone: the file is; where the same sound is elsewhere, it has been moved there.
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

  private mutating func note(_ links: TrackLinks...) {
    for album in links.compactMap(\.album) { changedAlbums.insert(album) }
  }

  /// - Parameter name: of a track that may have been copied elsewhere before it went, as moves to another drive do.
  private mutating func drop(_ id: Int64, movedFrom name: IndexName? = nil) throws(LibraryError) {
    try history.keep(id, now: now)
    if let name, let twin = try tracks.twin(of: id) {
      try history.restore(twin.id, at: name)
      try playlists.follow(from: name, to: twin.name)
    }
    hasHistory = true
    let old = try links.links(ofTrack: id, &names)
    try links.change(id, from: old, to: TrackLinks())
    try search.remove(id)
    try loudness.remove(id)
    try tracks.remove(id)
    note(old)
  }

  private mutating func move(_ from: FilePath, _ to: FilePath, _ stamp: FileStamp) throws(LibraryError) {
    let entry = try files.entry(at: from)
    if from == to { return try files.remove(from) }
    // What stood there is no more.
    if entry != nil { try dropTracks(at: to) }
    try files.remove(from)
    switch entry {
    case .track(let id):
      try files.put(to, stamp, track: id)
      try move(track: id, IndexName(from), IndexName(to))
    case .parts:
      try files.put(to, stamp, track: nil)
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

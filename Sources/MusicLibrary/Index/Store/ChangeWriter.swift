import AudioBase

/// Takes the changes of a batch into the tables, within a transaction that its owner has begun.
struct ChangeWriter: ~Copyable {
  private let files: FileRows
  private let tracks: TrackRows
  private let links: LinkRows
  private let search: SearchRows
  private let history: HistoryRows
  private let loudness: LoudnessRows
  private let away: AwayRows
  private let movePlaylistEntries: Statement
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
    movePlaylistEntries = connection.keep("UPDATE playlist_entries SET path = ?2 WHERE path = ?1")
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
  mutating func begin(dataVersion: Int64, now: Int64) throws(AudioError) {
    if dataVersion != self.dataVersion {
      names.forget()
      pictures.forget()
      self.dataVersion = dataVersion
    }
    self.now = now
    hasHistory = try history.isKept()
  }

  /// Must be called last in each transaction.
  mutating func finish() throws(AudioError) {
    for album in changedAlbums {
      dateAlbum.bind(1, album)
      try dateAlbum.run()
    }
    changedAlbums.removeAll()
    if hasNewOrder { try countChange.run() }
    hasNewOrder = false
  }

  mutating func take(_ change: LibraryChange) throws(AudioError) {
    switch change {
    case .read(let track, let stamp):
      hasNewOrder = true
      try take(track, stamp)
    case .unreadable(let path, let stamp, let reason):
      if let id = try files.track(at: path) { try drop(id) }
      try files.put(path, stamp, track: nil, reason: reason)
    case .moved(let from, let to, let stamp):
      hasNewOrder = true
      try move(from, to, stamp)
    case .removed(let path):
      if let id = try files.track(at: path) { try drop(id) }
      try files.remove(path)
    case .away(let folder, let isAway): try away.set(folder, isAway)
    case .key(let path, let key):
      guard let id = try files.track(at: path) else { return }
      try tracks.setKey(id, key)
      if hasHistory { try history.restore(id, key) }
    case .loudness(let path, let gain):
      if let id = try files.track(at: path) { try loudness.put(id, gain) }
    }
  }

  private mutating func take(_ track: Track, _ stamp: FileStamp) throws(AudioError) {
    let old = try files.track(at: track.path)
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
    try files.put(track.path, stamp, track: id)
    if old == nil, hasHistory { try history.restore(id, at: track.path) }
    note(oldLinks, newLinks)
  }

  private mutating func note(_ links: TrackLinks...) {
    for album in links.compactMap(\.album) { changedAlbums.insert(album) }
  }

  private mutating func drop(_ id: Int64) throws(AudioError) {
    try history.keep(id, now: now)
    hasHistory = true
    let old = try links.links(ofTrack: id, &names)
    try links.change(id, from: old, to: TrackLinks())
    try search.remove(id)
    try loudness.remove(id)
    try tracks.remove(id)
    note(old)
  }

  private mutating func move(_ from: FilePath, _ to: FilePath, _ stamp: FileStamp) throws(AudioError) {
    guard from != to, let id = try files.track(at: from) else { return try files.remove(from) }
    // What stood there is no more.
    if let overwritten = try files.track(at: to) { try drop(overwritten) }
    try files.remove(from)
    try files.put(to, stamp, track: id)
    try tracks.move(id, to: to)
    try search.moved(id, from: from, to: to)
    movePlaylistEntries.bind(1, from)
    movePlaylistEntries.bind(2, to)
    try movePlaylistEntries.run()
  }
}

import AudioBase
import SystemBase

/// The album of a track of the queue: that of the index, which the user may have joined of several, else that of its tags.
package enum QueueAlbum: Hashable, Sendable {
  case index(Int64)
  /// A release of MusicBrainz.
  case release(String)
  case ofArtist(String, title: String)
  case inFolder(FilePath, title: String)
}

extension QueueItem {
  /// The album; nil for a track without one.
  var album: QueueAlbum? {
    if let indexAlbum { return .index(indexAlbum) }
    let track = tags ?? listed
    guard let title = track.album else { return nil }
    if let release = track.musicBrainz.release { return .release(release) }
    if let artist = track.albumArtist { return .ofArtist(artist, title: title) }
    return .inFolder(path.directory, title: title)
  }
}

/// Albums in the order of playback.
extension PlayQueue {
  /// Whether the order of playback depends on albums.
  var needsAlbums: Bool { shufflesAlbums || repeatMode == .album }

  package var shuffleMode: ShuffleMode { shufflesAlbums ? .albums : isShuffled ? .tracks : .off }

  /// Returns whether two tracks are of one album. One without an album is alone.
  func isSameAlbum(_ one: QueueItem, _ other: QueueItem) -> Bool {
    if one.id == other.id { return true }
    guard let album = one.album else { return false }
    return album == other.album
  }

  /// Returns the albums of tracks in the order of their first tracks, each in its own order: by disc, side and number, and
  /// as in the list where these are equal.
  func albums(of ids: [QueueItem.ID]) -> [[QueueItem.ID]] {
    var albums: [[QueueItem]] = []
    var places: [QueueAlbum: Int] = [:]
    for item in ids.compactMap({ self[$0] }) {
      let album = item.album
      if let place = album.flatMap({ places[$0] }) {
        albums[place].append(item)
      } else {
        if let album { places[album] = albums.count }
        albums.append([item])
      }
    }
    return albums.map { album in album.map { ($0.id, place($0)) }.sorted { $0.1 < $1.1 }.map(\.0) }
  }

  private func place(_ item: QueueItem) -> (disc: Int, side: String, number: Int, index: Int) {
    let track = item.tags ?? item.listed
    return (
      track.discNumber ?? 1, track.trackSide ?? "", track.trackNumber ?? .max, index(of: item.id) ?? .max
    )
  }

  /// Whether the last track of a shuffled order of albums is the current one, and the queue repeats: then albums are shuffled
  /// again, so that it plays album after album at random.
  var awaitsAlbums: Bool { shufflesAlbums && repeatMode == .all && tracksAhead == 0 }

  /// Returns an order of whole albums: that of the current track, of which the earlier tracks count as played, and the
  /// others at random.
  func albumOrder(using generator: inout some RandomNumberGenerator) -> [QueueItem.ID] {
    var albums = albums(of: items.map(\.id))
    var own: [QueueItem.ID] = []
    if let currentID, let place = albums.firstIndex(where: { $0.contains(currentID) }) {
      own = albums.remove(at: place)
    }
    albums.shuffle(using: &generator)
    let heard = currentID.flatMap(own.firstIndex(of:)).map { $0 + 1 } ?? 0
    return own[..<heard] + byPriority(Array(own[heard...]) + albums.joined())
  }

  /// Returns an order with further tracks after the current one: behind those of their albums, and other albums at random
  /// between albums.
  ///
  /// - Parameter order: does not have the further tracks.
  func albumOrder(
    _ order: [QueueItem.ID], adding new: [QueueItem.ID], using generator: inout some RandomNumberGenerator
  ) -> [QueueItem.ID] {
    let first = (currentID.flatMap(order.firstIndex(of:)) ?? -1) + 1
    // The runs of tracks of one album, of which the first one, perhaps empty, is of the current album.
    var runs: [[QueueItem.ID]] = [[]]
    var places: [QueueAlbum: Int] = [:]
    var last = current
    if let album = current?.album { places[album] = 0 }
    for item in order[first...].compactMap({ self[$0] }) {
      if let last, isSameAlbum(last, item) {
        runs[runs.count - 1].append(item.id)
      } else {
        runs.append([item.id])
        if let album = item.album { places[album] = runs.count - 1 }
      }
      last = item
    }
    var others: [[QueueItem.ID]] = []
    for album in albums(of: new) {
      let known = album.first.flatMap { self[$0]?.album }.flatMap { places[$0] }
      if let known { runs[known] += album } else { others.append(album) }
    }
    // What was put between the current track and the rest of its album plays before other albums, too.
    let free = (current?.album.flatMap { places[$0] } ?? 0) + 1
    for album in others { runs.insert(album, at: .random(in: free...runs.count, using: &generator)) }
    return Array(order[..<first]) + runs.joined()
  }
}

extension PlayerModel {
  /// Sets the order of playback.
  package func setShuffle(_ mode: ShuffleMode) { setShuffle(mode != .off, byAlbum: mode == .albums) }

  /// The track that plays when the current one has ended; nil if playback ends.
  package var upcoming: QueueItem? {
    (loaded.isLoaded ? loaded.next : queue.afterEnd).flatMap { queue[$0] }
  }

  /// Returns the tracks that play after the current one, in their order and each once. Those after albums that are shuffled
  /// again are not known yet.
  ///
  /// - Parameter count: the most tracks.
  package func upcoming(_ count: Int) -> [QueueItem] {
    guard let first = upcoming else { return [] }
    var (rest, found) = (queue, [first])
    var known: Set<QueueItem.ID> = [first.id]
    if let currentID = queue.currentID { known.insert(currentID) }
    rest.select(first.id)
    while found.count < count, rest.repeatMode != .one, !rest.awaitsAlbums, let id = rest.following,
      known.insert(id).inserted, let item = rest[id]
    {
      found.append(item)
      rest.select(id)
    }
    return found
  }

  /// Looks up the albums of tracks in the index, where the order of playback depends on them.
  ///
  /// - Parameters:
  ///   - ids: nil for all tracks of the queue.
  ///   - arranges: whether the order of playback changes with what is found.
  func findAlbums(of ids: [QueueItem.ID]? = nil, arranges: Bool = true) {
    guard queue.needsAlbums, let find = tracks.findAlbums else { return }
    let items = ids.map { $0.compactMap { queue[$0] } } ?? queue.items
    let files = items.filter { $0.location.address == nil }
    if files.isEmpty { return }
    find(files) { [weak self] in self?.albumsWereFound($0, arranges: arranges) }
  }

  /// Handles the ids of albums that the index has.
  func albumsWereFound(_ albums: [QueueItem.ID: Int64], arranges: Bool) {
    let ids = queue.items.map(\.id).filter { albums[$0] != nil }
    guard !ids.isEmpty, queue.needsAlbums else { return }
    for id in ids { queue.update(id) { $0.indexAlbum = albums[id] } }
    if arranges, queue.shufflesAlbums {
      if ids.count == queue.items.count {
        queue.setShuffled(true, using: &random)
      } else {
        queue.shuffleIn(ids, using: &random)
      }
    }
    queueChanged()
  }
}

import AudioBase
import SystemBase

/// Under whom a track is listed.
struct TrackLinks: Equatable {
  /// The artist whose albums it is among: the album's, else its own first; 0 for a compilation without one; nil for
  /// a track that names nobody.
  var owner: Int64?
  var album: Int64?
  var artists: [Int64] = []
  var genres: [Int64] = []
}

/// Which artists and genres a track is listed under.
struct LinkRows: ~Copyable {
  private let addArtist: Statement
  private let removeArtist: Statement
  private let addGenre: Statement
  private let removeGenre: Statement
  private let find: Statement

  init(_ connection: borrowing Connection) {
    addArtist = connection.keep(
      "INSERT OR IGNORE INTO track_artists(artist, track) VALUES (?1, ?2)")
    removeArtist = connection.keep(
      "DELETE FROM track_artists WHERE artist = ?1 AND track = ?2")
    addGenre = connection.keep(
      "INSERT OR IGNORE INTO track_genres(genre, track) VALUES (?1, ?2)")
    removeGenre = connection.keep(
      "DELETE FROM track_genres WHERE genre = ?1 AND track = ?2")
    find = connection.keep(
      "SELECT artist, artists, genre, genres, album_artist, album, compilation FROM tracks WHERE id = ?1")
  }

  /// Finds or makes the rows that a track belongs to.
  func links(of track: TrackInfo, _ names: inout NameRows) throws(LibraryError) -> TrackLinks {
    var links = TrackLinks()
    let artists = track.artists.isEmpty ? [track.artist].compactMap(\.self) : track.artists
    for name in artists { links.artists.append(try names.artist(name)) }
    for name in track.genres { links.genres.append(try names.genre(name)) }
    if let owner = track.albumArtist {
      links.owner = try names.artist(owner)
    } else if track.isCompilation, track.album != nil {
      links.owner = 0
    } else if let first = artists.first {
      links.owner = try names.artist(first)
    }
    if let album = track.album {
      links.album = try names.album(album, owner: links.owner ?? 0, isCompilation: track.isCompilation)
    }
    return links
  }

  /// The rows that a track in the index belongs to.
  func links(ofTrack id: Int64, _ names: inout NameRows) throws(LibraryError) -> TrackLinks {
    find.bind(1, id)
    let old = try find.first { row in
      var track = TrackInfo(path: FilePath(bytes: []))
      track.artist = row.text(0)
      track.artists = ListText.values(row.text(1))
      track.genres = row.isNull(3) ? [row.text(2)].compactMap(\.self) : ListText.values(row.text(3))
      track.albumArtist = row.text(4)
      track.album = row.text(5)
      track.isCompilation = row.integer(6) != 0
      return track
    }
    return try old.map { track throws(LibraryError) in try links(of: track, &names) } ?? TrackLinks()
  }

  func change(_ track: Int64, from old: TrackLinks, to new: TrackLinks) throws(LibraryError) {
    for artist in old.artists where !new.artists.contains(artist) { try run(removeArtist, artist, track) }
    for artist in new.artists where !old.artists.contains(artist) { try run(addArtist, artist, track) }
    for genre in old.genres where !new.genres.contains(genre) { try run(removeGenre, genre, track) }
    for genre in new.genres where !old.genres.contains(genre) { try run(addGenre, genre, track) }
  }

  private func run(_ statement: borrowing Statement, _ name: Int64, _ track: Int64) throws(LibraryError) {
    statement.bind(1, name)
    statement.bind(2, track)
    try statement.run()
  }
}

import AudioBase
import SystemBase

/// The artists, album and genres under which a track is listed.
struct TrackLinks: Equatable {
  /// The album artist, else the first artist; 0 for a compilation without album artist; nil for a track without
  /// artists.
  var owner: Int64?
  var album: Int64?
  var artists: [Int64] = []
  var genres: [Int64] = []
}

extension TrackLinks {
  /// Finds the artists and genres of a track, and adds those that do not exist.
  fileprivate init(_ track: TrackInfo, _ names: inout NameRows) throws(LibraryError) {
    let artists = track.artists.isEmpty ? [track.artist].compactMap(\.self) : track.artists
    for name in artists { self.artists.append(try names.artist(name)) }
    for name in track.genres { genres.append(try names.genre(name)) }
  }
}

/// The tables that link tracks to artists and genres.
struct LinkRows: ~Copyable {
  private let addArtist: Statement
  private let removeArtist: Statement
  private let addGenre: Statement
  private let removeGenre: Statement
  private let find: Statement

  private enum Link: Int32, SQLParameters { case name, track }
  private enum Column: Int32, SQLColumns {
    case artist, artists, genre, genres, owner, albumId
  }

  init(_ connection: borrowing Connection) {
    addArtist = connection.prepareReusable(
      "INSERT OR IGNORE INTO track_artists(artist, track) VALUES (\(Link.name.parameter), \(Link.track.parameter))"
    )
    removeArtist = connection.prepareReusable(
      "DELETE FROM track_artists WHERE artist = \(Link.name.parameter) AND track = \(Link.track.parameter)")
    addGenre = connection.prepareReusable(
      "INSERT OR IGNORE INTO track_genres(genre, track) VALUES (\(Link.name.parameter), \(Link.track.parameter))"
    )
    removeGenre = connection.prepareReusable(
      "DELETE FROM track_genres WHERE genre = \(Link.name.parameter) AND track = \(Link.track.parameter)")
    find = connection.prepareReusable(
      "SELECT \(Column.list) FROM tracks WHERE id = \(Link.track.parameter)")
  }

  /// Returns the rows that a track belongs to; adds those that do not exist.
  func links(
    of track: TrackInfo, _ names: inout NameRows, _ albums: inout AlbumRows
  ) throws(LibraryError) -> TrackLinks {
    var links = try TrackLinks(track, &names)
    if let owner = track.albumArtist {
      links.owner = try names.artist(owner)
    } else if track.isCompilation, track.album != nil {
      links.owner = 0
    } else {
      links.owner = links.artists.first
    }
    links.album = try albums.album(of: track, owner: links.owner ?? 0)
    return links
  }

  /// Returns the rows that a stored track belongs to.
  func links(ofTrack id: Int64, _ names: inout NameRows) throws(LibraryError) -> TrackLinks {
    find.bind(Link.track, id)
    let old = try find.first { row in
      var track = TrackInfo(path: FilePath(bytes: []))
      track.artist = row.text(Column.artist)
      track.artists = ListText.values(row.text(Column.artists))
      track.genres =
        row.isNull(Column.genres)
        ? [row.text(Column.genre)].compactMap(\.self) : ListText.values(row.text(Column.genres))
      return (
        track, row.optionalInteger(Column.owner).map(Int64.init),
        row.optionalInteger(Column.albumId).map(Int64.init)
      )
    }
    guard let (track, owner, album) = old else { return TrackLinks() }
    var links = try TrackLinks(track, &names)
    (links.owner, links.album) = (owner, album)
    return links
  }

  func change(_ track: Int64, from old: TrackLinks, to new: TrackLinks) throws(LibraryError) {
    for artist in old.artists where !new.artists.contains(artist) { try run(removeArtist, artist, track) }
    for artist in new.artists where !old.artists.contains(artist) { try run(addArtist, artist, track) }
    for genre in old.genres where !new.genres.contains(genre) { try run(removeGenre, genre, track) }
    for genre in new.genres where !old.genres.contains(genre) { try run(addGenre, genre, track) }
  }

  private func run(_ statement: borrowing Statement, _ name: Int64, _ track: Int64) throws(LibraryError) {
    statement.bind(Link.name, name)
    statement.bind(Link.track, track)
    try statement.run()
  }
}

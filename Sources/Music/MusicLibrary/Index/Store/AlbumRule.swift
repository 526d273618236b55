import MusicQuery
import SystemBase

/// Decides which tracks are one album.
///
/// The rule is applied to a group: the tracks of one title in one folder, where the folder of a disc, such as `CD 2`, belongs to
/// the one above it. What the user has chosen comes first, then the MusicBrainz release, then the album artist. A track
/// without these belongs to the album that others of its group have; among several, to the one of its artist. If there is
/// none, the group is one album, such as a compilation, unless different artists have tracks of the same number: then
/// each artist has an album. Dates do not matter. The group of a folder such as `Bonus` may belong to that of the folder above:
/// see `isPart(_:of:)`.
enum AlbumRule {
  /// Returns the identities of the albums of a group's tracks; nil for a track without album.
  ///
  /// - Parameter members: all tracks of the group, in any order.
  static func identities(of members: [AlbumMember]) -> [AlbumIdentity?] {
    var found = members.map(\.ownIdentity)
    if let first = found.first, first != .folder, found.allSatisfy({ $0 == first }) { return found }
    // A track with an album artist but without a release belongs to the one release of this artist.
    let releases = knownAlbums(found, members).filter { $0.key.isRelease }
    for index in found.indices {
      guard case .artist(let artist)? = found[index] else { continue }
      let fitting = releases.filter {
        $0.value.albumArtists.isEmpty || $0.value.albumArtists.contains(artist)
      }
      if let release = only(fitting) { found[index] = release }
    }
    let albums = knownAlbums(found, members)
    for index in found.indices where found[index] == .folder {
      let own = albums.filter { album in members[index].owner.map(album.value.contains) ?? false }
      if let album = only(own) ?? only(albums) { found[index] = album }
    }
    let rest = found.indices.filter { found[$0] == .folder && !members[$0].isCompilation }
    if areSeveral(rest.map { members[$0] }) {
      for index in rest { found[index] = .artist(members[index].owner ?? 0) }
    }
    return found
  }

  /// Returns whether a group belongs to the group of the same title in the folder above: it is an album of its folder, all its
  /// artists have tracks above, and no track above has the disc and the number of one of its tracks, as a copy in another
  /// format has. What the user has chosen is left out.
  static func isPart(_ members: [AlbumMember], of above: [AlbumMember]) -> Bool {
    let above = above.filter { $0.choice == nil }
    let (artists, numbers) = (Set(above.map(\.owner)), Set(above.compactMap(\.numberOnDisc)))
    return isOfFolder(members)
      && members.allSatisfy { member in
        member.choice != nil
          || artists.contains(member.owner) && !(member.numberOnDisc.map(numbers.contains) ?? false)
      }
  }

  /// Returns whether the tracks of a group that the user has not chosen an album for are one album, without a release and an
  /// album artist.
  static func isOfFolder(_ members: [AlbumMember]) -> Bool {
    let members = members.filter { $0.choice == nil }
    return !members.isEmpty && identities(of: members).allSatisfy { $0 == .folder }
  }

  /// The artists of an album that has a release or an album artist.
  private struct Artists {
    var albumArtists: Set<Int64> = []
    var all: Set<Int64> = []

    /// Whether an artist is an album artist, or without these an artist of a track.
    func contains(_ artist: Int64) -> Bool {
      albumArtists.isEmpty ? all.contains(artist) : albumArtists.contains(artist)
    }
  }

  /// Returns the albums of a group that are known by a release or an album artist.
  private static func knownAlbums(
    _ identities: [AlbumIdentity?], _ members: [AlbumMember]
  ) -> [AlbumIdentity: Artists] {
    var albums: [AlbumIdentity: Artists] = [:]
    for (member, identity) in zip(members, identities) {
      guard let identity, identity.isRelease || identity.isArtist else { continue }
      var artists = albums[identity] ?? Artists()
      if let owner = member.owner {
        artists.all.insert(owner)
        if member.hasAlbumArtist { artists.albumArtists.insert(owner) }
      }
      albums[identity] = artists
    }
    return albums
  }

  private static func only(_ albums: [AlbumIdentity: Artists]) -> AlbumIdentity? {
    albums.count == 1 ? albums.first?.key : nil
  }

  /// Returns whether different artists have tracks of the same number on the same disc.
  private static func areSeveral(_ members: [AlbumMember]) -> Bool {
    if members.allSatisfy({ $0.owner == members[0].owner }) { return false }
    var owners: [AlbumMember.Place: Int64] = [:]
    return members.contains { member in
      guard let place = member.place, let owner = member.owner else { return false }
      return owners.updateValue(owner, forKey: place).map { $0 != owner } ?? false
    }
  }
}

/// What is the same for all tracks of an album.
enum AlbumIdentity: Hashable {
  /// A choice of the user: see `AlbumChoice`.
  case chosen(String)
  /// The MusicBrainz release.
  case release(String)
  /// The title and the artist, by his id; 0 for tracks without artist.
  case artist(Int64)
  /// The title and the folder.
  case folder

  fileprivate var isRelease: Bool { if case .release = self { true } else { false } }
  fileprivate var isArtist: Bool { if case .artist = self { true } else { false } }
}

/// What the rule for albums needs of a track.
struct AlbumMember {
  /// A place that only one track of an album has.
  fileprivate struct Place: Hashable {
    var folder: FilePath
    var disc: Int
    var number: Int
  }

  /// Whether the track has an album in its tags.
  var isTitled = true
  /// What the user has chosen; nil for an album by the rule.
  var choice: String?
  var release: String?
  /// The album artist, else the first artist; 0 for a compilation without album artist; nil without artists.
  var owner: Int64?
  var hasAlbumArtist = false
  var isCompilation = false
  var file: FilePath
  var disc: Int?
  var number: Int?

  /// The number of the track; nil for 0, which some programs write for none.
  private var ownNumber: Int? { number == 0 ? nil : number }

  /// The disc and the number on it; nil without a number.
  fileprivate var numberOnDisc: [Int]? { ownNumber.map { [disc ?? 1, $0] } }

  /// Nil without a number.
  fileprivate var place: Place? {
    ownNumber.map { Place(folder: file.directory, disc: disc ?? 1, number: $0) }
  }

  /// The identity of the album without other tracks of the group.
  var ownIdentity: AlbumIdentity? {
    if let choice { return .chosen(choice) }
    guard isTitled else { return nil }
    if let release, !release.isEmpty { return .release(release) }
    return hasAlbumArtist ? .artist(owner ?? 0) : .folder
  }
}

/// The tracks to which the rule for albums is applied together.
enum AlbumGroup {
  /// Returns the number of a track's group, a hash of the folder and the title. A track without album has a group of its own.
  static func id(of file: FilePath, title: String?) -> Int64 {
    guard let title else { return hash(file.bytes, []) }
    return id(in: folder(of: file), title: title)
  }

  /// Returns the number of the group of a title in the folder of an album.
  static func id(in folder: FilePath, title: String) -> Int64 { hash(folder.bytes, NameTable.key(title)) }

  /// Returns the folder of an album: that of the file, or the one above the folder of a disc, such as `CD 2`.
  static func folder(of file: FilePath) -> FilePath { withoutDisc(file.directory) }

  /// Returns the folder of an album above that of another one; nil at the root.
  static func folder(above folder: FilePath) -> FilePath? {
    let above = withoutDisc(folder.directory)
    return above == folder ? nil : above
  }

  private static func withoutDisc(_ folder: FilePath) -> FilePath {
    let component = folder.lastComponent
    // Most names need no folding.
    if let first = component.bytes.first, first < 0x80, ![0x63, 0x64].contains(first | 0x20) {
      return folder
    }
    let name = FoldedText.bytes(component.shown)
    for word in ["cd", "disc", "disk"] where name.starts(with: word.utf8) {
      let rest = name.dropFirst(word.utf8.count).drop { [0x20, 0x2D, 0x5F, 0x2E].contains($0) }
      if let first = rest.first, (0x30...0x39).contains(first) { return folder.directory }
    }
    return folder
  }

  /// FNV-1a with 64 bits.
  private static func hash(_ folder: [UInt8], _ title: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folder { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0x1F) &* 0x100_0000_01B3
    for byte in title { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}

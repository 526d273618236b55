import Testing

@testable import MusicLibrary
@testable import SystemBase

/// The rule that decides which tracks of a title in a folder are one album.
struct AlbumRuleTests {
  private func track(
    _ artist: Int64?, _ number: Int? = nil, isAlbumArtist: Bool = false, release: String? = nil,
    isCompilation: Bool = false, folder: String = "/m", choice: String? = nil
  ) -> AlbumMember {
    AlbumMember(
      choice: choice, release: release, owner: artist, hasAlbumArtist: isAlbumArtist,
      isCompilation: isCompilation, file: FilePath("\(folder)/x.flac"), number: number)
  }

  private func by(_ artist: Int64, _ number: Int? = nil, release: String? = nil) -> AlbumMember {
    track(artist, number, isAlbumArtist: true, release: release)
  }

  @Test func eachGroupHasTheAlbumsOfTheRule() {
    let cases: [(name: String, tracks: [AlbumMember], albums: [AlbumIdentity?])] = [
      ("nothing", [], []),
      ("one artist", [track(1, 1), track(1, 2)], [.folder, .folder]),
      ("without artists and numbers", [track(nil), track(nil)], [.folder, .folder]),
      ("many artists", [track(1, 1), track(2, 2), track(3, 3)], [.folder, .folder, .folder]),
      (
        "a marked compilation with numbers of several discs",
        [track(0, 1, isCompilation: true), track(0, 1, isCompilation: true)], [.folder, .folder]
      ),
      (
        "two artists with the same numbers", [track(1, 1), track(2, 1), track(1, 2), track(2, 2)],
        [.artist(1), .artist(2), .artist(1), .artist(2)]
      ),
      ("several artists with the number 0", [track(1, 0), track(2, 0)], [.folder, .folder]),
      (
        "the same numbers in the folders of two discs",
        [track(1, 1, folder: "/m/CD1"), track(2, 1, folder: "/m/CD2")], [.folder, .folder]
      ),
      ("one album artist", [by(1, 1), by(1, 2)], [.artist(1), .artist(1)]),
      ("two album artists", [by(1, 1), by(2, 1)], [.artist(1), .artist(2)]),
      (
        "an album artist beside files without one", [by(1, 1), track(2, 2), track(nil, 3), track(1, 4)],
        [.artist(1), .artist(1), .artist(1), .artist(1)]
      ),
      (
        "a marked compilation beside an album artist", [by(1, 1), track(0, 2, isCompilation: true)],
        [.artist(1), .artist(1)]
      ),
      (
        "two album artists beside files without one",
        [by(1, 1), by(2, 1), track(1, 2), track(2, 2), track(3, 3)],
        [.artist(1), .artist(2), .artist(1), .artist(2), .folder]
      ),
      (
        "one release", [track(1, 1, release: "r"), track(2, 2, release: "r")], [.release("r"), .release("r")]
      ),
      (
        "a release beside files without one", [by(1, 1, release: "r"), by(1, 2), track(2, 3)],
        [.release("r"), .release("r"), .release("r")]
      ),
      (
        "a release beside another album artist", [by(1, 1, release: "r"), by(2, 1), track(2, 2)],
        [.release("r"), .artist(2), .artist(2)]
      ),
      (
        "two releases beside a file without one",
        [track(1, 1, release: "r"), track(2, 1, release: "s"), track(2, 2), track(3, 3)],
        [.release("r"), .release("s"), .release("s"), .folder]
      ),
      (
        "a choice beside an album artist", [track(1, 1, choice: "x"), by(2, 1), track(1, 2, release: "")],
        [.chosen("x"), .artist(2), .artist(2)]
      ),
    ]
    for (name, tracks, albums) in cases {
      #expect(AlbumRule.identities(of: tracks) == albums, "\(name)")
      #expect(AlbumRule.identities(of: tracks.reversed()) == albums.reversed(), "\(name), reversed")
    }
  }

  @Test func trackWithoutAlbumHasOneOnlyByChoice() {
    let bare = AlbumMember(isTitled: false, release: "r", owner: 1, file: FilePath("/x"))
    #expect(AlbumRule.identities(of: [bare]) == [nil])
    let chosen = AlbumMember(isTitled: false, choice: "x", file: FilePath("/x"))
    #expect(AlbumRule.identities(of: [chosen]) == [.chosen("x")])
  }

  @Test func folderBelowAnAlbumIsAPartOfItIfItsArtistsAreAndNoNumberIsTwice() {
    func bonus(_ artist: Int64?, _ number: Int? = nil, choice: String? = nil) -> AlbumMember {
      track(artist, number, folder: "/m/Bonus", choice: choice)
    }
    var secondDisc = bonus(1, 2)
    secondDisc.disc = 2
    let above = [track(1, 1), track(1, 2), track(2, 3)]
    let cases: [(name: String, tracks: [AlbumMember], isPart: Bool)] = [
      ("nothing", [], false), ("without numbers", [bonus(1), bonus(2)], true),
      ("other numbers", [bonus(1, 4)], true), ("the same number", [bonus(1, 4), bonus(1, 2)], false),
      ("the same number of another disc", [secondDisc], true),
      ("another artist", [bonus(1), bonus(3)], false), ("no artist", [bonus(nil)], false),
      ("an album artist", [by(1, 4)], false), ("a release", [track(1, 4, release: "r")], false),
      ("a choice beside the rest", [bonus(3, 1, choice: "x"), bonus(1, 4)], true),
      ("a choice", [bonus(1, 4, choice: "x")], false),
    ]
    for (name, tracks, isPart) in cases {
      #expect(AlbumRule.isPart(tracks, of: above) == isPart, "\(name)")
    }
    #expect(AlbumRule.isPart([bonus(1)], of: [by(1, 1, release: "r")]))
    #expect(AlbumRule.isPart([bonus(nil)], of: [track(nil)]))
    #expect(AlbumRule.isPart([bonus(1, 0)], of: [track(1, 0)]))
    #expect(!AlbumRule.isPart([bonus(1)], of: []))
    #expect(!AlbumRule.isPart([bonus(1)], of: [track(1, 1, choice: "x")]))
  }

  @Test(arguments: [
    ("/m/a", "/m"), ("/m/a/Bonus", "/m/a"), ("/m/a/CD1/Bonus", "/m/a"), ("/m", "/"), ("/", nil), ("", nil),
  ]) func folderAboveThatOfAnAlbumIsNoFolderOfADisc(folder: String, above: String?) {
    #expect(AlbumGroup.folder(above: FilePath(folder)) == above.map { FilePath($0) })
  }

  @Test(arguments: [
    ("/m/a/x.flac", "/m/a"), ("/m/a/CD1/x.flac", "/m/a"), ("/m/a/cd 02/x.flac", "/m/a"),
    ("/m/a/Disc 2 - Live/x.flac", "/m/a"), ("/m/a/disk_3/x.flac", "/m/a"), ("/m/a/CDs/x.flac", "/m/a/CDs"),
    ("/m/a/Discovery/x.flac", "/m/a/Discovery"), ("/m/a/Live/x.flac", "/m/a/Live"), ("/x.flac", "/"),
  ]) func folderOfADiscBelongsToTheOneAboveIt(file: String, folder: String) {
    #expect(AlbumGroup.folder(of: FilePath(file)) == FilePath(folder))
  }

  @Test func groupsAreTheTitlesOfFolders() {
    func group(_ file: String, _ title: String?) -> Int64 { AlbumGroup.id(of: FilePath(file), title: title) }
    #expect(group("/m/a/1.flac", "X") == group("/m/a/CD 2/1.flac", "x"))
    #expect(group("/m/a/1.flac", "X") != group("/m/b/1.flac", "X"))
    #expect(group("/m/a/1.flac", "X") != group("/m/a/1.flac", "Y"))
    #expect(group("/m/a/1.flac", nil) != group("/m/a/2.flac", nil))
  }
}

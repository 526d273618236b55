import AudioBase
import Player
import SystemBase
import Testing

@testable import Desktop

/// Single values of MPRIS: metadata, addresses, volumes, types.
@Suite struct MPRISValueTests {
  @Test func metadataHaveTheTypesOfTheSpecification() {
    var track = TrackInfo(path: FilePath("a b.flac"))
    (track.title, track.artists, track.album, track.albumArtist) = ("T", ["A", "B"], "Al", "AA")
    (track.trackNumber, track.discNumber, track.genres, track.date) = (3, 1, ["G"], "1999")
    track.bpm = 119.6
    let item = QueueItem(id: QueueItem.ID(7), listed: TrackInfo(path: track.path), tags: track)
    let values = MPRISMetadata.values(
      item, seconds: 2.5, folder: FilePath("/m"), cover: FilePath("/c/x#.jpg"), rating: 4)
    #expect(
      values == [
        "mpris:trackid": .path("/org/drumdub/track/7"), "mpris:length": .int64(2_500_000),
        "mpris:artUrl": .string("file:///c/x%23.jpg"), "xesam:url": .string("file:///m/a%20b.flac"),
        "xesam:title": .string("T"), "xesam:artist": .strings(["A", "B"]), "xesam:album": .string("Al"),
        "xesam:albumArtist": .strings(["AA"]), "xesam:trackNumber": .int32(3), "xesam:discNumber": .int32(1),
        "xesam:genre": .strings(["G"]), "xesam:contentCreated": .string("1999"),
        "xesam:audioBPM": .int32(120),
        "xesam:userRating": .double(0.8),
      ])
  }

  @Test func unknownMetadataIsOmitted() {
    let item = QueueItem(id: QueueItem.ID(1), listed: TrackInfo(path: FilePath("http://radio.example/live")))
    let values = MPRISMetadata.values(item, seconds: nil, folder: FilePath("/m"), cover: nil, rating: nil)
    #expect(Set(values.keys) == ["mpris:trackid", "xesam:title", "xesam:url"])
    #expect(values["xesam:url"] == .string("http://radio.example/live"))
  }

  @Test func trackPathsAreReadBack() {
    #expect(MPRISMetadata.id(MPRISMetadata.path(QueueItem.ID(42))) == QueueItem.ID(42))
    #expect(MPRISMetadata.id(MPRIS.noTrack) == nil)
    #expect(MPRISMetadata.id("/org/drumdub/track/x") == nil)
    #expect(MPRISMetadata.path(nil) == MPRIS.noTrack)
  }

  @Test func addressesOfFilesKeepEveryByte() {
    let path = FilePath(bytes: Array("/a é%/".utf8) + [0xE9, 0x0A])
    #expect(FileURL.text(path) == "file:///a%20%C3%A9%25/%E9%0A")
    #expect(FileURL.path(FileURL.text(path)) == path)
    #expect(FileURL.path("FILE://localhost/x") == FilePath("/x"))
    for text in ["file://host/x", "file:///%4", "file:///%zz", "file:///a%00b", "/x", "file:", "file://"] {
      #expect(FileURL.path(text) == nil, "\(text)")
    }
  }

  @Test func valuesHaveTheSignaturesOfTheirTypes() {
    let playlist = BusValue.structure([.path("/"), .string(""), .string("")])
    #expect(BusValue.structure([.boolean(false), playlist]).signature == "(b(oss))")
    #expect(BusValue.array(of: "a{sv}", [.dictionary([:])]).signature == "aa{sv}")
    #expect(BusValue.entry(.string("a"), .uint32(1)).signature == "{su}")
    #expect(BusValue.variant(.int64(1)).number == 1)
  }
}

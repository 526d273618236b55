import AudioBase
import Player
import PlayerTestSupport
import TestSupport
import Testing

/// Files of servers in the queue.
extension MPDPerformerTests {
  @Test func tagsLengthAndPictureOfAFileOfAServerAreTold() throws {
    let folder = try TemporaryFolder()
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let cover = try folder.write(picture, to: "cover")
    bench.add(["http://files.example/a.mp3"])
    let id = bench.id(4)
    var tags = TrackInfo(bench.model.queue.items[4].location)
    (tags.title, tags.stream.duration) = ("Flower Duet", 12)
    bench.emit(.opened(id, bench.format(12)))
    bench.emit(.stream(id, .connecting))
    bench.emit(.stream(id, .tagged(tags, cover: cover)))
    let song = try lines("playlistid 5")
    #expect(song.contains("Title: Flower Duet") && song.contains("duration: 12.000"))
    #expect(!song.contains { $0.hasPrefix("Name:") })
    let told = try lines("readpicture http://files.example/a.mp3 0")
    #expect(told.prefix(2) == ["size: 11", "type: image/png"])
  }
}

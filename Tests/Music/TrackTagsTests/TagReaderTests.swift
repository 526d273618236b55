import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing
import TrackTags

@Suite struct TagReaderTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private let comments = [
    "title=Flower Duet", "artist=Mado Robin", "artist=Agnes Disney", "album=Lakmé", "albumartist=Delibes",
    "tracknumber=7", "tracktotal=12", "discnumber=1/2", "date=1883-04-14", "genre=Classical", "bpm=96.5",
  ]

  private func expectTags(_ track: TrackInfo) {
    #expect(track.title == "Flower Duet")
    #expect(track.artists == ["Mado Robin", "Agnes Disney"])
    #expect(track.artist == "Mado Robin, Agnes Disney")
    #expect(track.album == "Lakmé")
    #expect(track.albumArtist == "Delibes")
    #expect(track.trackNumber == 7)
    #expect(track.trackTotal == 12)
    #expect(track.discNumber == 1)
    #expect(track.discTotal == 2)
    #expect(track.date == "1883-04-14")
    #expect(track.genres == ["Classical"])
    #expect(track.bpm == 96.5)
  }

  private func expectStream(
    _ track: TrackInfo, _ codec: AudioCodec, rate: Int = 44_100, channels: Int = 2, bits: Int? = nil,
    around: Double = 0.06
  ) {
    #expect(track.stream.codec == codec)
    #expect(track.stream.sampleRate == rate)
    #expect(track.stream.channels == channels)
    #expect(track.stream.bitsPerSample == bits)
    #expect(abs((track.stream.duration ?? 0) - 1) <= around)
    #expect((track.stream.bitrate ?? 0) > 1_000)
  }

  @Test func flacIsReadWithAllTagsAndStreamInfo() throws {
    let track = try TagReader.read(try music.flac("a.flac", comments.flatMap { ["-T", $0] }))
    expectTags(track)
    expectStream(track, .flac, bits: 16, around: 0)
  }

  @Test func vorbisIsReadWithAllTagsAndStreamInfo() throws {
    let path = try music.ogg("a.ogg")
    try Tool.run("vorbiscomment", ["-R", "-w"] + comments.flatMap { ["-t", $0] } + [path.shown])
    let track = try TagReader.read(path)
    expectTags(track)
    expectStream(track, .vorbis, around: 0)
  }

  @Test func opusIsReadWithAllTagsAndStreamInfo() throws {
    let track = try TagReader.read(try music.opus("a.opus", comments.flatMap { ["--comment", $0] }))
    expectTags(track)
    expectStream(track, .opus, rate: 48_000, around: 0)
  }

  @Test func tagsWrittenByLAMEAreRead() throws {
    let options = [
      "--tt", "Flower Duet", "--ta", "Delibes", "--tl", "Lakme", "--ty", "1883", "--tn", "2/12", "--tg", "17",
    ]
    let track = try TagReader.read(try music.mp3("a.mp3", options))
    #expect(track.title == "Flower Duet")
    #expect(track.artists == ["Delibes"])
    #expect(track.album == "Lakme")
    #expect(track.date == "1883")
    #expect(track.trackNumber == 2)
    #expect(track.trackTotal == 12)
    #expect(track.genres == ["Rock"], "a number of ID3v1 becomes its name")
    expectStream(track, .mp3)
  }

  @Test func fileWithoutTagsIsReadAsATrack() throws {
    let path = try music.wav("a.wav", rate: 8_000, channels: 1)
    let track = try TagReader.read(path)
    #expect(track == TrackInfo(path: path, stream: track.stream))
    expectStream(track, .pcm, rate: 8_000, channels: 1, bits: 16, around: 0)
    #expect(track.stream.bitrate == 128_000)
  }

  @Test(arguments: ["a.aiff", "a.au", "a.caf", "a.w64"])
  func aiffAUCAFAndW64AreReadAsPCM(name: String) throws {
    expectStream(try TagReader.read(try music.converted(name)), .pcm, bits: 16, around: 0)
  }

  @Test func kindOfAFileIsReadFromTheContentAndNotTheName() throws {
    for (path, name) in [
      (try music.flac("a.flac"), "flac.mp3"), (try music.mp3("a.mp3"), "mp3.flac"),
      (try music.ogg("a.ogg"), "ogg.wav"),
      (try music.wav(), "wav"),
    ] {
      let moved = music.folder.file(name)
      let right = try TagReader.read(path)
      try Tool.run("mv", [path.shown, moved.shown])
      #expect(try TagReader.read(moved).stream == right.stream)
    }
  }

  @Test func fileWithANameThatIsNotUTF8IsRead() throws {
    let path = try music.wav()
    let odd = music.folder.path.appending(FilePath(bytes: [0x63, 0x61, 0x66, 0xE9]))
    #expect(path.withCString { old in odd.withCString { rename(old, $0) } } == 0)
    #expect(try TagReader.read(odd).path == odd)
  }
}

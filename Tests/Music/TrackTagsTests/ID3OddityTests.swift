import AudioBase
import SystemBase
import TestSupport
import Testing
import TrackTags

/// Odd frames and tags of ID3v2 cost no other field.
@Suite struct ID3OddityTests {
  private let music: TestMusic
  private let frames: [UInt8]

  init() throws {
    music = try TestMusic()
    frames = try FileBytes.read(try music.mp3("a.mp3"), limit: 1 << 24)
  }

  /// Frames of each kind: texts, a field with a name, lyrics and a picture.
  private func content(_ version: UInt8) -> [(id: String, content: [UInt8])] {
    let picture: [UInt8] =
      version == 2
      ? [0] + Array("PNG".utf8) + [3, 0] + TestPictures.png
      : TestID3.picture("image/png", type: 3, TestPictures.png)
    let names =
      version == 2 ? ["TT2", "TXX", "ULT", "PIC", "TP1"] : ["TIT2", "TXXX", "USLT", "APIC", "TPE1"]
    let contents = [
      TestID3.latin1(Array("Duo".utf8)), TestID3.latin1(Array("REPLAYGAIN_TRACK_GAIN\0-6.50 dB".utf8)),
      TestID3.latin1(Array("eng\0Viens".utf8)), picture, TestID3.utf16(Array("Mado".utf16)),
    ]
    return zip(names, contents).map { ($0, $1) } + [album(version)]
  }

  private func album(_ version: UInt8) -> (id: String, content: [UInt8]) {
    (version == 2 ? "TAL" : "TALB", TestID3.latin1([0x4C, 0x61, 0x6B, 0x6D, 0xE9]))
  }

  private func empty(_ version: UInt8) -> (id: String, content: [UInt8]) {
    (version == 2 ? "TCM" : "TCOM", [])
  }

  private func expectAll(_ tags: [UInt8], _ place: SourceLocation = #_sourceLocation) throws {
    let path = try music.folder.write(tags + frames, to: "b.mp3")
    let track = try TagReader.read(path)
    #expect(track.title == "Duo" && track.artist == "Mado" && track.album == "Lakmé", sourceLocation: place)
    #expect(track.replayGain?.track?.gain == Decibels(-6.5), sourceLocation: place)
    #expect(track.pictures.map(\.type) == [3], sourceLocation: place)
    #expect(try TagReader.picture(of: path)?.bytes == TestPictures.png, sourceLocation: place)
    #expect(try TagReader.lyrics(of: path) == "Viens", sourceLocation: place)
  }

  @Test(arguments: [2, 3, 4] as [UInt8]) func framesOfEachVersionAreRead(version: UInt8) throws {
    try expectAll(TestID3.tag(version: version, content(version)))
  }

  @Test(arguments: [2, 3, 4] as [UInt8]) func tagWithAnEmptyFrameIsRead(version: UInt8) throws {
    let all = content(version)
    try expectAll(TestID3.tag(version: version, [all[0], empty(version)] + all.dropFirst()))
  }

  @Test(arguments: [2, 3, 4] as [UInt8]) func unsynchronisedTagIsRead(version: UInt8) throws {
    let all = content(version)
    try expectAll(TestID3.tag(version: version, all, isUnsynchronised: true))
    try expectAll(TestID3.tag(version: version, [empty(version)] + all, isUnsynchronised: true))
  }

  @Test(arguments: [2, 3, 4] as [UInt8]) func textInUTF16WithoutAByteOrderMarkIsRead(version: UInt8) throws {
    let all = content(version)
    for text in [units("Mado", isBig: false), units("Mado", isBig: true)] {
      try expectAll(TestID3.tag(version: version, [(all[4].id, text)] + all[..<4] + all[5...]))
    }
    let gain = (all[1].id, units("REPLAYGAIN_TRACK_GAIN\0-6.50 dB", isBig: false))
    try expectAll(TestID3.tag(version: version, [all[0], gain] + all[2...]))
  }

  /// The content of a frame in UTF-16 without a byte order mark.
  private func units(_ text: String, isBig: Bool) -> [UInt8] {
    var bytes: [UInt8] = [1]
    for unit in text.utf16 { bytes += isBig ? [0, UInt8(unit)] : [UInt8(unit), 0] }
    return bytes
  }

  /// Version 3 does not count the four bytes of its size, version 4 does.
  @Test(arguments: [3, 4] as [UInt8], [false, true])
  func tagWithAnExtendedHeaderIsRead(version: UInt8, isUnsynchronised: Bool) throws {
    let header: [UInt8] = version == 3 ? [0, 0, 0, 6, 0, 0, 0, 0, 0, 0] : [0, 0, 0, 6, 1, 0]
    try expectAll(
      TestID3.tag(
        version: version, content(version), extended: header, isUnsynchronised: isUnsynchronised))
  }

  @Test(arguments: [2, 3, 4] as [UInt8]) func secondTagIsMergedWithTheFirst(version: UInt8) throws {
    let first = TestID3.tag(version: version, [content(version)[0]])
    try expectAll(first + TestID3.tag(version: version, Array(content(version).dropFirst())))
  }

  @Test(arguments: [2, 3, 4] as [UInt8]) func id3TagBesideAnAPETagIsMergedWithTheAPETag(version: UInt8) throws
  {
    let tag = TestID3.tag(version: version, content(version).dropLast())
    let ape = TestAPE.tag([("Album", Array("Lakmé".utf8))])
    try expectAll(ape + tag)
    try expectAll(tag + ape)
  }

  @Test(arguments: ["id3 ", "ID3 "]) func tagWithAnEmptyFrameInAWAVChunkIsRead(name: String) throws {
    var wav = try FileBytes.read(try music.wav(), limit: 1 << 24)
    let tag = TestID3.tag(version: 3, [empty(3)] + content(3))
    let size = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: tag.count >> $0) }
    wav += Array(name.utf8) + size + tag + (tag.count % 2 == 1 ? [0] : [])
    let riff = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: (wav.count - 8) >> $0) }
    wav.replaceSubrange(4..<8, with: riff)
    let track = try TagReader.read(try music.folder.write(wav, to: "b.wav"))
    #expect(track.title == "Duo" && track.album == "Lakmé" && track.pictures.count == 1)
  }
}

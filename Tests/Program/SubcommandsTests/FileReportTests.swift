import Testing

@testable import AudioBase
@testable import Subcommands
@testable import SystemBase

@Suite struct FileReportTests {
  private var full: TrackInfo {
    var stream = SoundProperties(codec: .flac)
    (stream.duration, stream.sampleRate, stream.channels, stream.bitsPerSample) = (271.25, 44_100, 2, 16)
    stream.bitrate = 903_000
    var track = TrackInfo(path: FilePath("/m/a \"b\".flac"), stream: stream)
    (track.title, track.artist, track.artists) = ("Flower Duet", "A, B", ["A", "B"])
    (track.album, track.albumArtist) = ("Lakmé", "Delibes")
    (track.trackNumber, track.trackTotal, track.discNumber, track.discTotal) = (7, 12, 1, 2)
    (track.date, track.genre, track.genres, track.bpm) = ("1883", "Classical", ["Classical"], 96)
    track.pictures = [TrackPicture(type: 3, mimeType: "image/png", width: 2, height: 3, bytes: 155)]
    return track
  }

  @Test func jsonReportHasEveryField() throws {
    let expected =
      #"{"files":[{"album":"Lakmé","albumArtist":"Delibes","artist":"A, B","artists":["A","B"],"#
      + #""bitrate":903000,"bitsPerSample":16,"bpm":96,"channels":2,"codec":"flac","date":"1883","discNumber":1,"#
      + #""discTotal":2,"duration":271.25,"genre":"Classical","genres":["Classical"],"path":"/m/a \"b\".flac","#
      + #""pictures":[{"bytes":155,"height":3,"mimeType":"image/png","type":3,"width":2}],"sampleRate":44100,"#
      + #""title":"Flower Duet","trackNumber":7,"trackTotal":12}]}"#
    #expect(JSONReport.text(FileReport(files: [FileReport.Entry(full)])) == expected)
  }

  @Test func recordSideStandsBeforeTheTrackNumber() throws {
    var track = full
    track.trackSide = "A"
    let report = FileReport(files: [FileReport.Entry(track)])
    #expect(report.text.contains("track:         A7/12\n"))
    #expect(JSONReport.text(report).contains(#""trackNumber":7,"trackSide":"A","trackTotal":12"#))
  }

  @Test func jsonReportOmitsAbsentFields() throws {
    #expect(JSONReport.text(FileReport(files: [])) == #"{"files":[]}"#)
    #expect(
      JSONReport.text(FileReport(files: [FileReport.Entry(TrackInfo(path: FilePath("a")))]))
        == #"{"files":[{"path":"a"}]}"#)
  }

  @Test func pathThatIsNotTextIsReportedWithItsBytesInBase64() throws {
    let path = FilePath(bytes: [0x2F, 0xE9])
    let report = FileReport(files: [FileReport.Entry(path, error: "not music")])
    #expect(
      JSONReport.text(report) == #"{"files":[{"error":"not music","path":"/\\xE9","pathBase64":"L+k="}]}"#)
  }

  @Test func trackThatEndsEarlyHasTheReason() {
    let entry = FileReport.Entry(TrackInfo(path: FilePath("a")), damage: "the file ends too early")
    let report = FileReport(files: [entry])
    #expect(
      JSONReport.text(report)
        == #"{"files":[{"damaged":true,"path":"a","reason":"the file ends too early"}]}"#)
    #expect(report.text == "path:          a\ndamaged:       the file ends too early\n")
  }

  @Test func textReportHasALineForEachField() {
    let expected = """
      path:          /m/a "b".flac
      title:         Flower Duet
      artist:        A, B
      album:         Lakmé
      album artist:  Delibes
      track:         7/12
      disc:          1/2
      date:          1883
      genre:         Classical
      bpm:           96
      duration:      271.25 s
      sample rate:   44100 Hz
      channels:      2
      bits:          16
      codec:         flac
      bitrate:       903 kbit/s
      picture:       front cover, image/png, 2 x 3, 155 bytes

      path:          b
      error:         It is not there.

      """
    let report = FileReport(files: [
      FileReport.Entry(full), FileReport.Entry(FilePath("b"), error: "It is not there."),
    ])
    #expect(report.text == expected)
  }

  @Test func controlCharactersOfTagsAreEscaped() {
    var track = TrackInfo(path: FilePath("a"))
    track.title = "\u{1B}[31mred\n\u{9B}\u{202E}x"
    #expect(FileReport(files: [FileReport.Entry(track)]).text.contains(#"\u{1B}[31mred\u{A}\u{9B}\u{202E}x"#))
  }
}

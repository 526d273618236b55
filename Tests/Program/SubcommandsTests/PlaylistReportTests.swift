import Playlists
import SystemBase
import Testing

@testable import Subcommands

@Suite struct PlaylistReportTests {
  @Test func jsonReportOfAPlaylistHasEntriesAndWarnings() throws {
    let text = "#EXTM3U\n#EXTINF:5,A - T\na.mp3\nhttp://x/y\nfile://z\n"
    let expected =
      #"{"encoding":"UTF-8","entries":[{"artist":"A","duration":5,"missing":true,"path":"/lists/a.mp3","title":"T"},"#
      + #"{"missing":false,"url":"http://x/y"}],"format":"m3u","warnings":[{"line":5,"message":"#
      + #""the address names no file on this computer; skipped"}]}"#
    #expect(
      JSONReport.text(
        try PlaylistReader(exists: { _ in false }).parse(Array(text.utf8), from: FilePath("/lists/my.m3u")))
        == expected)
  }
}

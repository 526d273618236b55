import KitEditing
import SystemBase
import Testing

@Suite struct DroppedFilesTests {
  @Test(arguments: [
    ("/a/b c.wav", ["/a/b c.wav"]), ("'/a/it'\\''s.wav' ", ["/a/it's.wav"]),
    ("/a/b\\ c.wav /d.wav\n", ["/a/b c.wav", "/d.wav"]), (#""/a/b \"c\".wav""#, [#"/a/b "c".wav"#]),
    ("file:///a/b%20c.wav\r\nfile://host/d.wav", ["/a/b c.wav", "/d.wav"]),
    ("'file:///a%C3%A9.wav'", ["/aé.wav"]), ("kick.wav", []), ("", []), ("/a\u{0}b", []),
    ("http://x/y.wav", []), ("/a /b kick.wav", ["/a", "/b kick.wav"]),
  ]) func pathsAreReadAsTerminalsInsertThem(text: String, paths: [String]) {
    #expect(DroppedFiles.paths(in: text) ?? [] == paths.map { FilePath($0) })
  }

  @Test func pathsOfTheHomeFolderAndQuotedTextsAreRead() {
    #expect(DroppedFiles.paths(in: "~/x.wav") == [FilePath("~/x.wav").expandingHome])
    #expect(DroppedFiles.quotedPath("'/a b'") == FilePath("/a b"))
    #expect(DroppedFiles.quotedPath("/a\\ b.wav ") == FilePath("/a b.wav"))
    #expect(DroppedFiles.quotedPath("file:///a%20b") == FilePath("/a b"))
    #expect(DroppedFiles.quotedPath("/a b") == nil && DroppedFiles.quotedPath("'/a' '/b'") == nil)
  }
}

import HeardSound
import SystemBase
import TestSupport
import Testing

/// The program is not among those that every machine has.
private let hasEncoder = Tool.mayUse("ffmpeg")

/// FFmpeg reads the tags of files that TagLib does not support, in the worker.
@Suite(.together, .enabled(if: hasEncoder, "ffmpeg makes these files")) struct ForeignTagTests {
  @Test(arguments: [
    ("a.mka", "flac", "flac"), ("a.mka", "libmp3lame", "mp3"), ("a.webm", "libopus", "opus"),
    ("a.mka", "pcm_s16le", "pcm"),
  ])
  func matroskaAndWebMTagsAreReadAndIndexed(name: String, encoder: String, codec: String) throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    let input = try TestTrack(seed: 1, seconds: 2).write(to: "a.wav", in: sandbox)
    let tags = [
      "title=Duo des fleurs", "artist=Delibes", "album=Lakmé", "track=2/12", "date=1883", "genre=Opera",
    ]
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-y", "-i", input.shown, "-c:a", encoder] + tags.flatMap { ["-metadata", $0] }
        + [sandbox.file("Music/\(name)").shown])
    let told = try sandbox.run(["info", "Music/\(name)"])
    #expect(told.status == 0 && told.errorLines.isEmpty)
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let format = "{artist}|{title}|{album}|{track}|{date}|{genre}|{codec}"
    let found = try sandbox.run(["query", "fleurs", "--format", format]).text
    #expect(found == "Delibes|Duo des fleurs|Lakmé|2|1883|Opera|\(codec)\n")
  }
}

import HeardSound
import SystemBase
import TestSupport
import Testing

/// The tags of a truncated or damaged file are read, and the library lists it with the reason.
@Suite(.together) struct DamagedFileTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
  }

  private func made(_ name: String, by tool: String, _ arguments: [String]) throws -> [UInt8] {
    let source = try TestTrack(seed: 1, seconds: 2).write(to: "a.wav", in: sandbox)
    let target = sandbox.file(name).shown
    try Tool.run(tool, arguments.map { $0 == "IN" ? source.shown : $0 == "OUT" ? target : $0 })
    return try FileBytes.read(sandbox.file(name), limit: 1 << 24)
  }

  /// - Parameter hasSound: whether the file is played as far as it goes, so that `info` fails only without.
  private func expectDamaged(
    _ bytes: some Sequence<UInt8>, _ name: String, hasSound: Bool = true
  ) throws {
    try sandbox.write(bytes, to: "Music/\(name)")
    let told = try sandbox.run(["info", "Music/\(name)"])
    #expect(told.status == (hasSound ? 0 : 1) && told.errorLines.count == 1, "\(told.errorLines)")
    let label = hasSound ? "damaged:  " : "error:  "
    #expect(told.text.contains("title:         Duo\n") && told.text.contains(label), "\(told.text)")
    let scanned = try sandbox.run(["scan", "Music"])
    #expect(scanned.status == 0 && scanned.text.contains("1 damaged"), "\(scanned.text)")
    #expect(scanned.errorLines.count == 1 && scanned.errorLines[0].contains(name), "\(scanned.errorLines)")
    #expect(try sandbox.run(["query", "title:=Duo", "--format", "{title}"]).text == "Duo\n")
  }

  @Test(arguments: [1, 10_000]) func indexOfANewerProgramIsReportedAndNotChanged(versionsAhead: Int) throws {
    try TestTrack(seed: 1, seconds: 60).write(to: "Music/a.flac", in: sandbox)
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let index = sandbox.file("data/drumdub/library.db")
    var bytes = try FileBytes.read(index, limit: 1 << 24)
    // PRAGMA user_version (sqlite.org/fileformat2.html).
    let version = bytes[60..<64].reduce(0) { $0 << 8 | Int($1) } + versionsAhead
    for place in 0..<4 { bytes[60 + place] = UInt8(truncatingIfNeeded: version >> (24 - 8 * place)) }
    try FileBytes.write(bytes, to: index)
    let line = "cannot read \(index.shown): a newer drumdub wrote it"
    for command in [["query"], ["scan"]] {
      let told = try sandbox.run(command)
      #expect(told.status == 1 && told.errorLines.count == 1, "\(told.errorLines)")
      #expect(told.errorLines.first?.contains(line) ?? false, "\(told.errorLines)")
    }
    let terminal = try sandbox.terminal("--plain", "--output", "null", "Music/a.flac", columns: 200)
    try terminal.wait(for: "a newer drumdub wrote it")
    try terminal.wait(for: "update drumdub, or choose another index with --library")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.expectQuit()
    #expect(try FileBytes.read(index, limit: 1 << 24) == bytes)
    #expect(try FolderReader(index.directory).names().allSatisfy { !$0.shown.contains("damaged") })
  }

  @Test func truncatedOggIsListedAsDamagedUntilReplaced() throws {
    let bytes = try made("a.ogg", by: "oggenc", ["-Q", "-t", "Duo", "-o", "OUT", "IN"])
    try expectDamaged(bytes.prefix(bytes.count / 2), "a.ogg")
    // It is listed again by a scan that reads nothing, keeps its reason under another name, and is good once replaced.
    #expect(try sandbox.run(["scan", "Music"]).text.contains("1 damaged"))
    try Tool.run("mv", [sandbox.file("Music/a.ogg").shown, sandbox.file("Music/b.ogg").shown])
    let moved = try sandbox.run(["scan", "Music"]).text
    #expect(moved.contains("1 moved") && moved.contains("1 damaged"), "\(moved)")
    try sandbox.write(bytes, to: "Music/b.ogg")
    #expect(try !sandbox.run(["scan", "Music"]).text.contains("damaged"))
  }

  @Test func truncatedMP3IsListedAsDamaged() throws {
    let bytes = try made("a.mp3", by: "lame", ["--quiet", "--tt", "Duo", "-b", "128", "IN", "OUT"])
    try expectDamaged(bytes.prefix(bytes.count / 2), "a.mp3")
  }

  /// Without LAME's header nothing states the length, but the last frame is not complete.
  @Test func mp3WithoutAHeaderThatEndsWithinAFrameIsListedAsDamaged() throws {
    let options = ["--quiet", "--tt", "Duo", "--id3v2-only", "-t", "-b", "128", "IN", "OUT"]
    let bytes = try made("a.mp3", by: "lame", options)
    #expect(try !sandbox.run(["info", "a.mp3"]).text.contains("damaged:"))
    try expectDamaged(bytes.dropLast(100), "a.mp3")
  }

  /// A download that ends within the picture of its tag.
  @Test func mp3TruncatedInTheTagIsListedAsDamaged() throws {
    let tag = TestID3.tag(
      version: 4, [("TIT2", TestID3.utf8("Duo")), ("PRIV", [UInt8](repeating: 1, count: 9_000))])
    try expectDamaged(tag.prefix(4_000), "a.mp3", hasSound: false)
  }

  @Test func truncatedWAVIsListedAsDamaged() throws {
    let info = Array("INFOINAM".utf8) + [4, 0, 0, 0] + Array("Duo\0".utf8)
    let path = try TestTrack(seed: 1, seconds: 1).write(to: "a.wav", in: sandbox)
    var bytes = try FileBytes.read(path, limit: 1 << 24)
    bytes.insert(contentsOf: Array("LIST".utf8) + [UInt8(info.count), 0, 0, 0] + info, at: 12)
    try expectDamaged(bytes.prefix(bytes.count / 2), "a.wav")
  }

  @Test func truncatedFLACIsListedAsDamaged() throws {
    let bytes = try made("a.flac", by: "flac", ["-s", "-T", "TITLE=Duo", "-o", "OUT", "IN"])
    #expect(try sandbox.run(["info", "a.flac"]).status == 0)
    try expectDamaged(bytes.prefix(bytes.count * 9 / 10), "a.flac")
    #expect(try !sandbox.run(["info", "a.flac"]).text.contains("damaged:"))
    try expectDamaged(bytes.dropLast(10), "a.flac")
    // Within the padding behind the comments: of the frames nothing is left.
    let name = try #require(bytes.indices.first { bytes[$0...].starts(with: "TITLE=Duo".utf8) })
    try expectDamaged(bytes.prefix(name + 100), "a.flac", hasSound: false)
  }

  @Test(
    .enabled(if: Tool.mayUse("ffmpeg"), "ffmpeg makes these files"),
    arguments: ["a.wv", "a.mka", "a.webm", "a.wma"], [1, 2])
  func truncatedFileIsMarkedAndPlaysAsFarAsItGoes(_ name: String, thirds: Int) throws {
    let codec = ["a.wv": "wavpack", "a.webm": "libopus", "a.mka": "flac", "a.wma": "wmav2"]
    let options = ["-ac", "2", "-c:a", codec[name] ?? ""]
    let bytes = try made(name, by: "ffmpeg", ["-v", "error", "-y", "-i", "IN"] + options + ["OUT"])
    #expect(try !sandbox.run(["info", name]).text.contains("damaged:"))
    try sandbox.write(bytes.prefix(bytes.count * thirds / 3), to: "Music/\(name)")
    let told = try sandbox.run(["info", "--json", "Music/\(name)"])
    #expect(told.status == 0 && told.text.contains("\"damaged\":true"), "\(told.text) \(told.errorLines)")
    #expect(try sandbox.run(["scan", "Music"]).text.contains("1 damaged"))
    let decoded = try sandbox.run(["decode", "Music/\(name)", "-o", "out.wav"])
    #expect(decoded.errorLines.first?.contains("written as far as possible") == true, "\(decoded.errorLines)")
    #expect(try FileBytes.read(sandbox.file("out.wav"), limit: 1 << 24).count > 44_100)
  }
}

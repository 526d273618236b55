import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioBase
@testable import AudioFiles
@testable import SystemBase

/// Files of servers that send ranges, from a server of the test's own.
@Suite struct RemoteFileTests {
  private typealias Answer = StreamServer.Answer

  private let sound = TestSound(frames: 12 * 44_100)

  /// Compares a file of a server with the same file of the disk, from its start and after seeks. After them, samples of
  /// lossy codecs differ a little from those that are decoded from the start.
  private func expectSame(_ path: FilePath, _ comment: Comment, tolerance: Float = 0) throws {
    let (bytes, whole) = (try fileBytes(path), try Decoded(path))
    let server = try StreamServer { request, _ in .part(of: bytes, request) }
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a"))
    let start = try reader.read(5_000)
    let channels = whole.format.channels
    #expect(reader.format == whole.format, comment)
    #expect(firstDifference(start, Array(whole.samples[..<(5_000 * channels)])) == nil, comment)
    var generator = SeededGenerator(seed: 3)
    let random = (0..<6).map { _ in Int.random(in: 0..<whole.frames - 3_000, using: &generator) }
    for target in random + [whole.frames - 3_000, 0] {
      try reader.seek(to: target)
      let got = try reader.read(3_000)
      let wanted = whole.samples[(target * channels)..<((target + 3_000) * channels)]
      let largest = zip(got, wanted).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      #expect(got.count == wanted.count && largest <= tolerance, "\(comment) from \(target): \(largest)")
    }
    try reader.seek(to: 0)
    let again = try reader.read()
    let largest = zip(again, whole.samples).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    #expect(again.count == whole.samples.count && largest <= tolerance, comment)
    #expect(reader.failure == nil && reader.interruptions.isEmpty, comment)
  }

  @Test func wavAndFLACOfAServerAreDecodedAndSoughtAsTheFilesOfTheDisk() throws {
    let folder = try TemporaryFolder()
    try expectSame(folder.write(sound.wav(), to: "a.wav"), "WAV")
    try expectSame(sound.flac(in: folder), "FLAC")
  }

  @Test func mp3AndVorbisOfAServerAreDecodedAndSoughtAsTheFilesOfTheDisk() throws {
    let folder = try TemporaryFolder()
    try expectSame(
      sound.made(in: folder, "a.mp3", by: "lame", ["--quiet", "-b", "320", "IN", "OUT"]), "MP3",
      tolerance: 1e-4)
    try expectSame(sound.vorbis(in: folder), "Vorbis", tolerance: 1e-4)
  }

  /// ffmpeg writes the index behind the samples.
  @Test(.enabled(if: Tool.mayUse("ffmpeg"))) func mp4WithItsIndexAtTheEndIsPlayed() throws {
    let folder = try TemporaryFolder()
    let arguments = ["-v", "error", "-i", "IN", "-c:a", "aac", "-b:a", "256k", "OUT"]
    try expectSame(sound.made(in: folder, "a.m4a", by: "ffmpeg", arguments), "MP4", tolerance: 1e-4)
  }

  @Test func serverWithoutRangesIsAStream() throws {
    let bytes = sound.wav()
    let server = try StreamServer([.file(bytes)])
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(reader.format.length == nil && server.connections == 1)
  }

  /// The server announces ranges, and sends the whole file, or other bytes.
  @Test(arguments: [0, 1_000])
  func serverThatSendsOtherBytesThanAskedForIsAStream(offset: Int) throws {
    let bytes = sound.wav()
    let server = try StreamServer { request, index in
      guard request.method != "HEAD", index == 0 else { return .part(of: bytes, request) }
      guard offset > 0 else {
        var whole = Answer.part(of: bytes, request)
        (whole.status, whole.body) = ("200 OK", bytes)
        whole.headers = Answer.file(bytes).headers + ["ETag: \"1\""]
        return whole
      }
      var other = Answer.part(of: bytes, request)
      other.headers.removeLast()
      other.headers.append("Content-Range: bytes \(offset)-\(bytes.count - 1)/\(bytes.count)")
      return other
    }
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(reader.format.length == nil && reader.failure == nil)
  }

  /// The server states one size for the file and another one with its parts.
  @Test(arguments: [-1_000, 1_000])
  func serverThatStatesTwoSizesIsAStream(excess: Int) throws {
    let bytes = sound.wav()
    let server = try StreamServer { request, _ in
      var answer = Answer.part(of: bytes, request)
      if request.method == "HEAD" { answer.headers[0] = "Content-Length: \(bytes.count + excess)" }
      return answer
    }
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(reader.format.length == nil && reader.failure == nil)
  }

  @Test func connectionThatIsClosedInTheMiddleIsMadeAgainThere() throws {
    let bytes = sound.wav()
    let server = try StreamServer { request, index in
      .part(of: bytes, request, limit: index == 0 ? bytes.count / 3 : nil)
    }
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(reader.interruptions == ["the server closed the connection"])
    #expect(reader.events.last == .resumed)
    let starts = server.requests.compactMap(\.start)
    #expect(starts.contains(bytes.count / 3), "\(starts)")
  }

  @Test func busyServerIsAskedAgain() throws {
    let bytes = sound.wav()
    let server = try StreamServer { request, index in
      request.method != "HEAD" && index < 2
        ? .status("503 Service Unavailable") : .part(of: bytes, request)
    }
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(reader.interruptions == ["the server is busy (HTTP 503)"])
  }

  @Test(arguments: [
    ("401 Unauthorized", "the server wants a name and a password (HTTP 401)"),
    ("403 Forbidden", "the server refuses it (HTTP 403)"),
    ("404 Not Found", "the server has no such file (HTTP 404)"),
    ("418 I'm a teapot", "the server answers with HTTP 418"),
    ("416 Range Not Satisfiable", "the file changes on the server again and again"),
  ])
  func refusalIsReportedInOneLine(status: String, text: String) throws {
    let bytes = sound.wav()
    let server = try StreamServer { request, _ in
      request.method == "HEAD" ? .part(of: bytes, request) : .status(status)
    }
    defer { server.stop() }
    let address = server.address("/a.wav").replacing("http://", with: "http://me:secret@")
    let reader = try RemoteReader(address)
    #expect(try reader.read().isEmpty)
    #expect(reader.failure?.detail == text && reader.failure?.subject == server.address("/a.wav"))
  }

  /// A server whose first answer stalls after 700,000 bytes.
  private func serverThatStalls() throws -> StreamServer {
    let bytes = sound.wav()
    return try StreamServer { request, index in
      var answer = Answer.part(of: bytes, request, limit: index == 0 ? 700_000 : nil)
      answer.stalls = index == 0
      return answer
    }
  }

  @Test func serverThatStallsIsAskedAgainAfterTheTimeout() throws {
    let server = try serverThatStalls()
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"), timeout: 2)
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(reader.interruptions.contains("the server does not answer for 2 s"))
  }

  /// The server stalls. If a seek waited for it, the connection would be given up, which is an interruption.
  @Test func seekEndsWaitingForWhatIsNotNeeded() throws {
    let server = try serverThatStalls()
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    _ = try reader.read(1_000)
    for target in [10 * 44_100, 20] {
      try reader.seek(to: target)
      let wanted = Array(sound.floats[(target * 2)..<((target + 2_000) * 2)])
      #expect(firstDifference(try reader.read(2_000), wanted) == nil)
    }
    #expect(reader.interruptions.isEmpty)
  }

  @Test func fileThatChangesIsPlayedOnFromTheNewOne() throws {
    let (old, new) = (sound, sound.rounded(to: 12))
    let (oldBytes, newBytes) = (old.wav(), new.wav())
    let hasChanged = Mutex(false)
    let server = try StreamServer { request, index in
      if request.method != "HEAD", index > 0 { hasChanged.withLock { $0 = true } }
      let isNew = hasChanged.withLock { $0 }
      return .part(
        of: isNew ? newBytes : oldBytes, request, version: isNew ? "\"2\"" : "\"1\"",
        limit: index == 0 ? 1_000_000 : nil)
    }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let cache = RemoteCache(folder.file("web"), limit: 1 << 26)
    let reader = try RemoteReader(server.address("/a.wav"), files: RemoteFiles(cache: cache))
    let heard = try reader.read()
    #expect(reader.events.contains(.replaced) && reader.failure == nil)
    let (first, second) = (old.floats, new.floats)
    let seam = try #require(firstDifference(heard, first))
    // Some samples behind the seam may be equal in both.
    #expect(seam > 100_000 && firstDifference(Array(heard[seam...]), Array(second[seam...])) == nil)
    // What was kept is of the new version.
    let again = try RemoteReader(server.address("/a.wav"), files: RemoteFiles(cache: cache))
    #expect(firstDifference(try again.read(), second) == nil)
  }

  @Test func redirectionToAnotherServerGetsNoPassword() throws {
    let bytes = sound.wav()
    let music = try StreamServer { request, _ in .part(of: bytes, request) }
    defer { music.stop() }
    let place = music.address("/b.wav")
    let server = try StreamServer { _, _ in .status("302 Found", "Location: \(place)") }
    defer { server.stop() }
    let address = server.address("/a.wav").replacing("http://", with: "http://me:secret@")
    let reader = try RemoteReader(address)
    #expect(firstDifference(try reader.read(), sound.floats) == nil)
    #expect(server.requests.first?.fields["authorization"] == "Basic bWU6c2VjcmV0")
    #expect(music.requests.allSatisfy { $0.fields["authorization"] == nil })
    #expect(music.requests.count > 1)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a.wav"])
  func redirectionToAnotherProtocolIsRefused(place: String) throws {
    let server = try StreamServer { _, _ in .status("302 Found", "Location: \(place)") }
    defer { server.stop() }
    let reader = try RemoteReader(server.address("/a.wav"))
    #expect(try reader.read().isEmpty)
    #expect(reader.failure?.detail == "the server redirects to no http or https address")
  }

  @Test(arguments: [
    ("https://a/x.wav", "http://a/y.wav", nil), ("https://a/x.wav", "https://b/y.wav", "https://b/y.wav"),
    ("https://a/x.wav", "//b/y.wav", "https://b/y.wav"), ("http://a/x.wav", "https://b/y", "https://b/y"),
    ("https://a/x.wav", "HTTP://a/x.wav", nil), ("http://a/x.wav", "http://b/y", "http://b/y"),
  ])
  func redirectionFromHTTPSToHTTPIsRefused(from: String, place: String, to: String?) throws {
    let address = try #require(StreamAddress(from))
    do throws(FileError) {
      let next = try RemoteFile.redirected(from: address, to: place, of: address)
      #expect(next.text == to)
    } catch {
      #expect(to == nil && error.detail?.hasPrefix("the server redirects from https to http; if you") == true)
    }
  }

  @Test func keyOfAFileIsThatOfItsAddressWithoutTheQueryAndOfItsSize() throws {
    let bytes = Mutex(sound.wav())
    let server = try StreamServer { request, _ in .part(of: bytes.withLock { $0 }, request) }
    defer { server.stop() }
    func key(_ target: String) throws -> TrackKey {
      let address = try #require(StreamAddress(server.address(target)))
      return try #require(RemoteKey.key(of: address))
    }
    let first = try key("/a.wav?token=1")
    #expect(try key("/a.wav?token=2") == first && key("/a.wav") == first && key("/b.wav") != first)
    bytes.withLock { $0.append(0) }
    #expect(try key("/a.wav") != first)
    let stream = try StreamServer { _, _ in .status("404 Not Found") }
    defer { stream.stop() }
    let live = try #require(StreamAddress(stream.address("/live")))
    #expect(RemoteKey.key(of: live) == nil)
  }

  /// Nothing has loaded FFmpeg in the process of its own.
  @Test func keyIsAskedForBeforeAnythingElseIsOpened() async {
    await #expect(processExitsWith: .success) {
      let address = try #require(StreamAddress("http://127.0.0.1:1/a.wav"))
      #expect(RemoteKey.key(of: address) == nil)
    }
  }

  @Test func tagsAndPictureOfAFileAreReported() throws {
    let folder = try TemporaryFolder()
    let picture = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 900)
    let cover = try folder.write(picture, to: "cover.png")
    let tags = ["--tt", "Flower Duet", "--ta", "Delibes", "--tl", "Lakme", "--ti", cover.shown]
    let path = try sound.made(in: folder, "a.mp3", by: "lame", ["--quiet"] + tags + ["IN", "OUT"])
    let bytes = try fileBytes(path)
    let server = try StreamServer { request, _ in .part(of: bytes, request) }
    defer { server.stop() }
    let stored = Mutex<[UInt8]>([])
    let files = RemoteFiles { bytes in
      stored.withLock { $0 = bytes }
      return FilePath("/stored.png")
    }
    let reader = try RemoteReader(server.address("/a.mp3"), files: files)
    _ = try reader.read(1_000)
    let found = reader.events.compactMap { event -> (TrackInfo, FilePath?)? in
      if case .tagged(let track, let cover) = event { (track, cover) } else { nil }
    }
    let (track, file) = try #require(found.first)
    #expect(track.title == "Flower Duet" && track.artist == "Delibes" && track.album == "Lakme")
    #expect(track.location.address?.text == server.address("/a.mp3") && file == FilePath("/stored.png"))
    #expect(stored.withLock { $0 } == picture)
    #expect(abs((track.duration ?? 0) - 12) < 0.1)
  }
}

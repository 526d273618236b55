import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioBase
@testable import AudioFiles
@testable import SystemBase

/// Streams of the network, from a server of the test's own.
@Suite struct NetworkDecoderTests {
  private struct Heard {
    var frames: [Float] = []
    var events: [StreamEvent] = []
    var failure: FileError?
  }

  /// Reads to the end, or until `isEnough`.
  private func hear(
    _ address: String, timeout: Double = Wait.patience, until isEnough: (Heard) -> Bool = { _ in false }
  ) throws -> Heard {
    let changes = DecoderSignal()
    let decoder = NetworkDecoder(
      try #require(StreamAddress(address)), timeout: timeout, firstPause: 0.05
    ) { changes.wake() }
    var heard = Heard()
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096)
    defer { block.deallocate() }
    while !isEnough(heard) {
      while let event = decoder.nextEvent() { heard.events.append(event) }
      switch decoder.readiness {
      case .waiting: try changes.wait()
      case .failed(let error):
        heard.failure = error
        return heard
      case .ready:
        do throws(FileError) {
          let count = try decoder.read(into: block)
          if count == 0 { return heard }
          heard.frames += block[..<(count * decoder.format.channels)]
        } catch {
          heard.failure = error
          return heard
        }
      }
    }
    return heard
  }

  private let wav = TestSound(frames: 12 * 44_100)

  @Test func fileOnAServerIsPlayedToTheEnd() throws {
    let server = try StreamServer([.file(wav.wav())])
    defer { server.stop() }
    let heard = try hear(server.address("/a.wav"))
    #expect(heard.failure == nil && heard.events.isEmpty)
    #expect(heard.frames == wav.floats)
    #expect(server.connections == 1)
  }

  @Test func aFileIsContinuedWhereTheConnectionWasLost() throws {
    let bytes = wav.wav()
    let server = try StreamServer([.file(bytes, limit: bytes.count / 3), .file(bytes)])
    defer { server.stop() }
    let heard = try hear(server.address("/a.wav"))
    #expect(heard.failure == nil)
    #expect(heard.frames == wav.floats)
    #expect(server.connections == 2)
    guard case .interrupted(let error)? = heard.events.first else {
      Issue.record("\(heard.events)")
      return
    }
    #expect(error.code == .readFailed && heard.events.last == .resumed)
  }

  @Test func stationReportsTitlesAndIsReconnected() throws {
    let folder = try TemporaryFolder()
    let path = try wav.made(in: folder, "sound.mp3", by: "lame", ["--quiet", "-b", "128", "IN", "OUT"])
    let mp3 = try FileBytes.read(path, limit: 1 << 24)
    let first = StreamServer.Answer.station(
      mp3, name: "Test FM", titles: Array(repeating: "One - First", count: 8) + ["Two - Second"],
      limit: 120_000)
    let second = StreamServer.Answer.station(mp3, name: "Test FM", titles: ["Three - Third"])
    let server = try StreamServer([first, second])
    defer { server.stop() }
    let heard = try hear(server.address()) { $0.events.contains(.titled("Three - Third")) }
    let titles = heard.events.compactMap { if case .titled(let title) = $0 { title } else { nil } }
    #expect(titles == ["One - First", "Two - Second", "Three - Third"])
    #expect(heard.events.contains(.named("Test FM")) && heard.events.contains(.resumed))
    let reasons = heard.events.compactMap {
      if case .interrupted(let error) = $0 { error.detail } else { nil }
    }
    #expect(reasons.first == "the server closed the connection")
  }

  @Test func stalledServerIsGivenUp() throws {
    var silent = StreamServer.Answer()
    (silent.body, silent.stalls) = ([], true)
    silent.headers = ["Content-Type: audio/mpeg"]
    let server = try StreamServer([silent])
    defer { server.stop() }
    let heard = try hear(server.address(), timeout: 1)
    #expect(heard.failure?.detail == "the server does not answer for 1 s")
  }

  /// Content without a length ends where the server closes the connection, but not where the reading is cancelled.
  @Test func contentWithoutALengthIsCompleteOnlyWhenTheServerCloses() async throws {
    let content = [UInt8](repeating: 7, count: 50_000)
    var whole = StreamServer.Answer()
    (whole.headers, whole.body) = (["Connection: close"], content)
    var stalled = whole
    stalled.stalls = true
    let server = try StreamServer([whole, stalled, stalled])
    defer { server.stop() }
    func fetch(timeout: Double, isCancelled: Bool) async throws -> Result<[UInt8], FileError> {
      let count = server.connections
      let fetch = NetworkFetch(
        try #require(StreamAddress(server.address())), limit: 1 << 20, timeout: timeout)
      async let result = withCheckedContinuation { next in fetch.start { next.resume(returning: $0) } }
      if isCancelled {
        try Wait.until("the connection") { server.connections > count }
        // Nothing tells that the bytes have been read.
        usleep(300_000)
        fetch.cancel()
      }
      return await result
    }
    #expect(try await fetch(timeout: 60, isCancelled: false) == .success(content))
    let cancelled = try await fetch(timeout: 60, isCancelled: true)
    #expect(throws: FileError.self) { try cancelled.get() }
    let late = try await fetch(timeout: 0.3, isCancelled: false)
    #expect(throws: FileError.self) { try late.get() }
  }

  @Test func failedConnectionReportsTheCause() throws {
    let server = try StreamServer([StreamServer.Answer()])
    server.stop()
    #expect(try hear(server.address()).failure?.detail == "Connection refused")
    var missing = StreamServer.Answer()
    missing.status = "404 Not Found"
    let other = try StreamServer([missing])
    defer { other.stop() }
    #expect(try hear(other.address()).failure?.detail?.contains("404") == true)
    let unknown = try hear("http://no-such-host.invalid/").failure?.detail ?? ""
    #expect(unknown.hasPrefix("no-such-host.invalid: "), "\(unknown)")
    var page = StreamServer.Answer.file(Array("<html>not music</html>".utf8))
    page.headers.append("Content-Type: text/html")
    let web = try StreamServer([page])
    defer { web.stop() }
    #expect(try hear(web.address()).failure?.code == .notAudio)
  }

  /// ffmpeg writes the index behind the samples unless it is told otherwise.
  @Test(.enabled(if: Tool.mayUse("ffmpeg"))) func mp4WithTheIndexAtTheEndIsRefusedWithoutByteRanges() throws {
    let folder = try TemporaryFolder()
    let path = try wav.made(
      in: folder, "sound.m4a", by: "ffmpeg",
      ["-v", "error", "-i", "IN", "-c:a", "aac", "-b:a", "256k", "OUT"])
    let bytes = try FileBytes.read(path, limit: 1 << 24)
    #expect(bytes.count > 1 << 17)
    let server = try StreamServer([.file(bytes)])
    defer { server.stop() }
    let failure = try #require(try hear(server.address("/a.m4a")).failure)
    #expect(failure.detail?.hasPrefix("its index is at the end") == true, "\(failure)")
  }

  @Test func theAtomsOfAnMP4FileAreFoundInOrder() {
    func atoms(_ list: [(name: String, size: Int)]) -> [UInt8] {
      var bytes: [UInt8] = []
      for (name, size) in list {
        bytes += [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)]
        bytes += Array(name.utf8)
        bytes += [UInt8](repeating: 0, count: size - 8)
      }
      return bytes
    }
    #expect(NetworkReceiver.hasLateIndex(atoms([("ftyp", 32), ("free", 8), ("mdat", 900)])))
    #expect(!NetworkReceiver.hasLateIndex(atoms([("ftyp", 32), ("moov", 600), ("mdat", 900)])))
    #expect(!NetworkReceiver.hasLateIndex(atoms([("mdat", 900)])))
    #expect(!NetworkReceiver.hasLateIndex([0, 0, 0, 0] + Array("ftyp".utf8)))
  }

  @Test func aPlaylistOfAStationIsFollowed() throws {
    let bytes = wav.wav()
    let music = try StreamServer([.file(bytes)])
    defer { music.stop() }
    let list = "[playlist]\nFile1=\(music.address("/a.wav"))\nNumberOfEntries=1\n"
    let server = try StreamServer([.file(Array(list.utf8))])
    defer { server.stop() }
    #expect(try hear(server.address("/listen.pls")).frames == wav.floats)
  }

  @Test func releasedNetworkDecoderEndsTheConnection() throws {
    var silent = StreamServer.Answer()
    silent.stalls = true
    let server = try StreamServer([silent])
    defer { server.stop() }
    weak var buffer: NetworkBuffer?
    do {
      let decoder = NetworkDecoder(try #require(StreamAddress(server.address()))) {}
      try Wait.until("a connection") { server.connections == 1 }
      buffer = decoder.buffer
    }
    try Wait.until("the end of the thread") { buffer == nil }
  }
}

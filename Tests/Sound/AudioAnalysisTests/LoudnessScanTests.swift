import AudioAnalysis
import AudioBase
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@Suite struct LoudnessScanTests {
  private static func tone(_ level: Double) -> [Frame] {
    (0..<96_000).map { Frame(repeating: Float(pow(10, level / 20) * sin(Double($0) * 0.1309))) }
  }

  private let scan = LoudnessScan(
    decoders: MemoryDecoders([
      "loud": LoudnessScanTests.tone(-13), "quiet": LoudnessScanTests.tone(-33),
      "broken": LoudnessScanTests.tone(-13) + [Frame(.nan, .infinity)],
      "silent": [Frame](repeating: .zero, count: 96_000),
    ]))

  private func album(_ names: String..., isAlbum: Bool = true) -> LoudnessScan.Album {
    LoudnessScan.Album(tracks: names.map { .init(path: FilePath($0)) }, isAlbum: isAlbum)
  }

  @Test func measuredTracksHaveATrackLevelAndTheAlbumLevel() throws {
    let result = try #require(scan.measure(album("loud", "quiet", "silent")))
    #expect(result.tracks.map { Int(($0.gain.track?.gain.value ?? 99).rounded()) } == [-5, 15, 99])
    #expect(Set(result.tracks.map(\.gain.album)).count == 1)
    // The quiet track lies below the relative gate.
    #expect(abs((result.tracks[0].gain.album?.gain.value ?? 0) + 5) < 0.2)
    #expect(result.failures.isEmpty)
  }

  @Test func failedFileDoesNotPreventMeasuringTheOthers() throws {
    let result = try #require(scan.measure(album("loud", "gone", "broken")))
    #expect(result.tracks.map(\.location.path) == [FilePath("loud"), FilePath("broken")])
    #expect(result.failures.map(\.error.code) == [.notFound])
    #expect(abs((result.tracks[1].gain.track?.gain.value ?? 0) + 5) < 0.2)
  }

  @Test func tracksWithoutAnAlbumHaveNoAlbumLevel() throws {
    #expect(try #require(scan.measure(album("loud", isAlbum: false))).tracks[0].gain.album == nil)
  }

  @Test func scanOnSeveralThreadsDeliversEveryAlbum() {
    let delivered = Mutex<[AlbumLoudness]>([])
    let albums = (0..<20).map { index in index % 2 == 0 ? album("loud") : album("quiet", "loud") }
    scan.run(albums, threads: 3) { album in delivered.withLock { $0.append(album) } }
    #expect(delivered.withLock { $0.map(\.tracks.count).sorted() } == albums.map(\.tracks.count).sorted())
  }

  @Test func cancelledScanDeliversNoAlbum() {
    let asked = Mutex(0)
    let delivered = Mutex(0)
    scan.run(
      [album("loud"), album("quiet")], threads: 1,
      isCancelled: {
        asked.withLock {
          $0 += 1; return $0 > 3
        }
      }, deliver: { _ in delivered.withLock { $0 += 1 } })
    #expect(delivered.withLock { $0 } == 0)
    #expect(scan.measure(album("loud"), isCancelled: { true }) == nil)
  }
}

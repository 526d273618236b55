import AudioAnalysis
import AudioFiles
import MusicLibrary
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub scan --loudness`: measures what neither files nor index tell, and keeps it in the index.
struct LoudnessCommand {
  let store: LibraryStore
  let line: ProgressLine

  private struct Counts {
    var done = 0
    var failures: [AlbumLoudness.Failure] = []
    var error: LibraryError?
  }

  /// Album by album; what was measured when it is stopped is kept.
  ///
  /// - Parameter report: is told what was measured, and what could not be.
  func run(_ report: inout ScanReport) throws(LibraryError) {
    let albums = try store.albumsWithoutLoudness().map {
      LoudnessScan.Album(
        tracks: $0.tracks.map { .init(path: $0.path, section: $0.section) }, isAlbum: $0.isWhole)
    }
    let total = albums.reduce(0) { $0 + $1.tracks.count }
    let counts = Mutex(Counts())
    let start = HostTime.now
    LoudnessScan(decoders: DecoderRegistry()).run(
      albums, isCancelled: { Interruption.hasCome || counts.withLock { $0.error != nil } }
    ) { [store, line] album in
      counts.withLock { counts in
        do throws(LibraryError) {
          try store.apply(album.changes)
          counts.done += album.tracks.count
          counts.failures += album.failures
        } catch {
          counts.error = error
        }
        let progress = ScanProgress(
          stage: .reading, done: counts.done, total: total, seconds: HostTime.now.seconds(since: start))
        line.show(progress)
      }
    }
    line.clear()
    let end = counts.withLock { $0 }
    report.measured = end.done
    for failure in end.failures {
      report.unmeasured.append(.init(path: failure.path, reason: ErrorText.reason(failure.error)))
    }
    if let error = end.error { throw error }
  }
}

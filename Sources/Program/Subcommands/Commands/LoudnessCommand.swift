import AudioAnalysis
import AudioFiles
import MusicLibrary
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub scan --loudness`: measures tracks without known loudness and stores the results in the index.
struct LoudnessCommand {
  let store: LibraryStore
  package let line: ProgressLine

  private struct Counts {
    var done = 0
    var failures: [AlbumLoudness.Failure] = []
    package var error: LibraryError?
  }

  /// Measures album by album. If it is stopped, the results so far are kept. `report`: receives the number of
  /// measured tracks and the failures.
  package func run(_ report: inout ScanReport) throws(LibraryError) {
    let albums = try store.albumsWithoutLoudness().map {
      LoudnessScan.Album(tracks: $0.tracks, isAlbum: $0.isWhole)
    }
    let total = albums.reduce(0) { $0 + $1.tracks.count }
    let counts = Mutex(Counts())
    let start = HostTime.now
    LoudnessScan(decoders: DecoderRegistry()).run(
      albums, isCancelled: { StopSignals.hasCome || counts.withLock { $0.error != nil } }
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

extension AlbumLoudness {
  /// The changes of the index, in one batch. Silent tracks have no levels, so that they are not measured again.
  var changes: [LibraryChange] {
    tracks.map { .loudness($0.location, $0.gain) }
  }
}

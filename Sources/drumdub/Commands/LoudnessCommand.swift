import AudioAnalysis
import AudioBase
import AudioFiles
import MusicLibrary
import Synchronization
import TerminalUI

/// `drumdub scan --loudness`: measures what neither files nor index tell, and keeps it in the index.
struct LoudnessCommand {
  let store: LibraryStore
  let line: ProgressLine

  private struct Counts {
    var done = 0
    var failures: [AlbumLoudness.Failure] = []
    var error: AudioError?
  }

  /// Album by album; what was measured when it is stopped is kept.
  ///
  /// - Returns: how many tracks were measured.
  func run() throws(AudioError) -> Int {
    let albums = try store.albumsWithoutLoudness().map {
      LoudnessScan.Album(files: $0.files, isAlbum: $0.isWhole)
    }
    let total = albums.reduce(0) { $0 + $1.files.count }
    let counts = Mutex(Counts())
    let start = HostTime.now
    LoudnessScan(decoders: DecoderRegistry()).run(
      albums, isCancelled: { Interruption.hasCome || counts.withLock { $0.error != nil } }
    ) { [store, line] album in
      counts.withLock { counts in
        do throws(AudioError) {
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
    for failure in end.failures { Messages.print(ErrorText.sentence(failure.error, while: .reading)) }
    if let error = end.error { throw error }
    return end.done
  }
}

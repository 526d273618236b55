import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import MusicLibrary
import Synchronization
import SystemBase
import TerminalUI

/// What is measured by the sound of tracks, on several threads, and stored in the index. If it is stopped, the results so far
/// are kept, and the next scan measures the rest.
struct ScanMeasurement {
  static let threads = 2

  let store: LibraryStore
  let line: ProgressLine
  let songs = SongStore(folder: BaseFolders.songs)

  /// What was done so far, by all threads.
  struct Results {
    let total: Int
    let start = HostTime.now
    var done = 0
    /// The tempi.
    var found = 0
    var failures: [ScanReport.Unreadable] = []
    /// The error of the index, which ends the measurement.
    var error: LibraryError?

    init(total: Int) { self.total = total }

    var progress: ScanProgress {
      let seconds = HostTime.now.seconds(since: start)
      return ScanProgress(stage: .reading, done: done + failures.count, total: total, seconds: seconds)
    }

    mutating func fail(_ path: FilePath, _ error: FileError) {
      failures.append(.init(path: path, reason: ErrorText.reason(error)))
    }

    /// Stores what was measured of a number of tracks.
    mutating func store(_ changes: [LibraryChange], of tracks: Int, in store: LibraryStore) {
      do throws(LibraryError) {
        try store.apply(changes)
        done += tracks
      } catch {
        self.error = error
      }
    }
  }

  /// Measures tracks without known loudness, album by album. `report`: receives the number of measured tracks and the
  /// failures.
  func measureLoudness(_ report: inout ScanReport) throws(LibraryError) {
    let albums = try store.albumsWithoutLoudness().map {
      LoudnessScan.Album(tracks: $0.tracks, isAlbum: $0.isWhole)
    }
    let results = Mutex(Results(total: albums.reduce(0) { $0 + $1.tracks.count }))
    LoudnessScan(decoders: DecoderRegistry()).run(
      albums, isCancelled: { StopSignals.hasCome || results.withLock { $0.error != nil } }
    ) { [store, line] album in
      results.withLock { results in
        results.store(album.changes, of: album.tracks.count, in: store)
        for failure in album.failures { results.fail(failure.path, failure.error) }
        line.show(results.progress)
      }
    }
    let end = results.withLock { $0 }
    line.clear()
    (report.measured, report.unmeasured) = (end.done, end.failures)
    if let error = end.error { throw error }
  }

  /// Finds the tempi of tracks whose tags state none. `report`: receives the numbers of searched tracks and of tempi, and
  /// the failures.
  func findTempi(_ report: inout ScanReport) throws(LibraryError) {
    let tracks = try store.tracksWithoutTempo()
    let rest = Mutex(tracks[...])
    let results = Mutex(Results(total: tracks.count))
    let workers = (0..<max(1, min(ScanMeasurement.threads, tracks.count))).map { _ in
      WorkerThread(name: "tempo") { [self] in
        while results.withLock({ $0.error == nil }), let track = rest.withLock({ $0.popFirst() }),
          let result = search(track)
        {
          results.withLock { add(result, of: track, to: &$0) }
          line.show(results.withLock { $0.progress })
        }
      }
    }
    for worker in workers { worker.join() }
    line.clear()
    let end = results.withLock { $0 }
    (report.searched, report.tempi, report.unsearched) = (end.done, end.found, end.failures)
    if let error = end.error { throw error }
  }

  /// `result`: the tempo, nil if the sound has no regular beat.
  private func add(
    _ result: Result<FoundTempo?, FileError>, of track: TrackLocation, to results: inout Results
  ) {
    switch result {
    case .success(let tempo):
      results.store([.tempo(track, tempo)], of: 1, in: store)
      if tempo != nil, results.error == nil { results.found += 1 }
    case .failure(let error): results.fail(track.path, error)
    }
  }

  /// Returns the tempo that is kept for the song of a track, which the user may have corrected.
  private func songTempo(of track: TrackLocation) -> TempoMap? {
    guard let key = try? TrackKeyReader.key(of: track.path).of(track.section) else { return nil }
    return (try? songs.song(of: key))?.tempo
  }

  /// Searches the tempo of a track; nil if stopped.
  private func search(_ track: TrackLocation) -> Result<FoundTempo?, FileError>? {
    do throws(FileError) {
      if let tempo = songTempo(of: track) { return .success(FoundTempo(bpm: tempo.bpm, confidence: 1)) }
      let search = BeatSearch(decoders: DecoderRegistry())
      switch try search.find(in: track, isCancelled: { StopSignals.hasCome }) {
      case .found(let beats):
        return .success(FoundTempo(beats))
      // The metronome follows a stored tempo.
      case .guess, .noBeat: return .success(nil)
      case .cancelled: return nil
      }
    } catch {
      return .failure(error)
    }
  }
}

extension AlbumLoudness {
  /// The changes of the index, in one batch. Silent tracks have no levels, so that they are not measured again.
  fileprivate var changes: [LibraryChange] { tracks.map { .loudness($0.location, $0.gain) } }
}

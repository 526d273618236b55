import AudioAnalysis
import AudioBase
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

/// `drumdub scan --tempo`: finds the tempi of tracks whose tags state none, and stores them in the index.
struct ScanTempoCommand {
  private static let threads = 2

  let store: LibraryStore
  let line: ProgressLine

  private struct State {
    var rest: ArraySlice<TrackLocation>
    var searched = 0
    var found = 0
    var failures: [ScanReport.Unreadable] = []
    var error: LibraryError?
  }

  private enum Outcome {
    /// Nil if the sound has no regular beat.
    case tempo(FoundTempo?)
    case failure(FileError)
  }

  /// Searches track by track. If it is stopped, the results so far are kept, and the next one searches the rest.
  /// `report`: receives the numbers of searched tracks and of tempi, and the failures.
  func run(_ report: inout ScanReport) throws(LibraryError) {
    let tracks = try store.tracksWithoutTempo()
    let state = Mutex(State(rest: tracks[...]))
    let start = HostTime.now
    let workers = (0..<max(1, min(ScanTempoCommand.threads, tracks.count))).map { _ in
      WorkerThread(name: "tempo") { [self] in
        while let track = state.withLock({ $0.error == nil ? $0.rest.popFirst() : nil }),
          let outcome = search(track)
        {
          state.withLock { add(outcome, of: track, to: &$0) }
          let done = state.withLock { $0.searched + $0.failures.count }
          let seconds = HostTime.now.seconds(since: start)
          line.show(ScanProgress(stage: .reading, done: done, total: tracks.count, seconds: seconds))
        }
      }
    }
    for worker in workers { worker.join() }
    line.clear()
    let end = state.withLock { $0 }
    (report.searched, report.tempi, report.unsearched) = (end.searched, end.found, end.failures)
    if let error = end.error { throw error }
  }

  private func add(_ outcome: Outcome, of track: TrackLocation, to state: inout State) {
    switch outcome {
    case .tempo(let tempo):
      do throws(LibraryError) {
        try store.apply([.tempo(track, tempo)])
        state.searched += 1
        state.found += tempo == nil ? 0 : 1
      } catch {
        state.error = error
      }
    case .failure(let error):
      state.failures.append(.init(path: track.path, reason: ErrorText.reason(error)))
    }
  }

  /// Searches the tempo of a track; nil if stopped.
  private func search(_ track: TrackLocation) -> Outcome? {
    do throws(FileError) {
      let search = BeatSearch(decoders: DecoderRegistry())
      switch try search.find(in: track, isCancelled: { StopSignals.hasCome }) {
      case .found(let beats):
        return .tempo(FoundTempo(bpm: (beats.bpm * 100).rounded() / 100, confidence: beats.confidence))
      case .noBeat: return .tempo(nil)
      case .cancelled: return nil
      }
    } catch {
      return .failure(error)
    }
  }
}

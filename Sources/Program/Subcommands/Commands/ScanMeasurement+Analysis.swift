import AudioAnalysis
import AudioBase
import AudioFiles
import Containers
import Dubbing
import MusicLibrary
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub scan --analyse`: finds beats, key and drums of tracks, each decoded once, and keeps them for their songs.
extension ScanMeasurement {
  private typealias Track = (location: TrackLocation, key: TrackKey?)

  /// What was done so far, by all threads.
  private struct Progress {
    let total: Int
    let start = HostTime.now
    var result = ScanAnalysis()
    /// The error of the index, which ends the analysis.
    var error: LibraryError?

    init(total: Int) { self.total = total }

    var shown: ScanProgress {
      ScanProgress(
        stage: .reading, done: result.analysed + result.known + result.failures.count, total: total,
        seconds: HostTime.now.seconds(since: start))
    }
  }

  /// What was done with a track.
  private enum Outcome {
    case known
    case found(TrackFindings)
    case stopped
  }

  /// Analyses the tracks below some folders, or all tracks, on threads of low priority. What a song knows is not searched for
  /// again, so the next analysis goes on where this one is stopped or killed.
  func analyse(below folders: [FilePath]) throws(LibraryError) -> ScanAnalysis {
    let tracks = try store.tracks(below: folders)
    let rest = Mutex(tracks[...])
    let progress = Mutex(Progress(total: tracks.count))
    let workers = (0..<max(1, min(ScanMeasurement.threads, tracks.count))).map { _ in
      WorkerThread(name: "analysis", isBackground: true) { [self] in
        while progress.withLock({ $0.error == nil }), !StopSignals.hasCome,
          let track = rest.withLock({ $0.popFirst() })
        {
          let outcome = Result { () throws(FileError) in try analyse(track) }
          progress.withLock { add(outcome, of: track.location, to: &$0) }
          line.show(progress.withLock { $0.shown })
        }
      }
    }
    for worker in workers { worker.join() }
    line.clear()
    let end = progress.withLock { $0 }
    if let error = end.error { throw error }
    return end.result
  }

  private func add(
    _ outcome: Result<Outcome, FileError>, of track: TrackLocation, to progress: inout Progress
  ) {
    switch outcome {
    case .success(.stopped): break
    case .success(.known): progress.result.known += 1
    case .success(.found(let findings)):
      do throws(LibraryError) {
        if let beats = findings.beats { try store.apply([.tempo(track, FoundTempo(beats))]) }
      } catch {
        progress.error = error
        return
      }
      progress.result.analysed += 1
      if case .found? = findings.beats { progress.result.beats += 1 }
      if findings.key != nil { progress.result.keys += 1 }
      if case .found? = findings.drums { progress.result.drums += 1 }
    case .failure(let error):
      progress.result.failures.append(.init(path: track.path, reason: ErrorText.reason(error)))
    }
  }

  private func key(of track: Track) throws(FileError) -> TrackKey {
    if let key = track.key { return key }
    return try TrackKeyReader.key(of: track.location.path).of(track.location.section)
  }

  /// Finds what the song of a track does not know, and saves it there.
  private func analyse(_ track: Track) throws(FileError) -> Outcome {
    let (location, decoders) = (track.location, DecoderRegistry())
    let key = try key(of: track)
    let song = try songs.song(of: key) ?? Song()
    let traits = song.unknownTraits
    if traits.isEmpty { return .known }
    var wanted = Set(traits.map(TrackFinding.init))
    // The player makes a signature that is missing alone.
    if song.track?.signature == nil { wanted.insert(.signature) }
    let analyser = TrackAnalyser(decoders: decoders, converters: SampleRateConverterMaker())
    guard
      let found = try analyser.analyse(location, for: wanted, isCancelled: { StopSignals.hasCome })
    else { return .stopped }
    try songs.change(key) { song in
      if song.track == nil { song.track = TrackReference(location, key: key, format: found.format) }
      if song.track?.signature == nil { song.track?.signature = found.signature }
      song.add(found, of: traits)
    }
    return .found(found)
  }
}

extension TrackFinding {
  fileprivate init(_ trait: SongTrait) {
    self =
      switch trait {
      case .beats: .beats
      case .key: .key
      case .drums: .drums
      }
  }
}

extension FoundTempo {
  /// Creates the tempo of the index; nil without a regular beat.
  fileprivate init?(_ result: BeatSearchResult) {
    guard case .found(let beats) = result else { return nil }
    self.init(beats)
  }

  init(_ beats: FoundBeats) {
    self.init(bpm: (beats.bpm * 100).rounded() / 100, confidence: beats.confidence)
  }
}

extension Song {
  /// Adds what was found in the sound of its track. What the player has stored in the meantime stays.
  ///
  /// - Parameter traits: what was searched for.
  fileprivate mutating func add(_ found: TrackFindings, of traits: Set<SongTrait>) {
    if tempo == nil, case .found(let beats)? = found.beats { tempo = TempoMap(beats) }
    if key == nil { key = found.key }
    if drums == nil, case .found(let hits)? = found.drums {
      drums = SongHits(Array(hits.hits.prefix(Song.mostHits)), rate: hits.rate, confidence: hits.confidence)
    }
    without.formUnion(traits.intersection(unknownTraits))
  }
}

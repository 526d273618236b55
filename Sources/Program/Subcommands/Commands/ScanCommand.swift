import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Glibc
import MusicLibrary
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub scan`: updates the index from the disk.
struct ScanCommand {
  private let isJSON: Bool
  private let measuresLoudness: Bool
  private let findsTempi: Bool
  /// Whether the folders are to be removed from the index.
  private let removes: Bool
  private let library: FilePath?
  /// Absolute paths, without links if they exist, as in the index.
  private let folders: [FilePath]

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    (isJSON, removes) = (scanned.has("json"), scanned.has("remove"))
    (measuresLoudness, findsTempi) = (scanned.has("loudness"), scanned.has("tempo"))
    library = try scanned.library()
    folders = scanned.operands.map(MusicFolder.absolute)
    if removes, folders.isEmpty { throw UsageError("--remove needs a folder") }
  }

  package func run() -> Int32 {
    LibraryChoice.withIndex(library) { store throws(LibraryError) in
      try removes ? remove(from: store) : scan(into: store)
    }
  }

  private func scan(into store: LibraryStore) throws(LibraryError) -> Int32 {
    if folders.isEmpty, try store.folders().isEmpty {
      Messages.print("no folder has been scanned yet: name one, as in 'drumdub scan ~/Music'")
      return 1
    }
    StopSignals.watch()
    let line = ProgressLine()
    let scanner = LibraryScanner(
      store: store, workers: TagWorkers.pool(), reason: ErrorText.reason, progress: { line.show($0) },
      isCancelled: { StopSignals.hasCome })
    var report = try scanner.scan(folders)
    line.clear()
    // The one JSON object contains the measurements too.
    let isEarly = !isJSON || !(measuresLoudness || findsTempi)
    if isEarly { tell(report) }
    // The report is already printed, and the next scan does the rest.
    if !StopSignals.hasCome, report.added + report.changed > 0 {
      try scanner.fillInKeys()
      while !StopSignals.hasCome, try store.mergeSearch() {}
    }
    if measuresLoudness, !StopSignals.hasCome {
      try LoudnessCommand(store: store, line: line).run(&report)
      printMeasured(report)
    }
    if findsTempi, !StopSignals.hasCome {
      try ScanTempoCommand(store: store, line: line).run(&report)
      printTempi(report)
    }
    if !isEarly { tell(report) }
    if StopSignals.hasCome { StopSignals.end() }
    return report.failures.isEmpty ? 0 : 1
  }

  /// Removes folders from the index; the files stay on the disk.
  private func remove(from store: LibraryStore) throws(LibraryError) -> Int32 {
    var report = ScanReport()
    for folder in folders {
      if let count = try store.removeFolder(folder) {
        report.removed += count
      } else {
        let reason = "not a folder of the library: name a folder that was scanned"
        report.failures.append(FileError(.readFailed, folder.shown, detail: reason))
      }
    }
    if isJSON {
      tell(report)
    } else {
      for error in report.failures { Messages.print(ErrorText.sentence(error, while: .reading)) }
      print("\(report.removed) \(report.removed == 1 ? "file" : "files") removed from the library")
    }
    return report.failures.isEmpty ? 0 : 1
  }

  private func printMeasured(_ report: ScanReport) {
    if isJSON { return }
    for file in report.unmeasured { Messages.print("cannot measure \(file.path.shown): \(file.reason)") }
    let count = report.measured ?? 0
    print("\(count) \(count == 1 ? "track" : "tracks") measured")
    fflush(nil)
  }

  private func printTempi(_ report: ScanReport) {
    if isJSON { return }
    for file in report.unsearched {
      Messages.print("cannot find the tempo of \(file.path.shown): \(file.reason)")
    }
    let (searched, found) = (report.searched ?? 0, report.tempi ?? 0)
    print(
      "\(found) \(found == 1 ? "tempo" : "tempi") found in \(ShownText.count(searched, "track", "tracks"))")
    fflush(nil)
  }

  private func tell(_ report: ScanReport) {
    for error in report.failures + report.unseen {
      Messages.print(ErrorText.sentence(error, while: .scanning))
    }
    if isJSON {
      print(JSONReport.text(report))
    } else {
      for file in report.unreadable { Messages.print("cannot read \(file.path.shown): \(file.reason)") }
      for file in report.damaged { Messages.print("\(file.path.shown): \(file.reason)") }
      print(report.text)
    }
    fflush(nil)
    if report.wasCancelled { Messages.print("scan stopped; the tracks read so far are kept") }
  }
}

/// The object of `drumdub scan --json`.
extension ScanReport: JSONRepresentable {
  package var json: JSONValue {
    .object([
      "files": files, "added": added, "changed": changed, "moved": moved, "removed": removed,
      "unchanged": unchanged, "away": away, "unreadable": unreadable,
      "damaged": damaged.isEmpty ? nil : damaged, "measured": measured,
      "unmeasured": unmeasured.isEmpty ? nil : unmeasured, "searched": searched, "tempi": tempi,
      "unsearched": unsearched.isEmpty ? nil : unsearched,
      "seconds": (seconds * 1_000).rounded() / 1_000,
    ])
  }
}

extension ScanReport.Unreadable: JSONRepresentable {
  package var json: JSONValue { .object(JSONObject(path: path, ["reason": reason])) }
}

extension ScanReport {
  /// The report as one line: `120 files: 3 added, 1 moved, 116 unchanged; 0.04 s`.
  package var text: String {
    let counts = [
      (added, "added"), (changed, "changed"), (moved, "moved"), (removed, "removed"),
      (unchanged, "unchanged"),
      (away, "away"), (unreadable.count, "unreadable"), (damaged.count, "damaged"),
    ]
    let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let hundredths = Int((seconds * 100).rounded())
    let time = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    return "\(files) \(files == 1 ? "file" : "files")\(told.isEmpty ? "" : ": \(told)"); \(time)"
  }
}

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

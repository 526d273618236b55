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
      try Measurement(store: store, line: line).measureLoudness(&report)
      printMeasured(report)
    }
    if findsTempi, !StopSignals.hasCome {
      try Measurement(store: store, line: line).findTempi(&report)
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

/// What is measured by the sound of tracks, on several threads, and stored in the index. If it is stopped, the results so far
/// are kept, and the next scan measures the rest.
private struct Measurement {
  private static let threads = 2

  let store: LibraryStore
  let line: ProgressLine

  /// What was done so far, by all threads.
  private struct Results {
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
    let workers = (0..<max(1, min(Measurement.threads, tracks.count))).map { _ in
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

  /// Searches the tempo of a track; nil if stopped.
  private func search(_ track: TrackLocation) -> Result<FoundTempo?, FileError>? {
    do throws(FileError) {
      let search = BeatSearch(decoders: DecoderRegistry())
      switch try search.find(in: track, isCancelled: { StopSignals.hasCome }) {
      case .found(let beats):
        return .success(FoundTempo(bpm: (beats.bpm * 100).rounded() / 100, confidence: beats.confidence))
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

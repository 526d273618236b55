import Configuration
import Glibc
import MusicLibrary
import SystemBase
import TerminalUI

/// `drumdub scan`: updates the index from the disk.
struct ScanCommand {
  private let isJSON: Bool
  private let measuresLoudness: Bool
  private let findsTempi: Bool
  private let analyses: Bool
  /// Whether the folders are to be removed from the index.
  private let removes: Bool
  private let library: FilePath?
  /// Absolute paths, without links if they exist, as in the index.
  private let folders: [FilePath]

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    (isJSON, removes) = (scanned.has("json"), scanned.has("remove"))
    (measuresLoudness, findsTempi) = (scanned.has("loudness"), scanned.has("tempo"))
    analyses = scanned.has("analyse")
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
    let isEarly = !isJSON || !(measuresLoudness || findsTempi || analyses)
    if isEarly { tell(report) }
    // The report is already printed, and the next scan does the rest.
    if !StopSignals.hasCome, report.added + report.changed > 0 {
      try scanner.fillInKeys()
      while !StopSignals.hasCome, try store.mergeSearch() {}
    }
    if measuresLoudness, !StopSignals.hasCome {
      try ScanMeasurement(store: store, line: line).measureLoudness(&report)
      printMeasured(report)
    }
    // What songs know is not searched for again.
    if analyses, !StopSignals.hasCome {
      let measurement = ScanMeasurement(store: store, line: line)
      let analysis = try measurement.analyse(below: folders)
      report.analysis = analysis
      printAnalysis(analysis)
    }
    if findsTempi, !StopSignals.hasCome {
      try ScanMeasurement(store: store, line: line).findTempi(&report)
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

  private func printAnalysis(_ analysis: ScanAnalysis) {
    if isJSON { return }
    for file in analysis.failures { Messages.print("cannot analyse \(file.path.shown): \(file.reason)") }
    let counts = "beats in \(analysis.beats), keys in \(analysis.keys), drums in \(analysis.drums)"
    let tracks = ShownText.count(analysis.analysed, "track", "tracks")
    print("\(tracks) analysed: \(counts); \(analysis.known) were known")
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
      "unsearched": unsearched.isEmpty ? nil : unsearched, "analysed": analysis?.analysed,
      "known": analysis?.known, "beats": analysis?.beats, "keys": analysis?.keys, "drums": analysis?.drums,
      "unanalysed": analysis.flatMap { $0.failures.isEmpty ? nil : $0.failures },
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

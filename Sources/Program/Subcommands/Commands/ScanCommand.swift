import Configuration
import Glibc
import MusicLibrary
import SystemBase
import TerminalUI

/// `drumdub scan`: updates the index from the disk.
struct ScanCommand {
  private let arguments: ScanArguments

  init(_ arguments: [FilePath]) throws(UsageError) { self.arguments = try ScanArguments(arguments) }

  package func run() -> Int32 {
    do throws(LibraryError) {
      return try LibraryStore.withIndex(LibraryChoice.path(arguments.library)) {
        opening throws(LibraryError) in
        if let notice = opening.notice { Messages.print(LibraryText.sentence(notice)) }
        return try arguments.removes ? remove(from: opening.store) : scan(into: opening.store)
      }
    } catch {
      Messages.print(ErrorText.sentence(error))
      return 1
    }
  }

  private func scan(into store: LibraryStore) throws(LibraryError) -> Int32 {
    if arguments.folders.isEmpty, try store.folders().isEmpty {
      Messages.print("no folder has been scanned yet: name one, as in 'drumdub scan ~/Music'")
      return 1
    }
    StopSignals.watch()
    let line = ProgressLine()
    let scanner = LibraryScanner(
      store: store, workers: TagWorkers.pool(), reason: ErrorText.reason, progress: { line.show($0) },
      isCancelled: { StopSignals.hasCome })
    var report = try scanner.scan(arguments.folders)
    line.clear()
    // The one JSON object contains the measurements too.
    let isEarly = !arguments.isJSON || !(arguments.measuresLoudness || arguments.findsTempi)
    if isEarly { tell(report) }
    // The report is already printed, and the next scan does the rest.
    if !StopSignals.hasCome, report.added + report.changed > 0 {
      try scanner.fillInKeys()
      while !StopSignals.hasCome, try store.mergeSearch() {}
    }
    if arguments.measuresLoudness, !StopSignals.hasCome {
      try LoudnessCommand(store: store, line: line).run(&report)
      printMeasured(report)
    }
    if arguments.findsTempi, !StopSignals.hasCome {
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
    for folder in arguments.folders {
      if let count = try store.removeFolder(folder) {
        report.removed += count
      } else {
        let reason = "not a folder of the library: name a folder that was scanned"
        report.failures.append(FileError(.readFailed, folder.shown, detail: reason))
      }
    }
    if arguments.isJSON {
      tell(report)
    } else {
      for error in report.failures { Messages.print(ErrorText.sentence(error, while: .reading)) }
      print("\(report.removed) \(report.removed == 1 ? "file" : "files") removed from the library")
    }
    return report.failures.isEmpty ? 0 : 1
  }

  private func printMeasured(_ report: ScanReport) {
    if arguments.isJSON { return }
    for file in report.unmeasured { Messages.print("cannot measure \(file.path.shown): \(file.reason)") }
    let count = report.measured ?? 0
    print("\(count) \(count == 1 ? "track" : "tracks") measured")
    fflush(nil)
  }

  private func printTempi(_ report: ScanReport) {
    if arguments.isJSON { return }
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
    if arguments.isJSON {
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

/// The command line of `drumdub scan`.
struct ScanArguments {
  private(set) var isJSON = false
  private(set) var measuresLoudness = false
  private(set) var findsTempi = false
  /// Whether the folders are to be removed from the index.
  private(set) var removes = false
  private(set) var library: FilePath?
  /// Absolute paths, without links if they exist, as in the index.
  private(set) var folders: [FilePath] = []

  private static let names = [
    OptionName(long: "json", takesValue: false),
    OptionName(long: "loudness", takesValue: false),
    OptionName(long: "tempo", takesValue: false),
    OptionName(long: "remove", takesValue: false),
    LibraryChoice.option,
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: ScanArguments.names)
    for (name, value) in scanned.options {
      switch name {
      case "json": isJSON = true
      case "loudness": measuresLoudness = true
      case "tempo": findsTempi = true
      case "remove": removes = true
      case "library":
        guard !value.isEmpty else { throw UsageError("--library needs a file") }
        library = value
      default: break
      }
    }
    folders = scanned.operands.map(MusicFolder.absolute)
    if removes, folders.isEmpty { throw UsageError("--remove needs a folder") }
  }
}

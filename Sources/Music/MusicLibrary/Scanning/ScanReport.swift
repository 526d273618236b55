import SystemBase

package struct ScanReport: Hashable, Sendable {
  /// A file that could not be read or measured, with the reason.
  package struct Unreadable: Hashable, Sendable {
    package var path: FilePath
    package var reason: String

    package init(path: FilePath, reason: String) { (self.path, self.reason) = (path, reason) }
  }

  /// The number of files on disk.
  package var files = 0
  package var added = 0
  package var changed = 0
  package var moved = 0
  package var removed = 0
  package var unchanged = 0
  /// The number of unchanged files that were read again, because the tag reader has a new version.
  package var readAgain = 0
  /// The number of files on drives that are not mounted.
  package var away = 0
  /// Whether tracks that were away may be present again.
  package var mayHaveReturned = false
  /// All unreadable files below the folders, including those that an earlier scan found.
  package var unreadable: [Unreadable] = []
  /// Files in the index whose sound is cut off or damaged, those of earlier scans too.
  package var damaged: [Unreadable] = []
  package var seconds = 0.0
  /// The number of tracks whose loudness was measured after the scan; nil if that was not requested.
  package var measured: Int?
  /// The tracks whose loudness could not be measured.
  package var unmeasured: [Unreadable] = []
  /// The number of tracks whose tempo was searched after the scan; nil if that was not requested.
  package var searched: Int?
  /// The number of tempi that were found.
  package var tempi: Int?
  /// The tracks that could not be decoded to find their tempo.
  package var unsearched: [Unreadable] = []
  /// What was found by the sound of tracks after the scan; nil if that was not requested.
  package var analysis: ScanAnalysis?
  /// The requested folders that do not exist and never did, or cannot be read.
  package var failures: [FileError] = []
  /// The subfolders and files that could not be read; what the index has of them is kept.
  package var unseen: [FileError] = []
  /// Whether the scan was cancelled. The changes written before stay in the index.
  package var wasCancelled = false

  package init() {}
}

/// The result of an analysis of tracks by their sound.
package struct ScanAnalysis: Hashable, Sendable {
  /// The number of tracks that were decoded.
  package var analysed = 0
  /// The number of tracks of which all was known before.
  package var known = 0
  /// The numbers of analysed tracks with beats, with a key and with drums, of those that had none before.
  package var (beats, keys, drums) = (0, 0, 0)
  /// The tracks that could not be decoded, or whose song could not be read or saved.
  package var failures: [ScanReport.Unreadable] = []

  package init() {}
}

/// The progress of a stage of a scan.
package struct ScanProgress: Hashable, Sendable {
  /// The stages of a scan: walking the folders, reading tags, computing keys.
  package enum Stage: Hashable, Sendable {
    case looking, reading
    /// Computing keys, after the results of the scan are available.
    case naming
  }

  package var stage: Stage
  /// The number of files that are done, and of all files of the stage.
  package var done: Int
  package var total: Int
  /// The seconds since the stage began.
  package var seconds: Double

  package init(stage: Stage, done: Int, total: Int, seconds: Double) {
    (self.stage, self.done, self.total, self.seconds) = (stage, done, total, seconds)
  }

  package var perSecond: Double { seconds > 0 ? Double(done) / seconds : 0 }

  /// The estimated seconds that remain; nil if it is too early for an estimate.
  package var remaining: Double? {
    done > 0 && seconds > 0.2 ? Double(total - done) / perSecond : nil
  }
}

/// Reports the progress of a stage at most ten times a second.
struct ProgressMeter {
  private let stage: ScanProgress.Stage
  private let total: Int
  private let tell: @Sendable (ScanProgress) -> Void
  private let start = HostTime.now
  private var last: HostTime?

  init(_ stage: ScanProgress.Stage, total: Int, tell: @escaping @Sendable (ScanProgress) -> Void) {
    (self.stage, self.total, self.tell) = (stage, total, tell)
  }

  mutating func show(_ done: Int) {
    if let last, HostTime.now.seconds(since: last) < 0.1, done < total { return }
    last = .now
    tell(ScanProgress(stage: stage, done: done, total: total, seconds: HostTime.now.seconds(since: start)))
  }
}

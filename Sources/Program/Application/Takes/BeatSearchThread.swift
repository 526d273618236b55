import AudioBase
import SystemBase

/// A report of the search for the beats of a track.
package enum BeatSearchReport: Sendable {
  /// The part that is done, 0…1.
  case progress(Double)
  case ended(TrackLocation, Result<BeatSearchResult, FileError>)
}

/// Finds the beats of one track at a time, on a thread of its own. Main thread.
@MainActor
package final class BeatSearchThread {
  private nonisolated static let progressInterval = 1.0

  private let finder: any BeatFinding
  private let report: @Sendable (BeatSearchReport) -> Void
  private var cancellation: CancelFlag?

  /// Creates a search without a thread, on which `report` is called.
  package init(_ finder: any BeatFinding, report: @escaping @Sendable (BeatSearchReport) -> Void) {
    (self.finder, self.report) = (finder, report)
  }

  var isRunning: Bool { cancellation != nil }

  /// Starts the search. Its end is reported in any case.
  func start(_ track: TrackLocation) {
    let (finder, report, cancellation) = (finder, report, CancelFlag())
    self.cancellation = cancellation
    _ = WorkerThread(name: "tempo", isBackground: true) {
      var told = HostTime.now
      let result = Result { () throws(FileError) in
        try finder.find(
          in: track, isCancelled: { cancellation.isCancelled },
          progress: { part in
            guard HostTime.now.seconds(since: told) >= BeatSearchThread.progressInterval else { return }
            told = .now
            report(.progress(part))
          })
      }
      report(.ended(track, result))
    }
  }

  func cancel() { cancellation?.cancel() }

  /// Notes that the end of the search was reported.
  func hasEnded() { cancellation = nil }
}

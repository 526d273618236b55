import AudioBase
import SystemBase

/// A search for what is found by the sound of a track.
struct AnalysisSearch: Hashable, Sendable {
  let track: TrackLocation
  fileprivate let number: Int
}

/// Analyses the sound of tracks on other threads. Searches of one track that run at the same time decode it once. Main thread.
@MainActor
final class SongAnalyser {
  /// Seconds between two reports of progress.
  private nonisolated static let progressInterval = 1.0

  /// A track that is decoded, and the searches that wait for the result, in their order.
  private struct Job {
    let flag = CancelFlag()
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    let search: AnalysisSearch
    let progress: (Double) -> Void
    let receive: (Result<SongAnalysis, FileError>) -> Void
  }

  private let finder: any BeatFinding
  private let main: MainThread
  private var jobs: [TrackLocation: Job] = [:]
  private var count = 0

  init(_ finder: any BeatFinding, main: MainThread) { (self.finder, self.main) = (finder, main) }

  /// Starts to analyse a track, or waits with the searches that have started to.
  ///
  /// - Parameters:
  ///   - progress: receives the part that is done, 0…1, about once a second.
  ///   - receive: receives the result, unless the search is cancelled.
  func search(
    _ track: TrackLocation, progress: @escaping (Double) -> Void = { _ in },
    receive: @escaping (Result<SongAnalysis, FileError>) -> Void
  ) -> AnalysisSearch {
    count += 1
    let search = AnalysisSearch(track: track, number: count)
    if jobs[track] == nil { jobs[track] = start(track) }
    jobs[track]?.waiting.append(Waiting(search: search, progress: progress, receive: receive))
    return search
  }

  /// Ends a search. If no other search waits for the track, it is not decoded any further.
  func cancel(_ search: AnalysisSearch) {
    jobs[search.track]?.waiting.removeAll { $0.search == search }
    guard let job = jobs[search.track], job.waiting.isEmpty else { return }
    job.flag.cancel()
    jobs[search.track] = nil
  }

  private func start(_ track: TrackLocation) -> Job {
    let (job, finder) = (Job(), finder)
    let flag = job.flag
    let report = main.sender { [weak self] (part: Double) in self?.report(part, of: track, flag) }
    let analyse: @Sendable () -> Result<SongAnalysis, FileError> = {
      var told = HostTime.now
      return Result { () throws(FileError) in
        try finder.analyse(
          track, isCancelled: { flag.isCancelled },
          progress: { part in
            guard HostTime.now.seconds(since: told) >= SongAnalyser.progressInterval else { return }
            told = .now
            report(part)
          })
      }
    }
    main.run("analysis", isBackground: true, analyse) { [weak self] in self?.receive($0, of: track, flag) }
    return job
  }

  private func report(_ part: Double, of track: TrackLocation, _ flag: CancelFlag) {
    guard let job = jobs[track], job.flag === flag else { return }
    for waiting in job.waiting { waiting.progress(part) }
  }

  private func receive(
    _ result: Result<SongAnalysis, FileError>, of track: TrackLocation, _ flag: CancelFlag
  ) {
    guard let job = jobs[track], job.flag === flag else { return }
    jobs[track] = nil
    for waiting in job.waiting { waiting.receive(result) }
  }
}

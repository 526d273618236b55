import AudioBase
import SystemBase

/// A search for what is found by the sound of a track.
struct AnalysisSearch: Hashable, Sendable {
  fileprivate let number: Int
}

/// Analyses the sound of tracks on other threads. Searches of one track that run at the same time decode it once. Main thread.
@MainActor
final class SongAnalyser {
  /// A track that is decoded, and the searches that wait for the result, in their order.
  private struct Job {
    let track: TrackLocation
    let hasDrums: Bool
    let flag = CancelFlag()
    /// Whether progress was reported.
    var isLate = false
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    let search: AnalysisSearch
    let progress: (Double) -> Void
    let receive: (Result<SongAnalysis, FileError>) -> Void
  }

  private let finder: any SongAnalysing
  private let main: MainThread
  /// Seconds between two reports of progress.
  private let progressInterval: Double
  /// At most two of a track, of which one has drums.
  private var jobs: [Job] = []
  private var count = 0

  init(_ finder: any SongAnalysing, main: MainThread, progressInterval: Double = 1) {
    (self.finder, self.main, self.progressInterval) = (finder, main, progressInterval)
  }

  /// Starts to analyse a track, or waits with the searches that have started to.
  ///
  /// The search for drums takes longer, so it is only made where it is wanted. If the track has just begun to be decoded
  /// without it, that is begun again with it.
  ///
  /// - Parameters:
  ///   - progress: receives the part that is done, 0…1, about once a second.
  ///   - receive: receives the result, unless the search is cancelled.
  func search(
    _ track: TrackLocation, withDrums: Bool = false, progress: @escaping (Double) -> Void = { _ in },
    receive: @escaping (Result<SongAnalysis, FileError>) -> Void
  ) -> AnalysisSearch {
    count += 1
    let search = AnalysisSearch(number: count)
    let waiting = Waiting(search: search, progress: progress, receive: receive)
    if let index = jobs.firstIndex(where: { $0.track == track && ($0.hasDrums || !withDrums) }) {
      jobs[index].waiting.append(waiting)
      return search
    }
    var job = Job(track: track, hasDrums: withDrums)
    if let index = jobs.firstIndex(where: { $0.track == track && !$0.isLate }) {
      let former = jobs.remove(at: index)
      former.flag.cancel()
      job.waiting = former.waiting
    }
    job.waiting.append(waiting)
    jobs.append(job)
    start(job)
    return search
  }

  /// Ends a search. If no other search waits for the result, the track is not decoded any further.
  func cancel(_ search: AnalysisSearch) {
    guard let index = jobs.firstIndex(where: { $0.waiting.contains { $0.search == search } }) else { return }
    jobs[index].waiting.removeAll { $0.search == search }
    if jobs[index].waiting.isEmpty { jobs.remove(at: index).flag.cancel() }
  }

  private func start(_ job: Job) {
    let (track, withDrums, flag) = (job.track, job.hasDrums, job.flag)
    let (finder, interval) = (finder, progressInterval)
    let report = main.sender { [weak self] (part: Double) in self?.report(part, flag) }
    let analyse: @Sendable () -> Result<SongAnalysis, FileError> = {
      var told = HostTime.now
      return Result { () throws(FileError) in
        try finder.analyse(
          track, withDrums: withDrums, isCancelled: { flag.isCancelled },
          progress: { part in
            guard HostTime.now.seconds(since: told) >= interval else { return }
            told = .now
            report(part)
          })
      }
    }
    main.run("analysis", isBackground: true, analyse) { [weak self] in self?.receive($0, flag) }
  }

  private func report(_ part: Double, _ flag: CancelFlag) {
    guard let index = jobs.firstIndex(where: { $0.flag === flag }) else { return }
    jobs[index].isLate = true
    for waiting in jobs[index].waiting { waiting.progress(part) }
  }

  private func receive(_ result: Result<SongAnalysis, FileError>, _ flag: CancelFlag) {
    guard let index = jobs.firstIndex(where: { $0.flag === flag }) else { return }
    for waiting in jobs.remove(at: index).waiting { waiting.receive(result) }
  }
}

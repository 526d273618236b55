import MusicFiles
import SystemBase
import TrackTags

extension LibraryScanner {
  /// The number of jobs that are submitted ahead: enough to keep the workers busy, few enough to limit
  /// memory.
  private static let ahead = 40

  /// Reads the tags of all files that a plan wants, and writes them to the index.
  ///
  /// - Parameter first: changes for the first batch.
  func read(
    _ plan: ScanPlan, _ lookup: inout CueSheetLookup, first: [LibraryChange], into report: inout ScanReport
  ) throws(LibraryError) {
    let wanted = plan.wanted
    let jobs = TagWorkerPool.jobs(wanted.map(\.path))
    // For each job, the index of its first file.
    let starts = jobs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    let inbox = Mailbox<(job: Int, answers: [TagAnswer])>()
    var batch = ChangeBatch(store)
    var meter = ProgressMeter(.reading, total: wanted.count, tell: progress)
    batch.add(first)
    var (sent, received, done) = (0, 0, 0)
    while received < jobs.count && !isCancelled() {
      while sent < jobs.count, sent - received < LibraryScanner.ahead {
        let job = sent
        workers.read(jobs[job]) { inbox.post((job, $0)) }
        sent += 1
      }
      // The timeout lets a cancelled scan end within a tenth of a second.
      for (job, answers) in inbox.receive(milliseconds: 100) {
        received += 1
        done += answers.count
        batch.add(changes(answers, from: starts[job], of: plan, wanted, &lookup, into: &report))
      }
      try batch.writeWhenDue()
      meter.show(done)
    }
    try batch.write()
  }

  private func changes(
    _ answers: [TagAnswer], from start: Int, of plan: ScanPlan, _ wanted: [ScannedFile],
    _ lookup: inout CueSheetLookup, into report: inout ScanReport
  ) -> [LibraryChange] {
    answers.enumerated().compactMap { offset, answer in
      let file = wanted[start + offset]
      switch answer {
      case .track(var track):
        if let parts = lookup.parts(of: track.path) { track.parts = parts }
        let origin = plan.origin(ofWanted: start + offset)
        switch origin {
        case .changed: report.changed += 1
        case .added: report.added += 1
        case .moved: break
        case .outdated: report.readAgain += 1
        }
        return .read(
          track, file.stamp, damage: track.damage.map(reason), isUnchanged: origin == .outdated)
      // The file was deleted meanwhile; the next scan removes it.
      case .failed(let error) where error.code == .notFound: return nil
      case .failed(let error): return .unreadable(file.path, file.stamp, reason: reason(error))
      case .picture, .lyrics, .texts, .edited:
        return .unreadable(file.path, file.stamp, reason: reason(TagWorkerPool.mismatch(file.path)))
      }
    }
  }
}

import SystemBase
import TrackTags

extension LibraryScanner {
  /// Jobs that workers may have ahead of the index: enough that they never wait, few enough for the memory.
  private static let ahead = 40

  /// Reads the tags of all files that a plan wants read, and takes them into the index.
  ///
  /// - Parameter first: changes for the first batch.
  func read(
    _ plan: ScanPlan, _ book: inout CueSheetLookup, first: [LibraryChange], into report: inout ScanReport
  ) throws(LibraryError) {
    let wanted = plan.wanted
    let jobs = TagWorkerPool.jobs(wanted.map(\.path))
    // Of each job, the place of its first file.
    let starts = jobs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    let inbox = AnswerInbox()
    var batch = ChangeBatch(store)
    var meter = ProgressMeter(.reading, total: wanted.count, tell: progress)
    batch.add(first)
    var (sent, received, done) = (0, 0, 0)
    while received < jobs.count && !isCancelled() {
      while sent < jobs.count, sent - received < LibraryScanner.ahead {
        let job = sent
        workers.read(jobs[job]) { inbox.put(job, $0) }
        sent += 1
      }
      for (job, answers) in inbox.take() {
        received += 1
        done += answers.count
        batch.add(changes(answers, from: starts[job], of: plan, wanted, &book, into: &report))
      }
      try batch.writeWhenDue()
      meter.show(done)
    }
    try batch.write()
  }

  private func changes(
    _ answers: [TagAnswer], from start: Int, of plan: ScanPlan, _ wanted: [ScannedFile],
    _ book: inout CueSheetLookup, into report: inout ScanReport
  ) -> [LibraryChange] {
    answers.enumerated().compactMap { offset, answer in
      let file = wanted[start + offset]
      switch answer {
      case .track(var track):
        if let parts = book.parts(of: track.path) { track.parts = parts }
        switch plan.sort(ofWanted: start + offset) {
        case .changed: report.changed += 1
        case .added: report.added += 1
        case .moved: break
        }
        return .read(track, file.stamp)
      // It has gone since it was seen: the next scan sees that.
      case .failed(let error) where error.code == .notFound: return nil
      case .failed(let error): return .unreadable(file.path, file.stamp, reason: reason(error))
      case .picture:
        return .unreadable(file.path, file.stamp, reason: reason(TagWorkerPool.mismatch(file.path)))
      }
    }
  }
}

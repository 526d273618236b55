import Dubbing
import Synchronization
import SystemBase

/// Runs exports on a thread of their own, one at a time. Any thread.
package final class ExportWorker: Sendable {
  private let service: ExportService
  private let running = Mutex<(thread: WorkerThread, flag: CancelFlag)?>(nil)

  package init(_ service: ExportService) { self.service = service }

  package func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {
    let flag = CancelFlag()
    let worker = WorkerThread(name: "export") { [self] in export(request, flag, report) }
    let former = running.withLock { running in
      defer { running = (worker, flag) }
      return running
    }
    former?.thread.join()
  }

  /// Ends the export soon; it is reported as cancelled.
  package func cancel() { running.withLock { $0 }?.flag.cancel() }

  /// Cancels the export and waits for its end.
  package func stop() {
    cancel()
    running.withLock { $0.take() }?.thread.join()
  }

  private func export(
    _ request: ExportRequest, _ flag: CancelFlag, _ report: @escaping @Sendable (ExportReport) -> Void
  ) {
    let job: ExportJob
    do throws(FileError) {
      job = try service.job(request.take, request.options, levels: request.levels, gain: request.gain)
    } catch {
      return report(.ended(.refused(error)))
    }
    for notice in job.notices { report(.message(.notice(notice))) }
    do throws(ExportError) {
      let result = try job.run(report: { report(.progress($0)) }, isCancelled: { flag.isCancelled })
      for case let problem? in result.files.map(\.tagProblem) { report(.message(.tagsMissing(problem))) }
      if let problem = result.problem { report(.message(.endedEarly(problem))) }
      report(.ended(result.files.first.map { .finished($0.path, count: result.files.count) }))
    } catch {
      report(.ended(.failed(error)))
    }
  }
}

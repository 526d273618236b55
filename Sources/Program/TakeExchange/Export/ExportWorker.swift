import Dubbing
import Synchronization
import SystemBase

/// Runs exports on a thread of their own, one after the other. Any thread.
package final class ExportWorker: Sendable {
  private let service: ExportService
  private let thread = SerialWorker(name: "export")
  private let current = Mutex(CancelFlag())

  package init(_ service: ExportService) { self.service = service }

  package func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {
    let flag = CancelFlag()
    current.withLock { $0 = flag }
    thread.run { [self] in export(request, flag, report) }
  }

  /// Ends the export soon; it is reported as cancelled.
  package func cancel() { current.withLock { $0.cancel() } }

  /// Cancels the export and waits for its end.
  package func stop() {
    cancel()
    thread.stop()
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
      for shortfall in result.shortfalls { report(.message(.fallsShort(shortfall))) }
      if let problem = result.problem { report(.message(.endedEarly(problem))) }
      report(
        .ended(result.files.first.map { .finished($0.path, count: result.files.count, mixer: job.mixer) }))
    } catch {
      report(.ended(.failed(error)))
    }
  }
}

import Dubbing
import Synchronization
import SystemBase

/// Runs exports on a thread of their own, one at a time. Any thread.
package final class ExportWorker: Sendable {
  private let service: ExportService
  private let isCancelled = Atomic<Bool>(false)
  private let thread = Mutex<WorkerThread?>(nil)

  package init(_ service: ExportService) { self.service = service }

  /// Starts an export. The one before must have ended.
  ///
  /// - Parameter report: called on the thread of the export.
  package func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {
    isCancelled.store(false, ordering: .relaxed)
    let worker = WorkerThread(name: "export") { [self] in export(request, report) }
    let former = thread.withLock { thread in
      defer { thread = worker }
      return thread.take()
    }
    former?.join()
  }

  /// Ends the export soon; it is reported as cancelled.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Cancels the export and waits for its end.
  package func stop() {
    cancel()
    thread.withLock { $0.take() }?.join()
  }

  private func export(_ request: ExportRequest, _ report: @escaping @Sendable (ExportReport) -> Void) {
    let job: ExportJob
    do throws(FileError) {
      job = try service.job(request.take, request.options, levels: request.levels, gain: request.gain)
    } catch {
      return report(.refused(error))
    }
    for notice in job.notices { report(.notice(notice)) }
    do throws(ExportError) {
      let result = try job.run(
        report: { report(.progress($0)) },
        isCancelled: { [self] in isCancelled.load(ordering: .relaxed) })
      report(.finished(result))
    } catch {
      report(.failed(error))
    }
  }
}

import AudioBase
import Dubbing
import Observation
import Player
import SystemBase

/// A report of the thread of an export.
package enum ExportReport: Sendable {
  /// The fraction that is done.
  case progress(Double)
  case message(ExportMessage)
  /// It has ended, which the message says; nil if it has written no file.
  case ended(ExportMessage?)

  /// What becomes of it while others wait for the main thread.
  package var kind: MainThread.Call.Kind { if case .progress = self { .value("export") } else { .result } }
}

package enum ExportMessage: Hashable, Sendable {
  case notice(ExportNotice)
  /// The export is complete: the path of the mix, the number of files, and the mixer of the sound.
  case finished(FilePath, count: Int, mixer: ExportedMixer? = nil)
  /// The music ended before its end.
  case endedEarly(FileError)
  case tagsMissing(FileError)
  /// The files are complete, but not all that was asked for.
  case fallsShort(ExportShortfall)
  /// The export could not be prepared.
  case refused(FileError)
  case failed(ExportError)
  /// There is no take to export.
  case noTake

  package var severity: Severity {
    switch self {
    case .finished, .noTake, .failed(.cancelled): .info
    case .notice, .endedEarly, .tagsMissing, .fallsShort: .warning
    case .refused, .failed: .error
    }
  }
}

package struct ExportRequest: Sendable {
  package var take: Take
  package var options: ExportOptions
  package var levels: TakeExport.Levels
  package var gain: ReplayGain?
}

/// Runs exports for `ExportController` on another thread.
@MainActor
package protocol ExportServing: AnyObject {
  /// Starts an export. The one before must have ended. `report` is called on the thread of the export.
  func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void)
  func cancel()
}

extension ExportWorker: ExportServing {}

/// Exports takes from the screen, one at a time. Main thread; no function waits.
@MainActor @Observable
package final class ExportController {
  /// The fraction that is done; nil if nothing is exported.
  package private(set) var progress: Double?
  @ObservationIgnored private let service: any ExportServing
  @ObservationIgnored private let main: MainThread
  /// Where exports are written if the user names no place.
  @ObservationIgnored package let folder: FilePath
  @ObservationIgnored package var onMessage: (ExportMessage) -> Void = { _ in }
  @ObservationIgnored package var onChange: () -> Void = {}

  package init(service: any ExportServing, folder: FilePath, main: MainThread) {
    (self.service, self.folder, self.main) = (service, folder, main)
  }

  package var isRunning: Bool { progress != nil }

  /// Starts an export, unless one is running.
  package func start(_ take: Take, _ options: ExportOptions, levels: TakeExport.Levels, gain: ReplayGain?) {
    if isRunning { return }
    progress = 0
    service.run(
      ExportRequest(take: take, options: options, levels: levels, gain: gain),
      report: main.sender(kind: \.kind) { [weak self] in self?.receive($0) })
  }

  package func cancel() { if isRunning { service.cancel() } }

  package func receive(_ report: ExportReport) {
    switch report {
    case .progress(let fraction): if isRunning { progress = fraction }
    case .message(let message): onMessage(message)
    case .ended(let message):
      progress = nil
      if let message { onMessage(message) }
    }
    onChange()
  }
}

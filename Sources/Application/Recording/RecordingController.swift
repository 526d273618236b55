import AudioBase
import MixEngine
import Player
import SystemBase

/// Records the output of the player to files. Main thread.
@MainActor
package final class RecordingController {
  /// Opens a file that was created for a recording. Called on the recorder's thread.
  package typealias Opening =
    @Sendable (FilePath, RecordingFile.Format, SampleRate) throws(FileError) -> any AudioFileWriter

  /// Returns where the next recording is written, if the user names no file.
  package var nextFile: () -> RecordingFile
  package var onNotice: (RecordingNotice) -> Void = { _ in }

  private let engine: EngineControl
  private let open: Opening
  private let report: ReportSink
  private var recorder: OutputRecorder?
  /// The file of the recording; nil until it is created.
  package private(set) var file: FilePath?

  /// Creates a controller without a recording.
  ///
  /// - Parameter report: called on the recorder's thread.
  package init(
    _ engine: EngineControl, nextFile: @escaping () -> RecordingFile, open: @escaping Opening,
    report: @escaping ReportSink
  ) {
    (self.engine, self.nextFile, self.open, self.report) = (engine, nextFile, open, report)
  }

  package var isRecording: Bool { recorder != nil }

  /// The seconds that were written; nil if nothing is recorded.
  package var seconds: Double? { recorder?.length.seconds(at: engine.sampleRate) }

  /// Starts a recording. If one is running, ends it.
  package func toggle() {
    if isRecording { stop() } else { start(nextFile()) }
  }

  /// Starts a recording.
  package func start(_ target: RecordingFile) {
    guard !isRecording else { return }
    let (open, report, rate) = (open, report, engine.sampleRate)
    recorder = OutputRecorder(
      engine,
      open: { () throws(FileError) in
        let path = try target.create()
        report(.recording(.began(path)))
        return try open(path, target.format, rate)
      },
      report: { event in
        switch event {
        case .gap(let count): report(.recording(.gap(seconds: count.seconds(at: rate))))
        case .failed(let error): report(.recording(.failed(error)))
        }
      })
  }

  /// Ends the recording and reports its file.
  package func stop() {
    guard let recorder else { return }
    recorder.stop()
    guard let seconds else { return }
    self.recorder = nil
    if let file { onNotice(.saved(file, seconds: seconds)) }
    file = nil
  }

  /// Ends the recording at the end of the program. The returned function waits until the file is closed; it may be
  /// called on another thread.
  package func finish() -> @Sendable () -> Void {
    let recorder = recorder
    return { recorder?.stop() }
  }

  package func receive(_ report: RecordingReport) {
    guard isRecording else { return }
    switch report {
    case .began(let path):
      file = path
      onNotice(.began(path))
    case .gap(let seconds): onNotice(.gap(seconds: seconds))
    case .failed(let error):
      let kept = seconds ?? 0
      recorder?.stop()
      recorder = nil
      onNotice(.failed(error, kept: kept))
      file = nil
    }
  }

  func warnOfQuitting() { onNotice(.quitWhileRecording) }
}

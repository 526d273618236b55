import AudioBase
import MixEngine
import Player
import SystemBase

/// Records the output of the player to files. Main thread, which does not wait for a disk.
@MainActor
package final class RecordingController {
  /// Opens a file that was created for a recording. Called on the recorder's thread.
  package typealias Opening =
    @Sendable (FilePath, RecordingFile.Format, SampleRate) throws(FileError) -> any AudioFileWriter

  /// A recording whose file is not closed yet.
  private struct Recording {
    let recorder: OutputRecorder
    /// Nil until the file is created.
    var file: FilePath?
  }

  /// Returns where the next recording is written, if the user names no file.
  package var nextFile: () -> RecordingFile
  package var onNotice: (RecordingNotice) -> Void = { _ in }

  private let engine: EngineControl
  private let open: Opening
  private let main: MainThread
  /// By their serial numbers. Those before the current one are being closed.
  private var recordings: [Int: Recording] = [:]
  private var serial = 0
  package private(set) var isRecording = false

  package init(
    _ engine: EngineControl, nextFile: @escaping () -> RecordingFile, open: @escaping Opening,
    main: MainThread
  ) {
    (self.engine, self.nextFile, self.open, self.main) = (engine, nextFile, open, main)
  }

  private var current: Recording? { isRecording ? recordings[serial] : nil }

  /// The seconds that were written; nil if nothing is recorded.
  package var seconds: Double? { current?.recorder.length.seconds(at: engine.sampleRate) }

  /// Starts a recording. If one is running, ends it.
  package func toggle() {
    if isRecording { stop() } else { start(nextFile()) }
  }

  package func start(_ target: RecordingFile) {
    guard !isRecording else { return }
    serial += 1
    isRecording = true
    let (open, rate) = (open, engine.sampleRate)
    let report = main.sender { [weak self, serial] in self?.receive($0, serial: serial) }
    let ended = main.sender { [weak self, serial] in self?.hasEnded($0, serial: serial) }
    recordings[serial] = Recording(
      recorder: OutputRecorder(
        engine,
        open: { () throws(FileError) in
          let path = try target.create()
          report(.began(path, existing: path == target.path ? nil : target.path))
          return try open(path, target.format, rate)
        },
        report: { event in
          switch event {
          case .gap(let count): report(.gap(seconds: count.seconds(at: rate)))
          case .failed(let error, let kept): report(.failed(error, kept: kept.seconds(at: rate)))
          case .ended(let length): ended(length.seconds(at: rate))
          }
        }))
  }

  /// Ends the recording. Its file is reported when it is closed.
  package func stop() {
    current?.recorder.stop()
    isRecording = false
  }

  /// Ends the recording at the end of the program. The returned function waits until all files are closed; it may be
  /// called on another thread. Nil if no file is open.
  package func finish() -> (@Sendable () -> Void)? {
    let recorders = recordings.values.map(\.recorder)
    if recorders.isEmpty { return nil }
    return { for end in recorders.map({ $0.stop() }) { end() } }
  }

  private func receive(_ notice: RecordingNotice, serial: Int) {
    if case .began(let path, _) = notice { recordings[serial]?.file = path }
    if case .failed = notice { remove(serial) }
    onNotice(notice)
  }

  /// Handles that the file of a recording is closed.
  private func hasEnded(_ seconds: Double, serial: Int) {
    if let file = remove(serial)?.file { onNotice(.saved(file, seconds: seconds)) }
  }

  @discardableResult
  private func remove(_ serial: Int) -> Recording? {
    if serial == self.serial { isRecording = false }
    return recordings.removeValue(forKey: serial)
  }

  func warnOfQuitting() { onNotice(.quitWhileRecording) }
}

package enum RecordingNotice: Hashable, Sendable {
  /// The file is created. `existing` is the file that was asked for, if another name was taken because it exists.
  case began(FilePath, existing: FilePath?)
  case saved(FilePath, seconds: Double)
  /// The disk was too slow: this much is missing, and silent in the file.
  case gap(seconds: Double)
  /// The file cannot be written any more. `kept` are the seconds that were written before.
  case failed(FileError, kept: Double)
  /// The user wants to quit; a second request ends the recording and the program.
  case quitWhileRecording

  var severity: Severity {
    switch self {
    case .began(_, existing: nil), .saved: .info
    // The user must learn the name of the file, although the name of a track follows.
    case .began, .gap, .quitWhileRecording: .warning
    case .failed: .error
    }
  }
}

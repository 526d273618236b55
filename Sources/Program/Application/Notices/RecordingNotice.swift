import SystemBase

/// A message about the recording of the output.
package enum RecordingNotice: Hashable, Sendable {
  /// The file is created.
  ///
  /// - Parameter existing: the file that was asked for, if another name was taken because it exists.
  case began(FilePath, existing: FilePath?)
  case saved(FilePath, seconds: Double)
  /// The disk was too slow: this much is missing, and silent in the file.
  case gap(seconds: Double)
  /// The file cannot be written any more.
  ///
  /// - Parameter kept: the seconds that were written before.
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

/// A report of the recorder's thread.
package enum RecordingReport: Sendable {
  /// The file is created.
  ///
  /// - Parameter existing: the file that was asked for, if another name was taken because it exists.
  case began(FilePath, existing: FilePath?)
  case gap(seconds: Double)
  /// The recording has ended, because its file cannot be written.
  ///
  /// - Parameter kept: the seconds that were written before.
  case failed(FileError, kept: Double)
  /// The file of the recording is closed.
  case ended(seconds: Double)
}

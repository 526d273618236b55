import Application
import SystemBase

/// Messages about the recording of the output, in one line each.
package enum RecordingText {
  /// Returns the sentence for a notice about the recording of the output.
  ///
  /// - Parameter quit: the key that quits; nil if there is none.
  package static func sentence(_ notice: RecordingNotice, quit: String? = nil) -> String {
    switch notice {
    case .began(let path, existing: nil): "recording the output to \(path.shown)"
    case .began(let path, let existing?):
      "recording the output to \(path.shown), since \(existing.lastComponent.shown) exists"
    case .saved(let path, let seconds): "saved the recording \(path.shown): \(ShownText.clock(seconds))"
    case .gap(let seconds):
      "the disk is too slow: \(ShownText.exactClock(seconds)) of the recording are lost; the file has silence there"
    case .failed(let error, let kept): failed(error, kept)
    case .quitWhileRecording:
      "still recording the output: \(quit ?? "quit") again ends the recording, saves it and quits"
    }
  }

  private static func failed(_ error: FileError, _ kept: Double) -> String {
    let reason = ErrorText.sentence(error, while: .writing)
    return kept > 0 ? "the recording has ended: \(reason); the file keeps \(ShownText.clock(kept))" : reason
  }
}

import Application
import AudioBase
import Controls

/// Messages about inputs, in one line each.
package enum InputText {
  package static func sentence(_ notice: InputNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .on(let name):
      "input on: \(name); recordings of takes have its sound"
        + (keys.label(.take(.input)).map { "; \($0) ends it" } ?? "")
    case .off: "input off"
    case .failed(let error): sentence(error)
    case .interrupted(let name, let error): interrupted(name, error)
    case .resumed(let name): resumed(name)
    case .monitor(true, let isInputOn):
      isInputOn
        ? "you hear the input: use headphones, otherwise the input records the speakers"
        : "you will hear the input when it is on: use headphones, otherwise the input records the speakers"
    case .monitor(false, _): "you no longer hear the input"
    case .calibrating:
      "measuring the latency: clicks play for four seconds; keep quiet, with the microphone near the speakers"
    case .calibrated(let input, let seconds):
      "the latency of \(input) is \(ShownText.milliseconds(seconds)) ms: stored for this output"
    case .notCalibrated(.notFound):
      "the input has not heard the clicks: raise the volume, or bring the microphone near the speakers"
    case .notCalibrated(.unsteady):
      "the clicks came back after different delays, so none is stored: try again in silence"
    case .calibrationWhileRecording: "no calibration while you record: end the recording first"
    }
  }

  /// Returns the sentence for an error of an input.
  ///
  /// - Parameter choice: how another input is chosen.
  package static func sentence(_ error: DeviceError, choice: String = ":input NAME") -> String {
    let detail = ErrorText.detail(error.detail)
    return switch error.code {
    case .unavailable, .noServer, .notResponding:
      "cannot record from \(error.subject)\(detail); choose another with \(choice)"
    case .busy: "\(error.subject) is in use by another program; choose another with \(choice)"
    case .lost: "lost the input \(error.subject)\(detail)"
    case .file: "cannot record from \(error.subject)\(detail)"
    }
  }

  /// Returns the sentence for an input that captures nothing for a while.
  ///
  /// - Parameter error: nil if the device only captures nothing.
  package static func interrupted(_ device: String, _ error: DeviceError?) -> String {
    guard let error else { return "\(device) captures nothing: waiting for it; the recording is kept" }
    return "\(sentence(error)): waiting for it; the recording is kept"
  }

  package static func resumed(_ device: String) -> String {
    "\(device) captures again: the recording goes on"
  }
}

import Application
import AudioBase
import Controls
import Player
import SystemBase

/// The output in a few words, for the header and for the pads.
package enum OutputText {
  /// Returns the reason why nothing is heard, or what the output waits for; nil if it is heard.
  package static func silence(_ output: OutputStatus) -> String? {
    if let reason = output.interruption { return reason == .serverGone ? noServer(output) : words(reason) }
    if let failure = output.failure { return silence(failure, output) }
    return output.receiver == .noReader ? "no reader of \(output.name)" : nil
  }

  /// - Parameter device: what is interrupted.
  static func words(_ reason: InterruptionReason, of device: String = "the sound device") -> String {
    switch reason {
    case .stalled: "\(device) accepts no sound"
    case .suspended: "\(device) was suspended"
    case .corked: "another program is heard"
    case .serverGone: "the sound server has ended"
    case .deviceGone(let name): "\(name) is gone"
    case .busy(let name): "\(name) is in use by another program"
    }
  }

  private static func silence(_ failure: DeviceError, _ output: OutputStatus) -> String {
    switch failure.code {
    case .noServer: noServer(output)
    case .notResponding: "the sound server does not answer"
    case .busy: "\(failure.subject) is in use by another program"
    case .lost: "lost \(failure.subject)"
    case .unavailable where output.chosen == "auto": "no sound device"
    case .unavailable, .file: "cannot open \(output.chosen)"
    }
  }

  private static func noServer(_ output: OutputStatus) -> String {
    output.chosen == "jack" ? "waiting for JACK" : "no sound server"
  }

  /// Returns the texts of the header, the longest one first: `Headset · 48 kHz · latency 6.3 ms · 2 dropouts`,
  /// `Headset`. If nothing is heard, why. Dropouts are counted while the last one is recent.
  ///
  /// - Parameter omitsUsual: whether the latency is left out if it is usual.
  static func header(_ output: OutputStatus, at now: HostTime, omitsUsual: Bool = false) -> [String] {
    if let silence = silence(output) { return [silence] }
    var name = output.name
    if case .sink(let sink) = output.receiver { name = sink }
    let rate = ShownText.tenths(Double(output.format.sampleRate.hertz) / 1000)
    var longest = "\(name) · \(rate) kHz"
    if !omitsUsual || !hasUsualLatency(output) {
      longest += " · latency \(ShownText.tenths(output.latency * 1000)) ms"
    }
    if let end = endOfDropouts(output), now < end {
      longest += " · " + ShownText.count(output.xruns, "dropout", "dropouts")
    }
    return [longest, "\(name) · \(rate) kHz", name]
  }

  /// The seconds by which the latency of an output without further delays exceeds its buffer at most.
  private static let usualMargin = 0.01

  /// Returns whether sound is delayed by the buffer of the output alone, and not by effects.
  private static func hasUsualLatency(_ output: OutputStatus) -> Bool {
    output.latency <= output.format.buffer.seconds(at: output.format.sampleRate) + usualMargin
  }

  /// Returns the time at which the last dropout is no longer recent; nil if there was none.
  static func endOfDropouts(_ output: OutputStatus) -> HostTime? {
    output.lastXrun?.advanced(bySeconds: 60)
  }
}

/// Messages about the device of the metronome, in one line each.
enum ClickOutputText {
  private static let waiting = ", waiting for it"
  private static let wayOut = ":click-output main plays it in the main output"

  static func sentence(_ notice: ClickOutputNotice) -> String {
    switch notice {
    case .on(let name): "the metronome is heard on \(name) only"
    case .main: "the metronome is heard in the main output"
    case .failed(let error, let isRetried): failed(error, isRetried: isRetried)
    case .interrupted(let name, let reason):
      "the metronome is silent: \(OutputText.words(reason, of: name))\(isAwaited(reason) ? waiting : ""); \(wayOut)"
    case .resumed(let name): "the metronome is heard on \(name) again"
    case .tooLate(let name, let seconds):
      "the metronome is silent: the latency of \(name) is \(ShownText.milliseconds(seconds)) ms too large; \(wayOut)"
    }
  }

  private static func failed(_ error: DeviceError, isRetried: Bool) -> String {
    let reason =
      error.code == .lost
      ? "lost \(error.subject)\(ErrorText.detail(error.detail))" : ErrorText.sentence(error, advises: false)
    return "the metronome is silent: \(reason)\(isRetried ? waiting : ""); \(wayOut)"
  }

  private static func isAwaited(_ reason: InterruptionReason) -> Bool {
    switch reason {
    case .serverGone, .deviceGone: true
    case .stalled, .suspended, .corked, .busy: false
    }
  }
}

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
      "the input has not recorded the clicks: raise the volume, or move the microphone near the speakers"
    case .notCalibrated(.unsteady):
      "the delays of the clicks differ, so no latency is stored: try again in silence"
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

import Application
import AudioBase
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
  static func header(_ output: OutputStatus, at now: HostTime) -> [String] {
    if let silence = silence(output) { return [silence] }
    var name = output.name
    if case .sink(let sink) = output.receiver { name = sink }
    let rate = ShownText.tenths(Double(output.format.sampleRate.hertz) / 1000)
    let latency = ShownText.tenths(output.latency * 1000)
    var longest = "\(name) · \(rate) kHz · latency \(latency) ms"
    if let end = endOfDropouts(output), now < end {
      longest += " · " + ShownText.count(output.xruns, "dropout", "dropouts")
    }
    return [longest, "\(name) · \(rate) kHz", name]
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

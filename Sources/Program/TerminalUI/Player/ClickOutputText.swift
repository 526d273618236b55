import Application
import AudioBase

/// Messages about the device of the metronome, in one line each.
enum ClickOutputText {
  private static let wayOut = ":click-output main plays it in the main output"

  static func sentence(_ notice: ClickOutputNotice) -> String {
    switch notice {
    case .on(let name): "the metronome is heard on \(name) only"
    case .main: "the metronome is heard in the main output"
    case .failed(let error, let isRetried): failed(error, isRetried: isRetried)
    case .interrupted(let name, let reason): "the metronome is silent: \(sentence(reason, name)); \(wayOut)"
    case .resumed(let name): "the metronome is heard on \(name) again"
    case .tooLate(let name, let seconds):
      "the metronome is silent: the latency of \(name) is \(ShownText.milliseconds(seconds)) ms too large; \(wayOut)"
    }
  }

  private static func failed(_ error: DeviceError, isRetried: Bool) -> String {
    let detail = error.detail.map { " (\($0))" } ?? ""
    let reason =
      switch error.code {
      case .unavailable, .noServer, .notResponding: "cannot open \(error.subject)\(detail)"
      case .busy: "\(error.subject) is in use by another program"
      case .lost: "lost \(error.subject)\(detail)"
      case .file: ErrorText.sentence(error, advises: false)
      }
    return "the metronome is silent: \(reason)\(isRetried ? ", waiting for it" : ""); \(wayOut)"
  }

  private static func sentence(_ reason: InterruptionReason, _ name: String) -> String {
    switch reason {
    case .stalled: "\(name) accepts no sound"
    case .suspended: "\(name) was suspended"
    case .corked: "another program is heard"
    case .serverGone: "the sound server has ended, waiting for it"
    case .deviceGone(let device): "\(device) is gone, waiting for it"
    case .busy(let device): "\(device) is in use by another program"
    }
  }
}

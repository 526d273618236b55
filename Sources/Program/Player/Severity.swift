/// The importance of a notice.
package enum Severity: Hashable, Sendable {
  case info, warning, error
}

extension PlayerNotice {
  package var severity: Severity {
    switch self {
    case .trackFailed, .nothingPlays, .outputLost, .streamEnded: .error
    case .trackBrokeOff, .trackEndedEarly, .trackHadInvalidSamples, .outputInterrupted, .routeChanged,
      .speedUnavailable, .stream(_, _, .interrupted):
      .warning
    case .outputResumed, .suspended, .resumed, .stream, .streamCannotSeek: .info
    }
  }
}

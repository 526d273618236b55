import Player

/// The importance of a notice.
package enum Severity: Hashable, Sendable {
  case info, warning, error
}

extension Notice {
  package var severity: Severity {
    switch self {
    case .player(let notice): notice.severity
    case .library(let message): message.severity
    case .take(let notice): notice.severity
    case .tags(let notice): notice.severity
    case .recording(let notice): notice.severity
    case .practice(let notice): notice.severity
    case .system(let notice): notice.severity
    case .input(let notice): notice.severity
    case .clickOutput(let notice): notice.severity
    case .export(let message): message.severity
    case .midi(let notice): notice.severity
    case .kit(let notice): notice.severity
    case .mixer(let notice): notice.severity
    case .device(let notice): notice.severity
    case .queue, .nothing, .nowPlaying, .paused, .stopped, .stopsAfterCurrent, .sleepTimer, .padsLocked,
      .bank,
      .resumed, .playBegins, .startedSafely,
      .hint(.libraryHasNoFocus), .hint(.layouts), .hint(.hiddenPanes), .nothingFound, .refused, .saved,
      .storedFile(.saved),
      .terminal(.noShell), .terminal(.substituted):
      .info
    case .chapter, .lengthUnknown, .hint(.confirmClear), .isFolder, .notQueued, .demoMissing, .configuration,
      .remote, .terminal(.cannotDetach), .terminal(.bidiUnavailable):
      .warning
    case .key(let notice): notice.severity
    case .setting(let notice): notice.severity
    case .file, .storedFile(.notSaved), .resource: .error
    }
  }
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

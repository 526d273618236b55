package enum Severity: Hashable, Sendable {
  case info, warning, error
}

extension Notice {
  /// Notices that are not listed here are information.
  package var severity: Severity {
    switch self {
    case .file, .storedFile(.notSaved), .resource,
      .player(.trackFailed), .player(.nothingPlays), .player(.outputLost), .player(.streamEnded),
      .library(.failed), .library(.folder),
      .take(.notSaved), .take(.unreadable), .take(.noTrack), .take(.notImported), .take(.notShared),
      .take(.storage(.notSavedElsewhere)), .take(.storage(.tempoNotSaved)),
      .take(.sound(.inputFailed)), .take(.beats(.failed)),
      .tags(.failed), .export(.refused), .recording(.failed), .input(.failed), .clickOutput(.failed),
      .kit(.notSaved), .kit(.sampleRefused), .mixer(.notLoaded(.unreadable)),
      .setting(.outputKept), .setting(.kitKept), .system(.refused), .system(.noBus):
      .error
    case .export(.failed(let error)): error == .cancelled ? .info : .error
    case .tags(.finished(_, _, let failed, let cancelled)):
      failed > 0 ? .error : cancelled > 0 ? .warning : .info
    case .tags(.renamed(_, let failed, _, _)): failed > 0 ? .error : .info
    case .library(.playlist(.imported(_, _, let missing))): missing > 0 ? .warning : .info
    case .take(.shared(let summary)): summary.isComplete ? .info : .warning
    case .take(.imported(let summary)): summary.unknownNotes.isEmpty ? .info : .warning
    case .take(.quantised(_, _, let assumedTempo)): assumedTempo == nil ? .info : .warning
    case .take(.timeline(.pasted(_, _, _, let afterEnd))): afterEnd > 0 ? .warning : .info
    // The user must learn the name of the file, although the name of a track follows.
    case .recording(.began(_, let existing)): existing == nil ? .info : .warning
    case .practice(.trainer(_, let hasLoop)): hasLoop ? .info : .warning
    case .chapter, .lengthUnknown, .hint(.confirmClear), .isFolder, .notQueued, .demoMissing, .configuration,
      .remote, .terminal(.cannotDetach), .terminal(.bidiUnavailable), .key(.notOf),
      .player(.trackBrokeOff), .player(.trackEndedEarly), .player(.trackHadInvalidSamples),
      .player(.outputInterrupted), .player(.routeChanged), .player(.speedUnavailable),
      .player(.stream(_, _, .interrupted)),
      .library(.recreated), .library(.watched), .library(.away), .library(.playlist(.exists)),
      .library(.playlist(.overtaken)), .library(.playlist(.notChanged)), .library(.playlist(.notRenamed)),
      .take(.otherKit), .take(.kitChanged), .take(.recovered), .take(.recordingStopped),
      .take(.quitWhileRecording), .take(.quitWhileUnsaved), .take(.storage(.savedBeside)),
      .take(.sound(.inputNeedsSpeed)), .take(.sound(.inputNeedsTrack)), .take(.sound(.layerHasNoSound)),
      .take(.timeline(.afterEnd)), .take(.pattern(.missing)), .take(.pattern(.empty)),
      .take(.pattern(.endsEarly)), .take(.pattern(.noEnd)), .take(.pattern(.overlaps)),
      .take(.pattern(.tooLong)),
      .tags(.listNotChanged), .export(.notice), .export(.endedEarly), .export(.tagsMissing),
      .recording(.gap), .recording(.quitWhileRecording),
      .input(.interrupted), .input(.notCalibrated), .clickOutput(.interrupted), .clickOutput(.tooLate),
      .device(.outputUnavailable), .device(.bufferGrew),
      .kit(.replaced), .kit(.samplesMissing), .kit(.invalidValue), .kit(.partsLeftOut), .kit(.notStruck),
      .kit(.notHeardYet),
      .mixer(.badAddress), .mixer(.pluginsSuspected), .mixer(.pluginRefused), .mixer(.instrumentRefused),
      .mixer(.brokenBundle), .mixer(.pluginsNotListed), .mixer(.programGone), .mixer(.notLoaded),
      .mixer(.notSaved),
      .midi(.lost), .midi(.inputLost), .midi(.outputLost), .midi(.noClockOutput), .midi(.flood),
      .midi(.missing), .midi(.noInput), .midi(.nothingHeard), .midi(.notTaught), .midi(.silent),
      .midi(.notUnderstood), .midi(.noCurve), .midi(.unknownScope), .midi(.noKit), .midi(.badProfile),
      .setting(.onlyAtStart), .setting(.invalid), .setting(.nothingToKeep),
      .system(.notPossible), .system(.noPlayer), .system(.notRunning), .system(.ended):
      .warning
    default: .info
    }
  }
}

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
    case .system(let notice): notice.severity
    case .input(let notice): notice.severity
    case .clickOutput(let notice): notice.severity
    case .export(let message): message.severity
    case .midi(let notice): notice.severity
    case .queue, .nowPlaying, .paused, .stopped, .stopsAfterCurrent, .sleeps, .invalidMinutes, .padsLocked,
      .bank,
      .libraryHasNoFocus, .nothingFound, .refused, .saved, .fileSaved, .noShell, .outputRestored,
      .deviceAppeared:
      .info
    case .kit(let notice): notice.severity
    case .confirmClear, .isFolder, .outputUnavailable, .bufferGrew, .notQueued, .demoMissing,
      .configuration, .bidiUnavailable, .remote, .cannotDetach:
      .warning
    case .key(let notice): notice.severity
    case .setting(let notice): notice.severity
    case .file, .fileNotSaved, .resource: .error
    }
  }
}

extension KeyNotice {
  package var severity: Severity {
    switch self {
    case .bound, .removed, .restored, .unbound: .info
    case .notOf: .warning
    }
  }
}

extension SettingNotice {
  package var severity: Severity {
    switch self {
    case .changed: .info
    case .onlyAtStart, .invalid: .warning
    case .outputKept, .kitKept: .error
    }
  }
}

extension PlayerNotice {
  package var severity: Severity {
    switch self {
    case .trackFailed, .nothingPlays, .outputLost, .streamEnded: .error
    case .trackBrokeOff, .trackEndedEarly, .trackHadInvalidSamples, .outputInterrupted, .routeChanged,
      .speedUnavailable, .streamInterrupted:
      .warning
    case .outputResumed, .suspended, .resumed, .streamConnects, .streamTitle, .streamResumed,
      .streamCannotSeek:
      .info
    }
  }
}

extension LibraryMessage {
  package var severity: Severity {
    switch self {
    case .failed, .folder: .error
    case .recreated, .watched, .away, .playlistNotRenamed, .playlistNotChanged, .playlistExists,
      .playlistOvertaken:
      .warning
    case .scanned, .unreadable, .queue, .added, .nothingToAdd, .rated, .notInLibrary, .noFolders,
      .sorted, .noSortColumn, .playlistOrder, .noTrackSelected, .nothingPlays, .playingNotInLibrary,
      .playlistSaved,
      .playlistDeleted, .playlistRenamed, .playlistAppended, .playlistShortened, .playlistTurned,
      .playlistExchanged,
      .playlistNothing,
      .noQuery:
      .info
    }
  }
}

extension TakeNotice {
  package var severity: Severity {
    switch self {
    case .notSaved, .notSavedElsewhere, .tempoNotSaved, .unreadable, .noTrack, .notImported, .inputFailed:
      .error
    case .imported(let summary): summary.unknownNotes.isEmpty ? .info : .warning
    case .otherKit, .kitChanged, .recovered, .savedBeside, .quitWhileRecording, .quitWhileUnsaved,
      .recordingStopped, .inputNeedsSpeed, .inputNeedsTrack, .layerHasNoSound:
      .warning
    case .savedLater, .savedElsewhere, .deleted, .restored, .recordingEnded, .recordingContinues,
      .nothingRecorded, .undone, .layerMoved, .redone, .nothingToUndo, .nothingToRedo, .playback, .metronome,
      .tempo, .timeSignature, .clickLevel, .invalidTempo, .invalidTimeSignature, .loop, .punch,
      .importWhileRecording:
      .info
    }
  }
}

extension TagNotice {
  package var severity: Severity {
    switch self {
    case .failed: .error
    case .finished(_, _, let failed, let cancelled): failed > 0 ? .error : cancelled > 0 ? .warning : .info
    case .nothing, .busy: .info
    }
  }
}

extension SystemNotice {
  package var severity: Severity {
    switch self {
    case .attached: .info
    case .notPossible, .noPlayer, .notRunning, .ended: .warning
    case .refused, .noBus: .error
    }
  }
}

extension RecordingNotice {
  package var severity: Severity {
    switch self {
    case .began, .saved: .info
    case .gap, .quitWhileRecording: .warning
    case .failed: .error
    }
  }
}

extension MIDINotice {
  package var severity: Severity {
    switch self {
    case .connected, .learning, .heard, .taught: .info
    case .lost, .noInput, .nothingHeard, .notTaught: .warning
    }
  }
}

extension KitNotice {
  package var severity: Severity {
    switch self {
    case .saved: .info
    case .notSaved, .sampleRefused: .error
    case .replaced, .samplesMissing, .invalidValue, .partsLeftOut: .warning
    }
  }
}

extension ExportMessage {
  package var severity: Severity {
    switch self {
    case .finished, .noTake, .failed(.cancelled): .info
    case .notice, .endedEarly, .tagsMissing: .warning
    case .refused, .failed: .error
    }
  }
}

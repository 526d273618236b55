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
    case .changed, .saved, .value, .kept: .info
    case .onlyAtStart, .invalid, .nothingToKeep: .warning
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

extension DeviceNotice {
  package var severity: Severity {
    switch self {
    case .deviceAppeared, .outputRestored, .outputReturned: .info
    case .outputUnavailable, .bufferGrew: .warning
    }
  }
}

extension LibraryMessage {
  package var severity: Severity {
    switch self {
    case .failed, .folder: .error
    case .recreated, .watched, .away: .warning
    case .playlist(let message): message.severity
    case .scanned, .unreadable, .queue, .added, .nothingToAdd, .rated, .notInLibrary, .noFolders, .sorted,
      .noSortColumn, .nothingToSort, .playlistOrder, .noTrackSelected, .nothingPlays, .playingNotInLibrary,
      .noQuery,
      .noPlaylistFile:
      .info
    }
  }
}

extension LibraryMessage.Playlist {
  package var severity: Severity {
    switch self {
    case .saved, .imported(_, _, missing: 0), .deleted, .renamed, .appended, .shortened, .turned, .exchanged:
      .info
    case .imported, .exists, .overtaken, .notChanged, .notRenamed: .warning
    }
  }
}

extension TakeNotice {
  package var severity: Severity {
    switch self {
    case .notSaved, .unreadable, .noTrack, .notImported, .notShared: .error
    case .shared(let summary): summary.isComplete ? .info : .warning
    case .storage(let notice): notice.severity
    case .sound(let notice): notice.severity
    case .beats(.failed): .error
    case .timeline(let notice): notice.severity
    case .pattern(let notice): notice.severity
    case .imported(let summary): summary.unknownNotes.isEmpty ? .info : .warning
    case .quantised(_, _, let assumedTempo): assumedTempo == nil ? .info : .warning
    case .otherKit, .kitChanged, .recovered, .quitWhileRecording, .quitWhileUnsaved, .recordingStopped:
      .warning
    case .deleted, .restored, .recordingEnded, .recordingContinues, .nothingRecorded, .undone, .redone,
      .nothingToRename, .newTake, .playback, .metronome, .tempo, .beats, .timeSignature,
      .click, .clickLevel, .humanised, .noHits, .needsTimeline,
      .clickDoesNotFit, .invalidTempo, .invalidTimeSignature, .loop, .bars, .loopNeedsSound, .free, .punch,
      .importWhileRecording:
      .info
    }
  }
}

extension TakeNotice.Timeline {
  package var severity: Severity {
    switch self {
    case .copied, .cut, .pasted(_, _, _, afterEnd: 0), .nothingCopied, .noTarget, .noNeighbour, .noTake,
      .outside:
      .info
    case .pasted, .afterEnd: .warning
    }
  }
}

extension TakeNotice.Pattern {
  package var severity: Severity {
    switch self {
    case .set, .removed, .turnedIntoHits: .info
    case .missing, .empty, .endsEarly, .noEnd, .overlaps, .tooLong: .warning
    }
  }
}

extension TakeNotice.Storage {
  package var severity: Severity {
    switch self {
    case .savedLater, .savedElsewhere: .info
    case .savedBeside: .warning
    case .notSavedElsewhere, .tempoNotSaved: .error
    }
  }
}

extension TakeNotice.Sound {
  package var severity: Severity {
    switch self {
    case .layerMoved: .info
    case .inputNeedsSpeed, .inputNeedsTrack, .layerHasNoSound: .warning
    case .inputFailed: .error
    }
  }
}

extension TagNotice {
  package var severity: Severity {
    switch self {
    case .failed: .error
    case .finished(_, _, let failed, let cancelled): failed > 0 ? .error : cancelled > 0 ? .warning : .info
    case .renamed(_, let failed, _, _): failed > 0 ? .error : .info
    case .listNotChanged: .warning
    case .nothingToChange, .busy, .recording: .info
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
    case .began(_, existing: nil), .saved: .info
    // The user must learn the name of the file, although the name of a track follows.
    case .began, .gap, .quitWhileRecording: .warning
    case .failed: .error
    }
  }
}

extension MIDINotice {
  package var severity: Severity {
    switch self {
    case .connected, .outputConnected, .learning, .heard, .taught, .substituted, .changed,
      .learningCurve:
      .info
    case .lost, .inputLost, .outputLost, .noClockOutput, .flood, .missing, .noInput, .nothingHeard,
      .notTaught, .silent, .notUnderstood,
      .noCurve, .unknownScope,
      .noKit, .badProfile:
      .warning
    }
  }
}

extension KitNotice {
  package var severity: Severity {
    switch self {
    case .kept, .saved: .info
    case .notSaved, .sampleRefused: .error
    case .replaced, .samplesMissing, .invalidValue, .partsLeftOut, .notStruck, .notHeardYet:
      .warning
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

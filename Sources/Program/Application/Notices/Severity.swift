import Player

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
      .bank, .softHits,
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
    case .file, .storedFile(.notSaved), .resource, .trackProgram: .error
    }
  }
}

extension Notice {
  /// Whether it reports that something was done. A warning may: what was done is not complete, or is a guess.
  package var reportsChange: Bool {
    switch self {
    case .take(.quantised), .take(.imported), .take(.shared), .take(.timeline(.pasted)),
      .kit(.samplesMissing), .kit(.partsLeftOut):
      true
    default: isUndoable
    }
  }

  /// Whether `undo` undoes what it reports, if nothing is changed afterwards: its sentence says so. These changes do not:
  /// - a value of the mixer, the shift of a sound, a tempo, a pattern, the place of tracks that play next: it may be as
  ///   before, or a held key or a tap repeats it, as it moves hits after the end
  /// - a recording and an import, each of whose layers is a change
  /// - a rating of one track, which a repeated key makes
  /// - tags and names of files of which some have failed, whose sentence says how to find the reason
  package var isUndoable: Bool {
    switch self {
    case .queue(.removed), .queue(.cleared), .queue(.sorted), .queue(.shuffled), .queue(.left),
      .queue(.opened), .queue(.moved), .queue(.radioBegan), .library(.queue(_, _, _, wasEmpty: false)),
      .library(.added), .library(.ratedTracks(_, _, isChanged: true)),
      .library(.playlist(.deleted)), .library(.album(.joined)), .library(.album(.split)),
      .library(.playlist(.appended)), .library(.playlist(.shortened)),
      .library(.playlist(.saved(_, isReplaced: true))),
      .take(.deleted), .take(.duplicated), .take(.timeline(.cut)), .take(.pattern(.removed)),
      .take(.pattern(.turnedIntoHits)), .take(.beats(.found)), .take(.beats(.corrected)),
      .take(.beats(.moved)), .take(.beats(.stretched)), .take(.song(.set)), .take(.song(.renamed)),
      .take(.song(.removed)), .take(.song(.transposed)),
      .tags(.renamed(_, failed: 0, _, isUndone: false)), .mixer(.loaded), .mixer(.edited(_, .added)),
      .mixer(.edited(_, .removed)), .mixer(.edited(_, .moved)), .mixer(.edited(_, .sends)),
      .mixer(.keptInTake), .mixer(.loadedOfTake),
      .mixer(.sceneStored(_, isChanged: true)), .mixer(.sceneCalled):
      true
    case .queue(.reduced(let count, _)), .take(.quantised(let count, _, _)), .take(.humanised(let count)),
      .take(.timeline(.lane(.thinned(let count, _)))):
      count > 0
    case .take(.timeline(.pasted(let hits, let points, _, _, _))),
      .take(.timeline(.lane(.quantised(let hits, let points)))):
      hits + points > 0
    case .tags(.finished(let operation, _, failed: 0, cancelled: 0)): operation != .undo
    case .kit(let notice): notice.isUndoable
    case .take(.song(.parts(let notice))): notice.isUndoable
    default: false
    }
  }
}

import MusicLibrary
import Player
import SystemBase

/// Something to tell the user, as data; front ends make the sentence.
package enum Notice: Hashable, Sendable {
  case player(PlayerNotice)
  case nowPlaying(title: String)
  case paused
  case stopped
  /// Whether keys strike pads and do nothing else from now on.
  case padsLocked(Bool)
  /// Emptying the queue is to be asked for once more.
  case confirmClear
  /// Only while the library has the keys can its tracks be added.
  case libraryHasNoKeys
  /// Nothing in the queue has this text.
  case nothingFound(String)
  /// The user refused what was asked.
  case refused(Question)
  /// - Parameter key: as front ends label it.
  case keyBound(key: String, Command)
  case saved(FilePath)
  /// The queue cannot be saved there: it is a folder.
  case isFolder(FilePath)
  /// There is no shell that the terminal could be handed to.
  case noShell
  /// The sound device that had failed plays again.
  case outputRestored(name: String)
  /// What could not be put into the queue; not empty.
  case notQueued([MusicFinder.Warning])
  /// The folder of the program's resources is not known.
  case demoMissing
  /// Lines of the configuration that were skipped, and why the first one was.
  case configuration(FilePath, lines: [Int], reason: String)
  /// Text that is read from the right cannot be put in order.
  case bidiUnavailable(reason: String)

  /// What a change of the player's state is noted as; nil for what shows otherwise or passes at once.
  init?(_ playback: PlaybackState, title: String?) {
    switch playback {
    case .playing:
      guard let title else { return nil }
      self = .nowPlaying(title: title)
    case .paused: self = .paused
    case .stopped: self = .stopped
    case .interrupted, .seekingForward, .seekingBackward: return nil
    }
  }
}

/// How much a notice matters.
package enum Severity: Hashable, Sendable {
  case info, warning, error
}

extension Notice {
  package var severity: Severity {
    switch self {
    case .player(let notice): notice.severity
    case .nowPlaying, .paused, .stopped, .padsLocked, .libraryHasNoKeys, .nothingFound, .refused, .keyBound,
      .saved, .noShell, .outputRestored:
      .info
    case .confirmClear, .isFolder, .notQueued, .demoMissing, .configuration, .bidiUnavailable: .warning
    }
  }

  /// Whether the message about takes that are not saved says the same for as long as it is so.
  var isStanding: Bool {
    switch self {
    case .player(.take(.notSaved)), .player(.take(.quitWhileUnsaved)): true
    default: false
    }
  }
}

extension PlayerNotice {
  package var severity: Severity {
    switch self {
    case .trackFailed, .nothingPlays, .outputLost, .file: .error
    case .trackBrokeOff, .trackEndedEarly, .trackHadInvalidSamples, .outputUnavailable, .kitReplaced,
      .samplesMissing, .bufferGrew, .outputInterrupted, .speedUnavailable:
      .warning
    case .take(let notice): notice.severity
    case .library(let message): message.severity
    case .outputResumed, .queue: .info
    }
  }
}

extension TakeNotice {
  package var severity: Severity {
    switch self {
    case .notSaved, .notSavedElsewhere, .unreadable, .noTrack: .error
    case .otherKit, .recovered, .keptBeside, .quitWhileRecording, .quitWhileUnsaved: .warning
    case .writtenAfterAll, .savedElsewhere, .deleted, .restored, .recordingEnded, .nothingRecorded, .undone,
      .redone, .nothingToUndo, .nothingToRedo, .playback, .metronome, .tempo, .loop, .punch:
      .info
    }
  }
}

extension LibraryMessage {
  package var severity: Severity {
    switch self {
    case .failed, .folder: .error
    case .madeAnew, .watched, .away, .playlistNotRenamed: .warning
    case .scanned, .unreadable, .queue, .added, .nothingToAdd, .rated, .notInLibrary, .noFolders,
      .playlistSaved, .playlistDeleted, .playlistRenamed:
      .info
    }
  }
}

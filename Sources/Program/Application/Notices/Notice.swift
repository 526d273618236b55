import AudioBase
import KitEditing
import Librarian
import MusicFiles
import MusicLibrary
import Percussion
import Player
import SystemBase
import TakeExchange

/// A message to the user, as data. Front ends make the sentences.
package enum Notice: Hashable, Sendable {
  case player(PlayerNotice)
  case queue(QueueNotice)
  case library(LibraryMessage)
  case take(TakeNotice)
  case tags(TagNotice)
  case export(ExportMessage)
  case kit(KitNotice)
  case mixer(MixerNotice)
  case recording(RecordingNotice)
  case practice(PracticeNotice)
  case system(SystemNotice)
  case midi(MIDINotice)
  case input(InputNotice)
  case clickOutput(ClickOutputNotice)
  case remote(RemoteNotice)
  case nowPlaying(title: String)
  case paused
  case stopped
  /// Keys act on pads only, or on everything again, and the pads that they strike.
  case padsLocked(Bool, PadBank)
  /// The bank of pads that the user asked for, and whether it is another one than before.
  case bank(PadBank, isChanged: Bool)
  /// Whether plain keys hit pads softly.
  case softHits(Bool)
  /// Whether playback stops at the end of the current track.
  case stopsAfterCurrent(Bool)
  case sleepTimer(SleepTimerNotice)
  case chapter(ChapterNotice)
  /// A long track continues where it was left, at a position in seconds.
  case resumed(at: Double)
  /// The position from which the stopped track will play was changed, in seconds.
  case playBegins(at: Double)
  /// A part of the track cannot be found, because its length is not known.
  case lengthUnknown
  case hint(HintNotice)
  /// There is no change to undo or to redo.
  case nothing(UndoDirection)
  /// No track of the queue contains this text.
  case nothingFound(String)
  /// The user did not agree to a question.
  case refused(Question)
  case key(KeyNotice)
  case setting(SettingNotice)
  /// The queue was saved as this file.
  case saved(FilePath)
  /// The queue was not saved, because the name is that of a folder.
  case isFolder(FilePath)
  case terminal(TerminalNotice)
  case device(DeviceNotice)
  /// Music that could not be added to the queue; not empty.
  case notQueued([MusicFinder.Warning])
  /// The folder of the program's resources was not found.
  case demoMissing
  /// The program was started without session, takes, mixer and plug-ins.
  case startedSafely
  /// A line of the configuration was skipped.
  ///
  /// - Parameter others: the number of other lines that were skipped, which earlier notices name.
  case configuration(FilePath, line: Int, ConfigurationError, others: Int)
  /// A file cannot be read or written.
  case file(FileError)
  /// The system refuses a thread or a descriptor; a refused thread starts later.
  case resource(ResourceRefusal)
  case storedFile(StoredFileNotice)
  case trackProgram(TrackProgramFailure)
}

extension Notice {
  /// Returns whether this notice says what a later one says, and more: a setting that is kept is also changed.
  func includes(_ later: Notice) -> Bool {
    guard case .setting(.kept(let name, let value)) = self else { return false }
    return later == .setting(.changed(name: name, value: value))
  }

  /// Returns whether it tells the newer value of what the former notice tells.
  func continues(_ former: Notice) -> Bool {
    switch (self, former) {
    case (.setting(.changed(let name, _)), .setting(.changed(let other, _))),
      (.setting(.saved(let name, _)), .setting(.saved(let other, _))):
      name == other
    case (.setting(.kept), _): self.includes(former)
    case (.mixer(.value(let address, _)), .mixer(.value(let other, _))): address == other
    case (.mixer(.move(let move, _)), .mixer(.move(let other, _))): move == other
    case (.mixer(.sweep(let sweep, _)), .mixer(.sweep(let other, _))): sweep == other
    case (.playBegins, .playBegins), (.midi(.inputLost), .midi(.inputLost)),
      (.midi(.overrun), .midi(.overrun)):
      true
    default: false
    }
  }

  /// Whether it only states the track, which the screen shows anyway.
  var isAboutTrack: Bool {
    switch self {
    case .nowPlaying, .player(.stream(_, _, .connecting)), .player(.stream(_, _, .titled)),
      .player(.stream(_, _, .part)):
      true
    default: false
    }
  }

  /// Whether it is shown as long as takes are not saved, so that the log need not show it.
  var isStanding: Bool {
    switch self {
    case .take(.notSaved), .take(.quitWhileUnsaved): true
    default: false
    }
  }
}

package enum DeviceNotice: Hashable, Sendable {
  /// The chosen output cannot be opened; the sound goes nowhere.
  case outputUnavailable(DeviceError)
  /// A device has come that can be chosen.
  case deviceAppeared(DeviceEntry, DevicePicker.Kind)
  /// A device that had failed plays again.
  case outputRestored(name: String)
  /// A device that had failed is back. The music waits, as `on-unplug` asks for.
  case outputReturned(name: String)
  /// The buffer of the output of a name was enlarged after repeated dropouts.
  case bufferGrew(OutputFormat, name: String)

  var severity: Severity {
    switch self {
    case .deviceAppeared, .outputRestored, .outputReturned: .info
    case .outputUnavailable, .bufferGrew: .warning
    }
  }
}

package enum TerminalNotice: Hashable, Sendable {
  /// The program cannot be suspended: the terminal has no shell to return to.
  ///
  /// - Parameter canDetach: whether the program can leave the terminal instead.
  case noShell(canDetach: Bool)
  /// The description of the terminal type is not installed, so that of another type is used.
  case substituted(String, by: String)
  /// The program cannot leave its terminal.
  case cannotDetach(DetachFailure)
  /// Right-to-left text is not reordered, because FriBidi cannot be loaded.
  case bidiUnavailable(FileError)
}

package enum SleepTimerNotice: Hashable, Sendable {
  /// Pauses in minutes; 0: the timer is off.
  case pauses(minutes: Int)
  /// The typed text is not a number of minutes.
  case invalid
}

/// A message that names the key to press.
package enum HintNotice: Hashable, Sendable {
  /// The queue is emptied if the command is given once more.
  case confirmClear
  /// The command acts on the selected row of the library, but the queue has the focus.
  case libraryHasNoFocus(Command.Library)
  /// The program was started for the first time.
  case layouts
  /// Panes were arranged that the screen has no room for.
  case hiddenPanes([String])
}

/// A message about a file that the program saves on its own, such as the session, or about a playlist.
package enum StoredFileNotice: Hashable, Sendable {
  /// The file cannot be saved. It is tried again.
  case notSaved(FileError)
  /// A file of this path was saved that could not be saved before.
  case saved(String)
}

/// The reason why other programs cannot control the player.
package enum RemoteNotice: Hashable, Sendable {
  /// Another player serves the socket.
  case isServed(FilePath)
  /// The socket cannot be made.
  case noSocket(FileError)
  /// The address of the setting `listen` cannot be used.
  case cannotListen(String, detail: String)
}

/// The reason why the program does not leave its terminal.
package enum DetachFailure: Error, Hashable, Sendable {
  /// The program was started without the process that gives the terminal back to the shell.
  case notStartedForThat
  /// The user has another detached player, of this process.
  case isTaken(process: Int32?)
  /// The place where `drumdub attach` finds it cannot be made.
  case file(FileError)
}

/// A message about keys, which are named as in configuration files.
package enum KeyNotice: Hashable, Sendable {
  case bound(String, Command)
  case removed(String, Command)
  /// The key to remove does not belong to the command.
  case notOf(String, Command)
  /// Escape was pressed instead of a key for the command.
  case unchanged(Command)
  case restored
  /// A key without a command was pressed.
  case unbound(String)

  var severity: Severity {
    switch self {
    case .bound, .removed, .unchanged, .restored, .unbound: .info
    case .notOf: .warning
    }
  }
}

/// The result of changing a setting while the program runs.
package enum SettingNotice: Hashable, Sendable {
  case changed(name: String, value: String)
  /// The setting is changed, and the session keeps it.
  case saved(name: String, value: String)
  /// The value of a setting that was asked for.
  case value(SettingLine)
  /// The setting is written to the configuration file.
  case kept(name: String, value: String)
  /// The setting has no value that could be written.
  case nothingToKeep(name: String)
  /// The setting has an effect only when the program starts.
  case onlyAtStart(name: String)
  case invalid(ConfigurationError)
  /// The new output cannot be used; the previous one plays on.
  case outputKept(DeviceError)
  /// The new kit cannot be read; the previous one stays.
  case kitKept(FileError)

  var severity: Severity {
    switch self {
    case .changed, .saved, .value, .kept: .info
    case .onlyAtStart, .invalid, .nothingToKeep: .warning
    case .outputKept, .kitKept: .error
    }
  }
}

package enum ConfigurationError: Error, Hashable, Sendable {
  /// The line is neither `name=value` nor a binding.
  case malformed
  /// `bind` is not followed by a key and a command.
  case incompleteBind
  /// `unbind` is not followed by one key.
  case incompleteUnbind
  case unknownSetting(String)
  /// A setting does not accept a value.
  ///
  /// - Parameters:
  ///   - expected: the form of a value, such as `DB` or `yes|no`.
  ///   - summary: what the setting does, with its range.
  case badValue(setting: String, FilePath, expected: String, summary: String)
  case binding(BindingError)
}

package enum BindingError: Error, Hashable, Sendable {
  case unknownKey(String)
  case unknownCommand(String)
}

/// Another player of the desktop, which plays the music instead of this program.
package enum SystemNotice: Hashable, Sendable {
  /// The command is not possible while another program plays.
  case notPossible
  /// No other player runs; the first one that starts is used.
  case noPlayer
  /// The player that the user named does not run; it is used when it starts.
  case notRunning(String)
  case attached(String)
  /// The player has ended.
  case ended(String)
  /// The player refused a request or did not answer.
  case refused(String, detail: String)
  /// There is no message bus, so other players cannot be found.
  case noBus(detail: String)

  var severity: Severity {
    switch self {
    case .attached: .info
    case .notPossible, .noPlayer, .notRunning, .ended: .warning
    case .refused, .noBus: .error
    }
  }
}

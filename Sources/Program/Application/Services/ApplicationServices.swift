import AudioBase
import Instruments
import Player
import SystemBase

extension Application {
  /// The functions that use files or threads; each returns at once.
  package struct Services {
    /// Saves the queue as a playlist. Questions arrive through `ask(_:)`.
    package var saveQueue: (QueueSave) -> Void = { _ in }
    /// Called when files have other names.
    package var filesWereRenamed: ([FileRename]) -> Void = { _ in }
    /// Completes the name of a folder that is being typed. The result arrives through `receive(_:)`.
    package var completeFolder: (String) -> Void = { _ in }
    /// Completes the name of a file that is being typed. The result arrives through `receive(_:)`.
    package var completeFile: (String) -> Void = { _ in }
    /// Returns the folder or file that a typed text names.
    package var folder: (String) -> FilePath = { FilePath($0) }
    /// Inserts the music of a typed path after the current track and plays it.
    package var openMusic: (String) -> Void = { _ in }
    /// Reads a MIDI file of a typed path. It arrives through `importMIDI(_:from:)`.
    package var readMIDI: (String) -> Void = { _ in }
    /// Inserts the music of a path or an address into the queue, and plays it if wanted.
    package var insertMusic: (FilePath, QueuePlace, _ playing: Bool) -> Void = { _, _, _ in }
    /// Attaches to another player by its name; nil unless the program was started for that.
    package var attach: ((String) -> Void)?
    /// Changes a setting by its name and value. Reports the result.
    package var set: (String, String) -> Void = { _, _ in }
    /// Writes a setting to the configuration file: by its name, with a value or that of now.
    package var keepSetting: (String, String?) -> Void = { _, _ in }
    /// Returns the settings with their values.
    package var settings: () -> [SettingLine] = { [] }
    /// Reads what completes arguments from disk, for the time when it is asked for.
    package var prepareArgumentChoices: () -> Void = {}
    /// Returns the values that complete the argument of the command of a name.
    package var argumentChoices: (String, String) -> [String] = { _, _ in [] }
    /// Returns the names of the keys of a command.
    package var keys: (Command) -> [String] = { _ in [] }
    /// Binds a key to a command, even if it had another one.
    package var bindKey: (String, Command) -> Void = { _, _ in }
    package var removeKey: (String) -> Void = { _ in }
    package var restoreKeys: () -> Void = {}
    /// Stores the name or the path of the kit that the user chose. Returns whether the next start plays it.
    package var keepKit: (FilePath) -> Bool = { _ in false }
    /// Changes the bank of pads that the keys strike. The result arrives through `receive(_:)`.
    package var changeBank: (BankChange) -> Void = { _ in }

    /// Strikes a pad. Returns why it is not struck; nil if it is.
    package var strikePad: (_ pad: Int, Command.Stroke) -> PadRefusal? = { _, _ in nil }

    /// Gives the keys their commands in a layout of the screen.
    package var changeMode: (ScreenMode) -> Void = { _ in }

    /// Chooses the chord that the keys play.
    package var chooseChord: (GuitarChord) -> Void = { _ in }

    /// Reports the next notes and controllers of the MIDI input, or no longer. Returns whether there is an input.
    package var learnMIDI: (Bool) -> Bool = { _ in false }
    /// Stores what a note or a controller does.
    package var teachMIDI: (MIDISource, MIDITarget) -> Void = { _, _ in }
    /// Changes the MIDI assignments by a line such as `curve hard pad 3` or `forget note 38`. Returns whether it is valid.
    package var changeMIDI: (String) -> Bool = { _ in false }
    /// Returns the MIDI assignments as lines.
    package var taughtMIDI: () -> [String] = { [] }
    /// Learns a velocity curve from the next strikes for `pad 3`, for `device NAME`, or, without a scope, for the device of the
    /// strikes. Returns the message for the user.
    package var learnCurve: (_ scope: String?) -> MIDINotice = { _ in .noInput }
    /// Finds the lyrics of a track. They arrive through `receive(_:)`.
    package var findLyrics: (TrackLocation) -> Void = { _ in }
    /// Reads the chapters of a track. They arrive through `receive(_:)`.
    package var findChapters: (TrackLocation) -> Void = { _ in }

    package init() {}
  }
}

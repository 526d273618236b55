import KitEditing
import MusicFiles
import Player
import SystemBase

/// The program around the application: its settings, its files, what completes a text. Main thread; no function waits.
@MainActor
package protocol ProgramServing: AnyObject {
  // MARK: Settings

  /// The settings with their values.
  var settings: [SettingLine] { get }
  /// Changes a setting by its name and value. Reports the result.
  func set(_ name: String, _ value: String)
  /// Writes a setting to the configuration file: by its name, with a value or that of now.
  func keep(_ name: String, _ value: String?)
  /// Stores the name or the path of the kit that the user chose. Returns whether the next start plays it.
  func keepKit(_ kit: FilePath) -> Bool

  // MARK: Texts

  /// Returns the folder or file that a typed text names.
  func folder(typed text: String) -> FilePath
  /// Completes the name of a folder, or also of a file, that is being typed.
  func complete(
    _ text: String, files: FolderCompletion.Files,
    then receive: @escaping @MainActor (FolderCompletion) -> Void)
  /// Reads what completes arguments from disk, for the time when it is asked for.
  func prepareArgumentChoices()
  /// Returns the values that complete the argument of a command that changes settings: the setting of its name, or `set`.
  func argumentChoices(_ command: String, _ argument: String) -> [String]
  var playerNames: [String] { get }
  /// Shows another player by its name. Returns false unless the program was started to show one.
  func attach(to player: String) -> Bool

  // MARK: Music

  /// Inserts the music of a typed path after the current track and plays it.
  func open(_ text: String)
  /// Inserts the music of a path or an address into the queue, and plays it if wanted.
  func insert(_ path: FilePath, at place: QueuePlace, playing: Bool)
  /// Saves the queue as a playlist. Questions arrive through `Application.ask(_:)`.
  func save(_ queue: QueueSave)
  /// Strikes a pad. Returns why it is not struck; nil if it is.
  func strike(_ pad: Int, _ stroke: Command.Stroke) -> PadRefusal?
}

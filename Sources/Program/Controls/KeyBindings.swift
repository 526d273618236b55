import Application
import SystemBase
import TerminalKit

/// The key bindings in use, shared by all front ends; changes are appended to a file. Main thread.
@MainActor
package final class KeyBindings {
  package private(set) var maps: KeyMaps
  /// The layout of the screen, and whether keys act on pads only.
  package var mode = ScreenMode()
  /// Called with each change, before it is saved.
  package var onChange: (KeyMaps) -> Void = { _ in }
  private var defaults: KeyMaps
  /// The changes since the start, which other defaults get too; nil restores the defaults.
  private var edits: [KeyBinding?] = []
  private let file: SavedFile?

  /// Creates the bindings. `defaults`: the bindings without those that are stored; nil: the same. `file`: stores
  /// bindings that are made while the program runs; nil stores none.
  package init(_ maps: KeyMaps, defaults: KeyMaps? = nil, file: SavedFile? = nil) {
    (self.maps, self.defaults, self.file) = (maps, defaults ?? maps, file)
  }

  /// Uses the bindings of other settings, with the changes that were made while the program runs.
  package func use(_ maps: KeyMaps, defaults: KeyMaps) {
    (self.maps, self.defaults) = (maps, defaults)
    for edit in edits { apply(edit) }
    onChange(self.maps)
  }

  private func apply(_ edit: KeyBinding?) { if let edit { maps.apply(edit) } else { maps = defaults } }

  /// The keys of the mode of the screen.
  package var map: KeyMap { maps[mode] }

  /// Applies the key that a change of the keys waits for. Escape changes nothing; a key that has another command is
  /// moved only after a question.
  package func receive(_ chord: KeyChord, for application: Application) {
    let edit = application.endKeyEdit()
    if case .midi(let source)? = edit {
      application.endLearning(source, map.owner(of: chord), isCancelled: chord.key == .escape)
    }
    switch edit {
    case .bind(let command) where chord.key == .escape, .remove(let command) where chord.key == .escape:
      application.report(.key(.unchanged(command)))
    case .bind(let command):
      if let owner = maps.owner(of: chord, otherThan: command, in: mode) {
        return application.ask(.moveKey(key: chord.name, from: owner, to: command))
      }
      bind(chord, to: command, for: application)
    case .remove(let command): remove(chord, of: command, for: application)
    case .midi, nil: break
    }
  }

  /// Binds a key and saves the binding.
  package func bind(_ chord: KeyChord, to command: Command, for application: Application) {
    change(
      KeyBinding(chord, to: command, on: command.row.screen), .bound(chord.name, command), for: application)
  }

  /// Removes a key of a command and saves that. Reports it if the key is not one of the command.
  package func remove(_ chord: KeyChord, of command: Command, for application: Application) {
    let screen = command.row.screen
    guard map.owner(of: chord, on: screen) == command else {
      return application.report(.key(.notOf(chord.name, command)))
    }
    change(KeyBinding(chord, to: nil, on: screen), .removed(chord.name, command), for: application)
  }

  /// Restores the keys of the layout and of the configuration file, and removes the saved bindings.
  package func restore(for application: Application) { change(nil, .restored, for: application) }

  /// Makes a change, adds it to the file, and reports it. `edit`: nil restores the defaults and empties the file.
  private func change(_ edit: KeyBinding?, _ notice: KeyNotice, for application: Application) {
    edits.append(edit)
    apply(edit)
    onChange(maps)
    // An error is reported by the saver, which tries again.
    file?.edit(permissions: 0o666) { bytes in
      if let edit { bytes += Array("\(edit.line)\n".utf8) } else { bytes = [] }
    }
    application.report(.key(notice))
  }
}

import Application
import SystemBase
import TerminalKit

/// The key bindings in use, shared by all front ends; changes are appended to a file. Main thread.
@MainActor
package final class KeyBindings {
  private static let largestFile = 1 << 20

  package private(set) var map: KeyMap
  /// Told of each change, before it is saved.
  package var onChange: (KeyMap) -> Void = { _ in }
  private let file: FilePath?

  /// - Parameter file: where bindings that are made while the program runs are kept; nil keeps them nowhere.
  package init(_ map: KeyMap, file: FilePath? = nil) { (self.map, self.file) = (map, file) }

  /// Gives a key to the command that waits for one, now and at later starts; Escape leaves all as it is.
  package func receive(_ chord: KeyChord, for application: Application) {
    guard let command = application.endRebinding(), chord.key != .escape else { return }
    map.bind(chord, to: command)
    onChange(map)
    do throws(FileError) {
      try save(chord, command)
      application.report(.keyBound(key: chord.name, command))
    } catch {
      application.model.report(.file(error))
    }
  }

  private func save(_ chord: KeyChord, _ command: Command) throws(FileError) {
    guard let file else { return }
    try FileBytes.makeFolder(file.directory, permissions: 0o700)
    let line = "bind \(chord.name) \(command.name)\n"
    try FileBytes.replace(file, with: try KeyBindings.read(file) + Array(line.utf8))
  }

  /// Returns nothing where there is no file; one that cannot be read is not written over.
  private static func read(_ file: FilePath) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try FileBytes.read(file, limit: largestFile)
    } catch {
      if error.code == .notFound { return [] }
      throw error
    }
  }
}

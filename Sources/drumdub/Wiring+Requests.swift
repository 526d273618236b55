import AudioBase
import MusicLibrary
import Player
import TerminalKit
import TerminalUI

/// What the screen asks of the program.
extension Wiring {
  /// Gives a key to a command, now and at later starts.
  func bind(_ chord: KeyChord, to command: UserCommand) {
    let keys = view.keys
    input.change { $0.keys = keys }
    let path = BaseFolders.keysFile
    do throws(AudioError) {
      try FileBytes.makeFolder(path.directory, permissions: 0o700)
      let old = try oldBindings(path)
      try FileBytes.replace(path, with: old + Array("bind \(chord.name) \(command.name)\n".utf8))
      model.report(.text("\(chord.label): \(command.summary)"))
    } catch {
      model.report(.file(error))
    }
  }

  /// Nothing where there is no file; one that cannot be read is not written over.
  private func oldBindings(_ path: FilePath) throws(AudioError) -> [UInt8] {
    do throws(AudioError) {
      return try FileBytes.read(path, limit: 1 << 20)
    } catch {
      if error.code == .notFound { return [] }
      throw error
    }
  }
}

extension Wiring {
  func saveQueue(as name: String) {}
}

import Studio
import SystemBase

/// The file that keeps the mixer from one start to the next. Main thread.
@MainActor
package final class SavedMixer {
  private let owner: MixOwner
  private let file: SavedFile
  /// The file that is read if there is none yet: that of another player.
  private let first: FilePath?
  /// The number of changes of the mixer that is in the file.
  private var saved = 0
  /// Whether the file may be written; false if it could not be read, so that it is not overwritten.
  private var mayWrite = true

  package init(_ owner: MixOwner, _ file: SavedFile, first: FilePath? = nil) {
    (self.owner, self.file, self.first) = (owner, file, first)
  }

  /// Whether there are changes that are not saved.
  var isChanged: Bool { mayWrite && owner.changes != saved }

  /// Restores the mixer, if there is a file.
  ///
  /// - Returns: whether it differs from the dry one.
  /// - Throws: if the file cannot be read; it then stays as it is.
  func restore() throws(FileError) -> Bool {
    do throws(FileError) {
      let path = first.flatMap { file.path.exists ? nil : $0 } ?? file.path
      guard let graph = try MixFile.read(path)?.get() else { return false }
      owner.restore(graph)
      saved = owner.changes
      return !graph.strips.isEmpty
    } catch {
      mayWrite = false
      throw error
    }
  }

  func save() {
    guard isChanged else { return }
    saved = owner.changes
    let graph = owner.snapshot
    file.replace { MixFile.encode(graph) }
  }
}

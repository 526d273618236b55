import AudioBase
import SystemBase

/// The export of a take, its recorded sound and its kit to one archive, for others.
package struct PackExport: Sendable {
  package let take: Take
  /// The kit that is included; nil if there is none.
  package let kit: FilePath?
  private let folder: FilePath
  private let path: FilePath
  package var replaces = false

  /// Creates an export to a file. `folder` is the folder of the recorded sound.
  package init(_ take: Take, from folder: FilePath, kit: FilePath?, to path: FilePath) {
    (self.take, self.folder, self.kit, self.path) = (take, folder, kit, path)
  }

  /// Writes the archive. `isCancelled` is called often.
  package func run(isCancelled: @escaping () -> Bool) throws(ExportError) -> ExportedFile {
    do throws(FileError) {
      try TakePack.write(
        take, from: folder, kit: kit, to: path, replaces: replaces, isCancelled: isCancelled)
    } catch {
      throw isCancelled() ? .cancelled : .failed(error, part: nil)
    }
    return ExportedFile(path: path, part: .mix, format: .pack, rate: take.frameRate, length: .zero)
  }
}

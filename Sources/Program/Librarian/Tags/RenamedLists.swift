import Glibc
import MusicFiles
import Playlists
import SystemBase

/// The playlist files and CUE sheets of the music that name renamed files, and follow them. Waits for the disk.
package struct RenamedLists {
  /// The most bytes of a list that is changed.
  private static let largest = 1 << 26

  package struct Count: Hashable, Sendable {
    package var playlists = 0
    package var sheets = 0

    fileprivate mutating func add(_ list: FilePath) {
      if PlaylistFormat(name: list) == .cue { sheets += 1 } else { playlists += 1 }
    }
  }

  private let entries: RenamedEntries
  private let lists: [FilePath]

  /// Creates the lists for renamed files.
  ///
  /// - Parameter folders: the folders of the library. For files outside them, lists in the folders of the files are searched.
  init(of files: [FileRename], in folders: [FilePath]) {
    entries = RenamedEntries(files.map { ($0.from, $0.to) })
    let searched = files.map { file in
      folders.first { file.from.isBelow($0) } ?? file.from.directory
    }
    lists = files.isEmpty ? [] : PlaylistFiles.below(Array(Set(searched)), withSheets: true)
  }

  /// Returns the number of lists that will be changed.
  func count() -> Count {
    var count = Count()
    for list in lists {
      do throws(FileError) {
        if try newContent(of: list) != nil { count.add(list) }
      } catch {
        // It is reported when it is to be changed.
      }
    }
    return count
  }

  /// Changes the lists. Returns the lists that were changed, and why others were not, which keep their content.
  func rewrite() -> (changed: Count, failures: [FileError]) {
    var (changed, failures) = (Count(), [FileError]())
    for list in lists {
      do throws(FileError) {
        let isChanged = try FolderLock.hold(list.directory) { () throws(FileError) in
          guard let content = try newContent(of: list) else { return false }
          try RenamedLists.checkWritable(list)
          try AtomicFile.replace(list, with: content)
          return true
        }
        if isChanged { changed.add(list) }
      } catch {
        failures.append(error)
      }
    }
    return (changed, failures)
  }

  /// Returns the content of a list with the new names; nil if it names none of the files or cannot be read.
  private func newContent(of list: FilePath) throws(FileError) -> [UInt8]? {
    guard let content = try? FileBytes.read(list, limit: RenamedLists.largest) else { return nil }
    return try entries.rewritten(content, of: list)
  }

  /// Throws `readOnly` for a write-protected file, which could be replaced nevertheless if its folder is not.
  private static func checkWritable(_ list: FilePath) throws(FileError) {
    var status = stat()
    let isKnown = list.withCString { stat($0, &status) } == 0
    if isKnown && status.st_mode & 0o222 == 0 || list.withCString({ access($0, W_OK) }) != 0 {
      throw FileError(.readOnly, list.shown)
    }
  }
}

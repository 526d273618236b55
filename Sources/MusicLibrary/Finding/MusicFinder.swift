import AudioBase
import Playlists
import SystemBase

/// Turns the words of a command line (files, folders, playlists) into what is to be played, in their order.
///
/// A folder gives its music and that of its folders, in natural order, each folder in its place among the names.
/// Names that begin with a dot and names without a known extension are passed over, playlists in folders too; of a
/// file of which a CUE sheet there says that it holds several tracks, those are taken. A file that is named is taken
/// whatever its name, and where it is missing too. A playlist that is named gives its entries; those that are missing stay.
/// Any thread; it blocks for as long as the disk does.
package struct MusicFinder: Sendable {
  package struct Entry: Hashable, Sendable {
    package var path: FilePath
    /// What a playlist says of it.
    package var said: PlaylistEntry?

    package init(path: FilePath, said: PlaylistEntry? = nil) { (self.path, self.said) = (path, said) }
  }

  package struct Warning: Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
      /// It could not be read; nothing of it is among the entries.
      case failed(FileError)
      /// A folder without music.
      case noMusic
      /// An entry of a playlist is an address; those are not played.
      case address(String)
      /// Something in a playlist.
      case playlist(PlaylistWarning)
    }

    /// The word, the folder or the playlist.
    package var path: FilePath
    package var problem: Problem

    package init(path: FilePath, problem: Problem) {
      self.path = path
      self.problem = problem
    }
  }

  package struct Result: Hashable, Sendable {
    package var entries: [Entry] = []
    package var warnings: [Warning] = []
  }

  private let playlists: PlaylistReader

  package init(playlists: PlaylistReader = PlaylistReader()) { self.playlists = playlists }

  package func find(_ words: [FilePath]) -> Result {
    var result = Result()
    for word in words { add(word, to: &result) }
    return result
  }

  private func add(_ word: FilePath, to result: inout Result) {
    do throws(FileError) {
      let status = try FileStatus(word)
      if status.isFolder {
        addFolder(word, to: &result)
      } else if try isPlaylist(word, status) {
        addPlaylist(try playlists.read(word), word, to: &result)
      } else {
        result.entries.append(Entry(path: word))
      }
    } catch  where PlaylistFormat(name: word) != nil {
      result.warnings.append(Warning(path: word, problem: .failed(error)))
    } catch {
      // Like a playlist's missing entry it stays, and says why when it is its turn.
      result.entries.append(Entry(path: word))
    }
  }

  private func addFolder(_ folder: FilePath, to result: inout Result) {
    var walk = FolderWalk()
    walk.visit(folder)
    var sheets = CueSheetLookup(walk.sheets)
    for file in walk.files {
      let parts = sheets.parts(of: file)?.held(duration: nil) ?? []
      result.entries += parts.isEmpty ? [Entry(path: file)] : parts.map { Entry(path: file, said: $0) }
    }
    result.warnings += walk.failures.map { Warning(path: $0.path, problem: .failed($0.error)) }
    if walk.files.isEmpty, walk.failures.isEmpty {
      result.warnings.append(Warning(path: folder, problem: .noMusic))
    }
  }

  /// By its name; where that says nothing, by its first bytes.
  private func isPlaylist(_ word: FilePath, _ status: FileStatus) throws(FileError) -> Bool {
    if PlaylistFormat(name: word) != nil { return true }
    guard status.isRegular, !status.isEmpty, !MusicNames.isMusic(word) else { return false }
    let head = try RegularFile(withContent: word).read(at: 0, count: PlaylistFormat.headLength)
    return PlaylistFormat(content: head) != nil
  }

  private func addPlaylist(_ playlist: Playlist, _ path: FilePath, to result: inout Result) {
    for item in playlist.entries {
      switch item.location {
      case .file(let file): result.entries.append(Entry(path: file, said: item))
      case .url(let address): result.warnings.append(Warning(path: path, problem: .address(address)))
      }
    }
    result.warnings += playlist.warnings.map { Warning(path: path, problem: .playlist($0)) }
  }
}

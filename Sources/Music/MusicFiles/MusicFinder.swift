import AudioBase
import Glibc
import Playlists
import SystemBase

/// Resolves the arguments of a command line (files, folders, playlists, addresses of streams) to a list of tracks, in their order.
///
/// A folder is replaced by its music files and those of its subfolders, in natural order. Hidden files, files
/// without a known extension and playlists in folders are ignored. If a CUE sheet in the folder describes the
/// tracks of a file, these replace the file; a file that is one of its tracks has the information of the sheet. A
/// file that is an argument itself is always included, even if it does not exist or has an unknown extension. A
/// playlist is replaced by its entries, including those whose files do not exist. Any thread; blocks on file access.
package struct MusicFinder: Sendable {
  package struct Entry: Hashable, Sendable {
    package var path: FilePath
    /// The playlist's information about the track; nil if the track does not come from a playlist.
    package var playlistEntry: PlaylistEntry?

    package init(path: FilePath, playlistEntry: PlaylistEntry? = nil) {
      (self.path, self.playlistEntry) = (path, playlistEntry)
    }
  }

  /// A problem with an argument, a folder or a playlist.
  package struct Warning: Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
      /// The argument could not be read and contributes no entries.
      case failed(FileError)
      /// The argument is an address of a kind that cannot be played.
      case unsupportedAddress
      case noMusic
      /// The playlist entry is an address that is not `http:` or `https:`, which cannot be played; empty for one without a
      /// location.
      case address(String)
      case playlist(PlaylistWarning)
    }

    /// The argument, the folder or the playlist.
    package var path: FilePath
    package var problem: Problem

    package init(path: FilePath, problem: Problem) { (self.path, self.problem) = (path, problem) }
  }

  package struct FoundMusic: Hashable, Sendable {
    package var entries: [Entry] = []
    package var warnings: [Warning] = []

    package init(entries: [Entry] = [], warnings: [Warning] = []) {
      (self.entries, self.warnings) = (entries, warnings)
    }
  }

  private let playlists: PlaylistReader
  private let keepsMissing: Bool

  /// Creates a finder.
  ///
  /// - Parameter keepsMissing: whether an argument that does not exist is included; otherwise it is a warning.
  package init(playlists: PlaylistReader = PlaylistReader(), keepsMissing: Bool = true) {
    (self.playlists, self.keepsMissing) = (playlists, keepsMissing)
  }

  /// Resolves arguments; problems become warnings.
  package func find(_ words: [FilePath]) -> FoundMusic {
    var result = FoundMusic()
    for word in words { add(word, to: &result) }
    return result
  }

  private func add(_ argument: FilePath, to result: inout FoundMusic) {
    if let address = argument.address {
      return result.entries.append(Entry(path: TrackLocation(address).path))
    }
    let word = argument.ofFileURL.withoutDots
    do throws(FileError) {
      let status = try word.checkedStatus()
      if status.isFolder {
        addFolder(word, to: &result)
      } else if try isPlaylist(word, status) {
        addPlaylist(try playlists.read(word), word, to: &result)
      } else {
        result.entries.append(Entry(path: word))
      }
    } catch  where PlaylistFormat(name: word) != nil || !keepsMissing {
      let isAddress = error.code == .notFound && PlaylistLocation.scheme(argument.bytes[...]) != nil
      result.warnings.append(
        Warning(path: word, problem: isAddress ? .unsupportedAddress : .failed(error)))
    } catch {
      // The file is kept like a missing entry of a playlist: playing it reports the reason.
      result.entries.append(Entry(path: word))
    }
  }

  private func addFolder(_ folder: FilePath, to result: inout FoundMusic) {
    var walk = FolderWalk()
    walk.visit(folder)
    var sheets = CueSheetLookup(walk.sheets)
    for file in walk.files {
      let listed = sheets.parts(of: file) ?? []
      let parts = listed.held(duration: nil)
      if parts.isEmpty {
        var whole = listed.count == 1 ? listed.first : nil
        whole?.section = nil
        result.entries.append(Entry(path: file, playlistEntry: whole))
      } else {
        result.entries += parts.map { Entry(path: file, playlistEntry: $0) }
      }
    }
    result.warnings += walk.failures.map { Warning(path: $0.path, problem: .failed($0.error)) }
    if walk.files.isEmpty, walk.failures.isEmpty {
      result.warnings.append(Warning(path: folder, problem: .noMusic))
    }
  }

  /// Detects a playlist by its extension, or by its first bytes if the extension is unknown.
  private func isPlaylist(_ word: FilePath, _ status: stat) throws(FileError) -> Bool {
    if PlaylistFormat(name: word) != nil { return true }
    guard status.isRegular, status.st_size > 0, !MusicNames.isMusic(word) else { return false }
    let head = try RegularFile(withContent: word).read(at: 0, count: PlaylistFormat.headLength)
    return PlaylistFormat(content: head) != nil
  }

  private func addPlaylist(_ playlist: Playlist, _ path: FilePath, to result: inout FoundMusic) {
    for item in playlist.entries {
      if let track = item.track {
        result.entries.append(Entry(path: track.path, playlistEntry: item))
      } else if case .url(let address) = item.location {
        result.warnings.append(Warning(path: path, problem: .address(address)))
      }
    }
    result.warnings += playlist.warnings.map { Warning(path: path, problem: .playlist($0)) }
  }
}

/// Collects the music files and CUE sheets of a folder and its subfolders.
struct FolderWalk {
  private(set) var files: [FilePath] = []
  private(set) var sheets: [FilePath] = []
  private(set) var failures: [(path: FilePath, error: FileError)] = []
  /// The folders that were visited; each is visited once, so that cycles of links end.
  private var visited: Set<FileIdentity> = []

  mutating func visit(_ folder: FilePath) {
    do throws(FileError) {
      guard visited.insert(FileIdentity(try folder.checkedStatus())).inserted else { return }
      for name in NaturalOrder.sorted(try FolderReader(folder).names()) { add(folder.appending(name)) }
    } catch {
      failures.append((folder, error))
    }
  }

  private mutating func add(_ path: FilePath) {
    // A broken link with a music extension is kept, so that playing it reports the reason. Other broken links
    // are ignored.
    let status = path.status
    if status?.isFolder == true {
      visit(path)
    } else if MusicNames.isMusic(path), status?.isRegular ?? true {
      files.append(path)
    } else if MusicNames.isSheet(path), status?.isRegular == true {
      sheets.append(path)
    }
  }
}

import SystemBase

/// Collects the music files and CUE sheets of a folder and its subfolders.
struct FolderWalk {
  private(set) var files: [FilePath] = []
  private(set) var sheets: [FilePath] = []
  private(set) var failures: [(path: FilePath, error: FileError)] = []
  /// The folders that were visited; each is visited once, so that cycles of links end.
  private var visited: Set<FileStatus.Identity> = []

  mutating func visit(_ folder: FilePath) {
    do throws(FileError) {
      guard visited.insert(try FileStatus(folder).identity).inserted else { return }
      for name in NaturalOrder.sorted(try FolderReader(folder).names()) { add(folder.appending(name)) }
    } catch {
      failures.append((folder, error))
    }
  }

  private mutating func add(_ path: FilePath) {
    // A broken link with a music extension is kept, so that playing it reports the reason. Other broken links
    // are ignored.
    let status = try? FileStatus(path)
    if status?.isFolder == true {
      visit(path)
    } else if MusicNames.isMusic(path), status?.isRegular ?? true {
      files.append(path)
    } else if MusicNames.isSheet(path), status?.isRegular == true {
      sheets.append(path)
    }
  }
}

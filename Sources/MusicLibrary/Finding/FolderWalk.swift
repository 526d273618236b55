import SystemBase

/// Collects the music of a folder and of the folders in it.
struct FolderWalk {
  private(set) var files: [FilePath] = []
  /// CUE sheets.
  private(set) var sheets: [FilePath] = []
  private(set) var failures: [(path: FilePath, error: FileError)] = []
  /// A folder that links lead to twice is walked once; so no loop is endless.
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
    // A broken link named like music stays and fails when it is played; any other is nothing to us.
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

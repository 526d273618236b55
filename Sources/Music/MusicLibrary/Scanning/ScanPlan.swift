import SystemBase

/// The differences between the index and the files of a walk. Does no input or output.
struct ScanPlan {
  /// Files that the index does not have.
  private(set) var added: [ScannedFile] = []
  private(set) var changed: [ScannedFile] = []
  private(set) var moved: [(from: FilePath, to: ScannedFile)] = []
  /// The moved files whose tags are read.
  private var movedByKey: [ScannedFile] = []
  private(set) var removed: [FilePath] = []
  /// The number of files on drives that are not mounted, and their folders.
  private(set) var away = 0
  private(set) var awayFolders: [FilePath] = []
  private(set) var unchanged = 0
  /// Unchanged files that another version of the tag reader has read.
  private var outdated: [ScannedFile] = []
  /// Whether more than one drive is mounted below the folder, so that tracks that were away may be present
  /// again.
  private(set) var hasOtherDrives = false

  /// Compares the files of the index with those that were seen.
  ///
  /// - Parameters:
  ///   - known: the files of the index below the folder that was walked.
  ///   - unseen: folders that could not be read; what the index has of them is kept.
  init(known: StampTable, seen: [ScannedFile], devices: Set<UInt64>, unseen: [FilePath] = []) {
    var isSeen = [Bool](repeating: false, count: known.count)
    var drives = devices
    var lastDrive: UInt64?
    for file in seen {
      guard let index = known.index(of: file.path) else {
        added.append(file)
        continue
      }
      isSeen[index] = true
      let old = known.entry(at: index).stamp
      // The drive of an existing file is mounted, even if its device number has changed.
      if old.device != lastDrive { drives.insert(old.device) }
      lastDrive = old.device
      if !file.stamp.isUnchanged(from: old) {
        changed.append(file)
      } else {
        unchanged += 1
        if known.entry(at: index).isOutdated { outdated.append(file) }
      }
    }
    hasOtherDrives = devices.count > 1
    if isSeen.contains(false) {
      let gone = isSeen.indices.filter { !isSeen[$0] }.map {
        (path: known.path(at: $0), entry: known.entry(at: $0))
      }
      classify(gone, seen: seen, drives: drives, unseen: unseen)
    }
  }

  /// Sorts the files that were not found into moved, away and removed.
  private mutating func classify(
    _ gone: [(path: FilePath, entry: StampTable.Entry)], seen: [ScannedFile], drives: Set<UInt64>,
    unseen: [FilePath]
  ) {
    var gone = gone
    gone.removeAll { file in unseen.contains { file.path == $0 || file.path.isBelow($0) } }
    var byStamp: [FileStamp: FilePath] = [:]
    for file in gone where file.entry.isReadable { byStamp[file.entry.stamp] = file.path }
    var movedPaths: Set<FilePath> = []
    added.removeAll { file in
      guard let from = byStamp.removeValue(forKey: file.stamp) else { return false }
      moved.append((from, file))
      movedPaths.insert(from)
      return true
    }
    let rest = gone.filter { !movedPaths.contains($0.path) }
    removed = rest.filter { drives.contains($0.entry.stamp.device) }.map(\.path)
    let missing = rest.filter { !drives.contains($0.entry.stamp.device) }
    away = missing.count
    awayFolders = ScanPlan.folders(of: missing.map(\.path), without: seen)
  }

  /// Returns the folders of missing files, without those in which other files exist.
  private static func folders(of missing: [FilePath], without seen: [ScannedFile]) -> [FilePath] {
    Set(missing.map(\.directory)).filter { folder in !seen.contains { $0.path.isBelow(folder) } }
      .sorted()
  }

  enum Origin { case changed, added, moved, outdated }

  /// The files whose tags are read, with the lists that they come from.
  var wanted: [(file: ScannedFile, origin: Origin)] {
    let lists: [(files: [ScannedFile], origin: Origin)] = [
      (changed, .changed), (added, .added), (movedByKey, .moved), (outdated, .outdated),
    ]
    return lists.flatMap { list in list.files.map { ($0, list.origin) } }
  }

  /// Adds files to those that are read, although they are unchanged.
  mutating func reread(_ paths: Set<FilePath>, of seen: [ScannedFile]) {
    outdated.removeAll { paths.contains($0.path) }
    let read = Set(wanted.map(\.file.path))
    let places = Set(moved.map(\.to.path))
    for file in seen where paths.contains(file.path) && !read.contains(file.path) {
      if places.contains(file.path) {
        movedByKey.append(file)
      } else {
        changed.append(file)
        unchanged -= 1
      }
    }
  }

  /// Treats new files as moved ones, by their former paths: see `LibraryScanner.findByKey`.
  mutating func apply(movedByKey origins: [FilePath: FilePath]) {
    let gone = Set(origins.values)
    removed.removeAll { gone.contains($0) }
    added.removeAll { file in
      guard let from = origins[file.path] else { return false }
      moved.append((from, file))
      movedByKey.append(file)
      return true
    }
  }
}

extension FilePath {
  /// Returns whether the path is in a folder or one of its subfolders.
  package func isBelow(_ folder: FilePath) -> Bool {
    let count = folder.bytes.count
    if folder.bytes == [UInt8(ascii: "/")] { return bytes.count > 1 && isAbsolute }
    return bytes.count > count && bytes[count] == UInt8(ascii: "/") && bytes.starts(with: folder.bytes)
  }
}

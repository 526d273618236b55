import SystemBase

/// What a scan is to do: what the index knows against what a walk has seen. Pure.
struct ScanPlan {
  /// Not known yet.
  private(set) var added: [ScannedFile] = []
  private(set) var changed: [ScannedFile] = []
  private(set) var moved: [(from: FilePath, to: ScannedFile)] = []
  /// Those of the moved ones that are read too.
  private var movedByKey: [ScannedFile] = []
  private(set) var removed: [FilePath] = []
  /// Files below folders whose drives are not mounted, and those folders.
  private(set) var away = 0
  private(set) var awayFolders: [FilePath] = []
  private(set) var unchanged = 0
  /// More than one drive is mounted below the folder: what was away may have come back.
  private(set) var hasOtherDrives = false

  /// - Parameters:
  ///   - known: the files below the folder that was walked.
  ///   - unseen: folders that could not be looked into: what is known of them stays.
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
      // A drive whose files are here is mounted, whatever its number was then.
      if old.device != lastDrive { drives.insert(old.device) }
      lastDrive = old.device
      if file.stamp.isUnchanged(from: old) { unchanged += 1 } else { changed.append(file) }
    }
    hasOtherDrives = devices.count > 1
    if isSeen.contains(false) {
      let gone = isSeen.indices.filter { !isSeen[$0] }.map {
        (path: known.path(at: $0), entry: known.entry(at: $0))
      }
      settle(gone, seen: seen, drives: drives, unseen: unseen)
    }
  }

  /// Of files that were not seen: moved, away, or removed.
  private mutating func settle(
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

  /// The folders of files that are not there; those in which others are there still are no drive's.
  private static func folders(of missing: [FilePath], without seen: [ScannedFile]) -> [FilePath] {
    Set(missing.map(\.directory)).filter { folder in !seen.contains { $0.path.isBelow(folder) } }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  enum Sort { case changed, added, moved }

  /// The files whose tags are to be read.
  var wanted: [ScannedFile] { changed + added + movedByKey }

  /// What a place in `wanted` holds.
  func sort(ofWanted index: Int) -> Sort {
    index < changed.count ? .changed : index < changed.count + added.count ? .added : .moved
  }

  /// Files that are read anew though they are as they were.
  mutating func reread(_ paths: Set<FilePath>, of seen: [ScannedFile]) {
    let read = Set(wanted.map(\.path))
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

  /// New files turn out to be some of those that are gone: see `LibraryScanner`.
  ///
  /// - Parameter origins: by the new path the one that is gone.
  mutating func take(movedByKey origins: [FilePath: FilePath]) {
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
  /// Whether it lies in a folder or in one of those in it.
  package func isBelow(_ folder: FilePath) -> Bool {
    let count = folder.bytes.count
    if folder.bytes == [UInt8(ascii: "/")] { return bytes.count > 1 && isAbsolute }
    return bytes.count > count && bytes[count] == UInt8(ascii: "/") && bytes.starts(with: folder.bytes)
  }
}

import SystemBase

/// What a watcher holds while it watches.
struct WatchState: ~Copyable {
  var events: FolderEvents
  var drives: MountedDrives
  /// The system had no more watches: said once.
  var hasRunOut = false
  /// The known folders that have gone.
  private var absent: [FilePath] = []
  /// Watched for their return alone: of each the nearest folder above that is there.
  private var above: Set<FilePath> = []

  init(_ events: consuming FolderEvents, _ drives: consuming MountedDrives) {
    self.events = events
    self.drives = drives
  }

  /// One of those that had gone is there again.
  var hasReturned: Bool { absent.contains { FolderState($0) != .missing } }

  /// Watches for those of the known folders that are not there.
  mutating func expectReturn(of roots: [FilePath]) {
    absent = roots.filter { FolderState($0) == .missing }
    var wanted: Set<FilePath> = []
    for root in absent {
      // Until it stays the nearest: one between may have been made meanwhile.
      while let near = WatchState.nearest(above: root), wanted.insert(near).inserted {
        if events.watch(near) == true { above.insert(near) }
      }
    }
    for folder in above.subtracting(wanted) { events.unwatch(folder) }
    above.formIntersection(wanted)
  }

  private static func nearest(above root: FilePath) -> FilePath? {
    var folder = root.directory
    while FolderState(folder) == .missing, folder.directory != folder { folder = folder.directory }
    return folder.isEmpty ? nil : folder
  }
}

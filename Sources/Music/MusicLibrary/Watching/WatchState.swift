import MusicFiles
import SystemBase

/// The state of a watcher's thread.
struct WatchState: ~Copyable {
  var events: FolderEvents
  var drives: MountedDrives
  /// Whether the limit of watches was reached, which is reported once.
  var hasRunOut = false
  /// The missing folders of the index.
  private var absent: [FilePath] = []
  /// The nearest existing folders above the missing ones, which are watched for their return.
  private var above: Set<FilePath> = []

  init(_ events: consuming FolderEvents, _ drives: consuming MountedDrives) {
    self.events = events
    self.drives = drives
  }

  /// Whether a missing folder exists again.
  var hasReturned: Bool { absent.contains { FolderState($0) != .missing } }

  /// Watches for the return of missing folders.
  mutating func expectReturn(of roots: [FilePath]) {
    absent = roots.filter { FolderState($0) == .missing }
    var wanted: Set<FilePath> = []
    for root in absent {
      // Repeats until the nearest folder stays the same, since one in between may have been created
      // meanwhile.
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

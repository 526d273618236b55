import Observation
import SystemBase

/// The picture files of tracks, for other programs, which read pictures from files. Main thread.
@MainActor @Observable
package final class CoverFiles {
  private static let most = 200

  private enum Entry {
    case awaited
    /// Nil for a track without a picture.
    case found(FilePath?)
  }

  private var entries: [FilePath: Entry] = [:]
  /// Returns the picture of a track; nil if it has none. Called on other threads.
  @ObservationIgnored private let find: @Sendable (FilePath) -> FilePath?
  @ObservationIgnored private let main: MainThread

  package init(main: MainThread, find: @escaping @Sendable (FilePath) -> FilePath?) {
    (self.main, self.find) = (main, find)
  }

  /// Returns the picture file of a track; nil if it has none or it is not known yet.
  package func file(of track: FilePath) -> FilePath? {
    if case .found(let file) = entries[track] { file } else { nil }
  }

  /// Returns whether the picture of a track is being looked for.
  package func isAwaited(_ track: FilePath) -> Bool {
    if case .awaited = entries[track] { true } else { false }
  }

  /// Looks for the picture of a track unless that was done before.
  package func request(_ track: FilePath) {
    guard entries[track] == nil else { return }
    if entries.count >= CoverFiles.most { entries = [:] }
    entries[track] = .awaited
    main.run("cover", isBackground: true, { [find] in find(track) }) { [weak self] in
      self?.entries[track] = .found($0)
    }
  }
}

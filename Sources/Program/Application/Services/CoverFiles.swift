import Observation
import SystemBase

/// The picture files of tracks, for other programs, which read pictures from files. Main thread.
@MainActor @Observable
package final class CoverFiles {
  private static let most = 200

  /// The pictures by track; nil for a track without one.
  private var files: [FilePath: FilePath?] = [:]
  private var awaited: Set<FilePath> = []
  /// Returns the picture of a track; nil if it has none. Called on other threads.
  @ObservationIgnored private let find: @Sendable (FilePath) -> FilePath?
  @ObservationIgnored private let main: MainThread

  package init(main: MainThread, find: @escaping @Sendable (FilePath) -> FilePath?) {
    (self.main, self.find) = (main, find)
  }

  /// Returns the picture file of a track; nil if it has none or it is not known yet.
  package func file(of track: FilePath) -> FilePath? { files[track] ?? nil }

  package func isAwaited(_ track: FilePath) -> Bool { awaited.contains(track) }

  /// Looks for the picture of a track unless that was done before.
  package func request(_ track: FilePath) {
    guard files[track] == nil, awaited.insert(track).inserted else { return }
    if files.count >= CoverFiles.most { files = [:] }
    main.run("cover", isBackground: true, { [find] in find(track) }) { [weak self] in
      self?.awaited.remove(track)
      self?.files.updateValue($0, forKey: track)
    }
  }
}

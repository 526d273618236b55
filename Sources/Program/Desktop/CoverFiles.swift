import AudioBase
import Observation
import SystemBase

/// The picture files of tracks, for other programs, which read pictures from files. Main thread.
@MainActor @Observable
package final class CoverFiles {
  private static let most = 200

  /// The pictures by track; nil for a track without one.
  private var files: [FilePath: FilePath?] = [:]
  private var awaited: Set<FilePath> = []
  /// The folder that relative paths start from.
  @ObservationIgnored private let folder: FilePath
  /// Returns the picture of a track; nil if it has none. Called on other threads.
  @ObservationIgnored private let find: @Sendable (FilePath) -> FilePath?
  @ObservationIgnored private let main: MainThread

  package init(folder: FilePath, main: MainThread, find: @escaping @Sendable (FilePath) -> FilePath?) {
    (self.folder, self.main, self.find) = (folder, main, find)
  }

  private func path(_ track: TrackLocation) -> FilePath { track.inside(folder).path }

  /// Returns the picture file of a track; nil if it has none or it is not known yet.
  func file(of track: TrackLocation) -> FilePath? { files[path(track)] ?? nil }

  func isAwaited(_ track: TrackLocation) -> Bool { awaited.contains(path(track)) }

  /// Looks for the picture of a track unless that was done before.
  func request(_ location: TrackLocation) {
    let track = path(location)
    guard files[track] == nil, awaited.insert(track).inserted else { return }
    if files.count >= CoverFiles.most { files = [:] }
    main.run("cover", isBackground: true, { [find] in find(track) }) { [weak self] in
      self?.awaited.remove(track)
      self?.files.updateValue($0, forKey: track)
    }
  }
}

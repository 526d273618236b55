import AudioBase
import SystemBase
import TrackTags

/// Finds lyrics on threads of their own, since the disk may be slow. Any thread.
package struct LyricsService: Sendable {
  private let finder: LyricsFinder
  private let folder: FilePath
  private let report: ReportSink

  /// Creates a service that finds lyrics.
  ///
  /// - Parameter folder: the folder of relative paths.
  package init(_ finder: LyricsFinder, folder: FilePath, report: @escaping ReportSink) {
    (self.finder, self.folder, self.report) = (finder, folder, report)
  }

  package func find(_ track: TrackLocation) {
    let (finder, report, place) = (finder, report, track.inside(folder))
    _ = WorkerThread(name: "lyrics") {
      let found = Result { () throws(FileError) in try finder.find(for: place) }
      report(.lyricsFound(LyricsResult(track, found)))
    }
  }
}

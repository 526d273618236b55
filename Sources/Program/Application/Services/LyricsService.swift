import AudioBase
import SystemBase
import TrackTags

/// The lyrics of a track that were found on another thread.
package struct LyricsResult: Sendable {
  package var track: TrackLocation
  /// The lyrics; nil if the track has none.
  package var lyrics: Result<Lyrics?, FileError>

  package init(_ track: TrackLocation, _ lyrics: Result<Lyrics?, FileError>) {
    self.track = track
    self.lyrics = lyrics
  }
}

/// Finds lyrics on threads of their own, since the disk may be slow. Any thread.
package struct LyricsService: Sendable {
  private let finder: LyricsFinder
  private let folder: FilePath
  private let main: MainThread

  /// Creates a service that finds lyrics.
  ///
  /// - Parameter folder: the folder of relative paths.
  package init(_ finder: LyricsFinder, folder: FilePath, main: MainThread) {
    (self.finder, self.folder, self.main) = (finder, folder, main)
  }

  package func find(_ track: TrackLocation, then receive: @escaping @MainActor (LyricsResult) -> Void) {
    let (finder, place) = (finder, track.inside(folder))
    let find: @Sendable () -> LyricsResult = {
      LyricsResult(track, Result { () throws(FileError) in try finder.find(for: place) })
    }
    main.run("lyrics", find, then: receive)
  }
}

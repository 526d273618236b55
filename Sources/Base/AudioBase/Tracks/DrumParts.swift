import SystemBase

/// How much of what may be drums a separation takes out of the music, from gentle, which damages the music least, to strong.
package enum DrumStrength: Int, CaseIterable, Hashable, Sendable {
  case gentlest = 1, gentle, usual, strong, strongest
}

/// The drums of a track as a stereo FLAC file, with the rate and the first frame of the track.
///
/// The music is what they leave: each sample of the track minus that of the drums. So both add up exactly, whatever the file
/// of the track is, and the music needs no file.
package struct DrumPartFile: Hashable, Sendable {
  package let path: FilePath
  /// The frames that can be read; after them, the file ends or grows.
  package let frames: Int
  /// Whether it has the whole track. One that has not is written on, and another name replaces its path at the end.
  package let isComplete: Bool

  package init(path: FilePath, frames: Int, isComplete: Bool) {
    (self.path, self.frames, self.isComplete) = (path, frames, isComplete)
  }
}

extension SongParts {
  /// The names of the parts into which drums are separated.
  package static let (drums, music) = ("drums", "music")

  /// Creates the drums and the music of a track, as far as the drums are separated.
  package init(_ file: DrumPartFile) {
    let drums = SongPart(SongParts.drums, file.path, frames: file.isComplete ? nil : file.frames)
    self.init([drums, SongPart(SongParts.music, nil)])
  }
}

/// Separates the drums of tracks, and keeps them in a cache. Any thread.
package protocol DrumPartsMaking: Sendable {
  /// Returns the drums of a track if the cache has them, and marks them as used now. Reads the folder of the cache.
  func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile?

  /// Returns the drums of a track: those of the cache, or separated now. Blocks for about a tenth of the duration; the first
  /// 30 s are done first.
  ///
  /// - Parameters:
  ///   - hits: those of the track if they are known; nil finds them, which takes a fiftieth of the duration.
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1, and the file as far as it is written; nil before that.
  /// - Throws: the errors of opening and decoding the track and of writing the file.
  func make(
    _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?,
    isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
  ) throws(FileError) -> DrumPartsResult
}

package enum DrumPartsResult: Hashable, Sendable {
  case parts(DrumPartFile)
  case refused(Refusal)
  case cancelled

  package enum Refusal: Hashable, Sendable {
    case noDrums(HitSearchResult.Reason)
    /// A stream, or a file of a server.
    case stream
    /// The track is longer than this many minutes.
    case long(most: Int)
    /// The track has more than two channels.
    case channels(Int)
    /// FLAC has no place for the rate.
    case rate(SampleRate)
  }
}

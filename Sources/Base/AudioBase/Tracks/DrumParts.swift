import SystemBase

/// How much of what may be drums a separation takes out of the music, from gentle, which damages the music least, to strong.
package enum DrumStrength: Int, CaseIterable, Hashable, Sendable {
  case gentlest = 1, gentle, usual, strong, strongest
}

/// The drums of a track as a stereo file of 16 bits, with the rate and the first frame of the track.
///
/// The music is what they leave: each sample of the track minus that of the drums. So both add up exactly, whatever the file
/// of the track is, and the music needs no file.
package struct DrumPartFile: Hashable, Sendable {
  package let path: FilePath
  /// The ranges of its frames that are separated, in ascending order; it is silent elsewhere.
  package let prepared: [Range<Int>]
  /// Whether it has the whole track. One that has not is written on, and another file replaces it at the end.
  package let isComplete: Bool

  /// The drums of a whole track.
  package init(path: FilePath, frames: Int) {
    (self.path, prepared, isComplete) = (path, [0..<frames], true)
  }

  /// The drums of a track that are separated so far.
  package init(path: FilePath, prepared: [Range<Int>]) {
    (self.path, self.prepared, isComplete) = (path, prepared, false)
  }
}

extension SongParts {
  /// The names of the parts into which drums are separated.
  package static let (drums, music) = ("drums", "music")

  /// Creates the drums and the music of a track, as far as the drums are separated.
  package init(_ file: DrumPartFile) {
    let drums = SongPart(SongParts.drums, file.path, prepared: file.isComplete ? nil : file.prepared)
    self.init([drums, SongPart(SongParts.music, nil)])
  }
}

/// Separates the drums of tracks, and keeps them in a cache. Any thread.
package protocol DrumPartsMaking: Sendable {
  /// Returns the drums of a track if the cache has them, and marks them as used now. Reads the folder of the cache.
  func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile?

  /// Returns the drums of a track: those of the cache, or separated now, in parts of 30 s: first that which is heard and those
  /// behind it, then the others. Blocks for about a fiftieth of the duration.
  ///
  /// - Parameters:
  ///   - hits: those of the track if they are known; nil finds them, which takes a two hundredth of the duration.
  ///   - heard: returns the frame of the track that is heard; called before each part.
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1, and the file as far as it is written, after each part; nil before that.
  /// - Throws: the errors of opening and decoding the track and of writing the file.
  func make(
    _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?, heard: () -> Int,
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

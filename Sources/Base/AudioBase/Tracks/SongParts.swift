import SystemBase

/// A part of a track, such as its drums, which has a file of its own.
package struct SongPart: Hashable, Sendable {
  /// The name, which no other part of the track has.
  package var name: String
  /// The file; nil for what the other parts leave of the track.
  package var path: FilePath?
  /// The index of the sound track of the file; nil: the one that is played as the file.
  package var soundTrack: Int?
  /// The frame of the track at which the file begins, at the rate of the track; negative if it begins before the track.
  package var offset: Int
  /// The frames of the file that can be read so far, while it is being written; nil: all.
  package var frames: Int?

  package init(
    _ name: String, _ path: FilePath?, soundTrack: Int? = nil, offset: Int = 0, frames: Int? = nil
  ) {
    (self.name, self.path, self.soundTrack) = (name, path, soundTrack)
    (self.offset, self.frames) = (offset, frames)
  }
}

/// The parts of which a track consists, and how loud each of them is heard.
package struct SongParts: Hashable, Sendable {
  /// The most parts of a track.
  package static let most = 16

  package let parts: [SongPart]
  /// Linear gains, one for each part.
  package var gains: [Float]

  /// Creates parts that are heard as in the track.
  ///
  /// - Parameter parts: at most `most`, of which at most one has no file.
  package init(_ parts: [SongPart]) {
    precondition(parts.count <= SongParts.most && parts.count { $0.path == nil } <= 1)
    self.parts = parts
    gains = parts.map { _ in 1 }
  }

  /// Whether both have parts of the same names, whatever their files are.
  package func hasNames(of other: SongParts) -> Bool { parts.map(\.name) == other.parts.map(\.name) }

  /// The parts that have files.
  package var files: [SongPart] { parts.filter { $0.path != nil } }

  /// The factors of the track itself and of each of `files`, whose sum is heard.
  ///
  /// At gains of 1 the track alone is heard, bit by bit. Parts of which one has no file are differences from the track: they
  /// add up to it at any gains. Otherwise the files replace the track.
  package var weights: [Float] {
    let named = zip(parts, gains).filter { $0.0.path != nil }.map(\.1)
    if let rest = zip(parts, gains).first(where: { $0.0.path == nil })?.1 {
      return [rest] + named.map { $0 - rest }
    }
    return gains.allSatisfy { $0 == 1 } ? [1] + named.map { _ in 0 } : [0] + named
  }
}

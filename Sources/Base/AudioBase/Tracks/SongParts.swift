import SystemBase

/// A part of a track, such as its drums, which has a file of its own.
package struct SongPart: Hashable, Sendable {
  /// The name, which no other part of the track has.
  package var name: String
  /// The file; nil for what the other parts leave of the track.
  package var path: FilePath?
  /// The index of a sound track of the file; nil for the one that is heard when the file is played.
  package var soundTrack: Int?
  /// The frame of the track at which the file begins, at the rate of the track; negative if it begins before the track.
  package var offset: Int
  /// The ranges of the frames of the file that are there so far, while it is being written; it is silent elsewhere. Nil: all.
  package var prepared: [Range<Int>]?

  package init(
    _ name: String, _ path: FilePath?, soundTrack: Int? = nil, offset: Int = 0,
    prepared: [Range<Int>]? = nil
  ) {
    (self.name, self.path, self.soundTrack) = (name, path, soundTrack)
    (self.offset, self.prepared) = (offset, prepared)
  }

  /// Returns whether a frame of the file is there; true for each frame of a complete file.
  package func has(_ frame: Int) -> Bool { prepared?.contains { $0.contains(frame) } ?? true }
}

/// The gains of the parts of a track from frame to frame, between which they move evenly.
package struct PartCourse: Hashable, Sendable {
  /// The frames of the track in ascending order; no frame stands there twice.
  package private(set) var frames: [Int] = []
  /// The linear gains of all parts, for each frame. The first ones hold before it, the last ones behind it.
  package private(set) var gains: [[Float]] = []

  /// Creates the course of gains that are set at frames, and each reached `length` frames later; the first ones at once.
  ///
  /// - Parameter steps: in ascending order of their frames.
  package init(_ steps: [(frame: Int, gains: [Float])], length: Int) {
    for step in steps {
      guard let goal = gains.last, let end = frames.last else {
        append(step.frame, step.gains)
        continue
      }
      if step.gains == goal { continue }
      if step.frame < end {
        // The former gains are not reached.
        let (start, former) = (frames[frames.count - 2], gains[gains.count - 2])
        let share = Float(step.frame - start) / Float(end - start)
        frames.removeLast()
        gains.removeLast()
        if step.frame > start {
          append(step.frame, zip(former, goal).map { $0 + ($1 - $0) * share })
        }
      } else if step.frame > end {
        append(step.frame, goal)
      }
      append(step.frame + max(length, 1), step.gains)
    }
  }

  private mutating func append(_ frame: Int, _ gains: [Float]) {
    frames.append(frame)
    self.gains.append(gains)
  }

  fileprivate mutating func amplify(_ part: Int, by factor: Float) {
    for index in gains.indices { gains[index][part] *= factor }
  }
}

/// The parts of which a track consists, and how loud each of them is heard.
package struct SongParts: Hashable, Sendable {
  /// The most parts of a track.
  package static let most = 16

  package let parts: [SongPart]
  /// Linear gains, one for each part.
  package var gains: [Float]
  /// The gains over the track, which replace `gains`; nil: these hold everywhere.
  package var course: PartCourse?

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

  /// Whether both have the same gains over the whole track.
  package func hasGains(of other: SongParts) -> Bool { gains == other.gains && course == other.course }

  /// Multiplies the gains of a part over the whole track; a part that the track does not have changes nothing.
  package mutating func amplify(_ name: String, by factor: Float) {
    guard let index = parts.firstIndex(where: { $0.name == name }) else { return }
    gains[index] *= factor
    course?.amplify(index, by: factor)
  }

  /// The factors of the track itself and of each of `files`, whose sum is heard at `gains`.
  package var weights: [Float] { weights(at: gains) }

  /// Returns the factors of the track itself and of each of `files`, whose sum is heard at gains.
  ///
  /// At gains of 1 the track alone is heard, bit by bit. Parts of which one has no file are differences from the track: they
  /// add up to it at any gains. Otherwise the files replace the track.
  package func weights(at gains: [Float]) -> [Float] {
    let named = zip(parts, gains).filter { $0.0.path != nil }.map(\.1)
    if let rest = zip(parts, gains).first(where: { $0.0.path == nil })?.1 {
      return [rest] + named.map { $0 - rest }
    }
    return gains.allSatisfy { $0 == 1 } ? [1] + named.map { _ in 0 } : [0] + named
  }
}

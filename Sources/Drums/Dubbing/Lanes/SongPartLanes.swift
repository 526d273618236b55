import AudioBase
import Studio

/// The lanes of a take that move the levels of the parts of its song.
package struct SongPartLanes: Hashable, Sendable {
  /// Seconds in which a gain is reached after a point, and from one step of a line to the next.
  private static let smoothing = 0.01
  /// The most frames at which gains are compiled; later ones are left out.
  private static let mostFrames = 1_000_000

  /// The lanes by their addresses.
  private var lanes: [MixGraph.Address: Lane] = [:]
  /// That of the frames of the lanes.
  private let rate: SampleRate

  /// Takes those of the lanes that move parts; each address occurs once. Returns nil if there are none.
  package init?(_ lanes: some Sequence<Lane>, rate: SampleRate) {
    self.rate = rate
    for lane in lanes where !lane.isEmpty {
      guard let address = MixGraph.Address(lane.id.address), address.songPart != nil else { continue }
      self.lanes[address] = lane
    }
    if self.lanes.isEmpty { return nil }
  }

  /// The names of the parts that are moved.
  package var names: Set<String> { Set(lanes.keys.compactMap(\.songPart)) }

  /// Returns the gains of parts over the track.
  ///
  /// - Parameter levels: the levels of the parts where no lane moves them.
  func course(of names: [String], _ levels: [SongPartLevel]) -> PartCourse? {
    let length = FrameCount(seconds: SongPartLanes.smoothing, at: rate).value
    let moved = names.map { name in
      MixGraph.Address.SongValue.allCases.compactMap { value in
        lanes[MixGraph.Address(songPart: name, value)].map { (value: value, lane: $0) }
      }
    }
    var frames = Set(moved.joined().flatMap { $0.lane.steps(every: length) })
    if frames.isEmpty { return nil }
    frames.insert(min(frames.min() ?? 0, 0))
    let steps = frames.sorted().prefix(SongPartLanes.mostFrames).map { frame in
      let placed = zip(levels, moved).map { level, lanes in
        lanes.reduce(into: level) { level, moved in
          if let value = moved.lane.value(at: frame) { level.set(value, moved.value) }
        }
      }
      return (frame: frame, gains: SongPartLevel.gains(of: placed))
    }
    return PartCourse(steps, length: length)
  }
}

extension MixGraph.Address {
  /// The name of the part of the song that is addressed; nil for a value of the mixer.
  package var songPart: String? { if case .song(let name, _) = part { name } else { nil } }
}

extension Lane {
  /// Whether it moves a level of a part of the song.
  package var isOfSongPart: Bool { MixGraph.Address(id.address)?.songPart != nil }

  /// Returns the frames at which the value changes; of lines, frames at a distance.
  fileprivate func steps(every length: Int) -> [Int] {
    if shape == .steps { return frames }
    let between = zip(frames, frames.dropFirst()).flatMap { Array(stride(from: $0, to: $1, by: length)) }
    return between + frames.suffix(1)
  }
}

extension Take {
  /// The lanes that move parts of the song, as they are heard: those of the take and of the layers that sound. They begin with
  /// the levels with which it was recorded. Nil if there are none.
  package var songPartLanes: SongPartLanes? {
    let own = lanes.filter { lane in
      lane.isOfSongPart && lane.id.layer.map { layer($0).map(sounds) ?? false } ?? true
    }
    if own.isEmpty { return nil }
    let mixer = ownMixer
    let heard = Lane.heard(own.map(played), rate: frameRate).values.map { lane in
      lane.beginning(with: mixer.songValue(at: lane.id.address))
    }
    return SongPartLanes(heard, rate: frameRate)
  }
}

extension TakeMixer {
  /// Whether parts of the song have the levels with which the take was recorded, except the values at some addresses.
  package func hasSongParts(
    _ levels: [String: SongPartLevel], ignoring ignored: Set<String> = []
  ) -> Bool {
    Set(levels.keys).union(songParts.keys).allSatisfy { name in
      MixGraph.Address.SongValue.allCases.allSatisfy { value in
        let (own, other) = (songParts[name] ?? SongPartLevel(), levels[name] ?? SongPartLevel())
        return own.value(value) == other.value(value)
          || ignored.contains(MixGraph.Address(songPart: name, value).text)
      }
    }
  }

  /// Returns the value of a part of the song with which the take was recorded; nil for another address.
  package func songValue(at text: String) -> Double? {
    guard case .song(let name, let value)? = MixGraph.Address(text)?.part else { return nil }
    return (songParts[name] ?? SongPartLevel()).value(value)
  }
}

import AudioBase
import MixEngine
import SystemBase

/// What the feeder knows of the parts of tracks.
struct FedParts {
  /// The parts in which tracks are heard.
  var wanted: [TrackLocation: SongParts] = [:]
  /// What the music ring consists of; nil while nothing of it has parts.
  var ring: PartRing?
  /// The parts of the frames that wait for room in the ring; nil if they have none.
  var waiting: PartSet?
}

/// Tracks that are heard as a sum of their parts.
///
/// The music ring has the sums, so what reads it knows nothing of parts. The signals of the sums are kept beside it, and where
/// a level changes, the frames that nobody reads yet are summed again: a change is heard at once, seeks, loops and joins stay
/// as they are, and tracks without parts cost nothing.
extension StreamFiller {
  /// Has a track heard in parts, or at other levels of its parts; nil: as its file alone.
  ///
  /// - Parameter changes: the changes by hand, which the engine reports.
  func setParts(_ wanted: SongParts?, of track: TrackLocation, reporting changes: [PartChange]) {
    parts.wanted[track] = wanted
    let first = min(ring.changeable, ring.position)
    if let wanted { parts.ring?.setGains(of: wanted, track: track, from: first, in: ring) }
    defer { reportChanges(changes, of: track, from: first) }
    guard let source = current, source.item.location == track else { return }
    guard let wanted else {
      current?.parts = nil
      return
    }
    if let set = source.parts, set.parts.parts == wanted.parts {
      if !set.parts.hasGains(of: wanted) { set.setGains(of: wanted, at: ring.position, place(of: set)) }
      return
    }
    // What follows is read at the place of the track that is fed next.
    let place = nextFrame(of: track) ?? 0
    let wasHeard = source.parts?.parts.files.allSatisfy { $0.has(place - $0.offset) } ?? false
    let plain = SongParts(wanted.parts).weights
    open(wanted, of: source, from: wasHeard ? nil : plain) { (set) throws(FileError) in
      if let turnedTo { return try set.place(at: turnedTo) }
      try set.place(at: beginning.trackFrame, and: ring.position + waitingCount - beginning.ring)
    }
  }

  /// Has the engine report changes of the parts of a track that are heard from a position of the music ring on.
  private func reportChanges(_ changes: [PartChange], of track: TrackLocation, from position: Int) {
    if changes.isEmpty { return }
    let frame = parts.ring?.frame(of: track, from: position) ?? nextFrame(of: track)
    for change in changes { ring.report(change, atTrackFrame: frame) }
  }

  /// Returns the frame of a track at which its parts begin that have just been opened; nil if it has none.
  private func nextFrame(of track: TrackLocation) -> Int? {
    guard let set = current?.parts, set.track == track else { return nil }
    // The frames that wait have the parts of before.
    let position = ring.position + (parts.waiting === set ? 0 : waitingCount)
    return turnedTo ?? Int(place(of: set).trackFrame(at: position).rounded())
  }

  /// Has the parts of a track begin with it.
  ///
  /// - Parameter isElsewhere: whether parts that are open have to be placed.
  func startParts(isElsewhere: Bool) {
    guard let source = current else { return }
    guard let wanted = parts.wanted[source.item.location] else {
      current?.parts = nil
      return
    }
    if source.parts?.parts.parts != wanted.parts {
      open(wanted, of: source, from: nil) { (set) throws(FileError) in
        try set.place(at: beginning.trackFrame)
      }
    } else if isElsewhere {
      withParts { (set) throws(FileError) in try set.place(at: beginning.trackFrame) }
    }
  }

  private func open(
    _ wanted: SongParts, of source: Source, from former: [Float]?,
    place: (PartSet) throws(FileError) -> Void
  ) {
    do throws(FileError) {
      let (track, rate, decoders, converters, clips) = (
        source.item.location, rate, decoders, converters, clips
      )
      let set = try PartSet(
        wanted, of: source, chunk: chunk.count, from: former, at: ring.position + waitingCount,
        open: { (part) throws(FileError) in
          try TrackStream(
            TrackLocation(path: part.path ?? track.path), soundTrack: part.soundTrack, rate: rate,
            decoders: decoders, converters: converters)
        },
        openClips: { () throws(FileError) in
          guard let clips, clips.hasClips(of: track) else { return nil }
          return try TrackStream(
            track, rate: rate, decoders: decoders, converters: converters, clips: clips, hasClipsOnly: true)
        })
      try place(set)
      current?.parts = set
      if parts.ring == nil { parts.ring = PartRing(capacity: ring.capacity) }
    } catch {
      failed(source.item.location, error)
    }
  }

  /// Works with the parts of the current track. If that fails, the file is heard alone from here on.
  private func withParts(_ body: (PartSet) throws(FileError) -> Void) {
    guard let source = current, let set = source.parts else { return }
    do throws(FileError) { try body(set) } catch { failed(source.item.location, error) }
  }

  private func failed(_ track: TrackLocation, _ error: FileError) {
    current?.parts = nil
    parts.wanted[track] = nil
    report(.partsFailed(track, error))
  }

  /// Reads the parts of the first `count` frames of the chunk; `turn` is given if these end a round of a loop.
  func readParts(_ count: Int, at turn: LoopTurn?) {
    let frames = UnsafeBufferPointer(rebasing: chunk[..<count])
    withParts { (set) throws(FileError) in
      if let turn { try set.turnBack(with: frames, at: turn) } else { try set.read(with: frames) }
    }
    parts.waiting = current?.parts
  }

  /// Writes as many of the frames that wait as fit. Returns how many.
  func write(_ range: Range<Int>) -> Int {
    guard let set = parts.waiting, let lanes = parts.ring else {
      parts.ring?.end(at: ring.position)
      return ring.write(UnsafeBufferPointer(rebasing: chunk[range]))
    }
    let fitting = range.lowerBound..<(range.lowerBound + min(ring.room, range.count))
    lanes.add(set, fitting, at: ring.position, place(of: set), into: chunk)
    return ring.write(UnsafeBufferPointer(rebasing: chunk[fitting]))
  }

  /// Returns which frame of its track a set plays at the position that is written next.
  private func place(of set: PartSet) -> TrackPlace {
    set.place(of: beginning.trackFrame, at: beginning.ring)
  }

  /// Returns the fade-out of a track, which begins with the next frame.
  func makeFadeOut(_ source: Source, length: Int, gain: Float) -> FadeOut {
    let parts = source.parts.map { FadeOut.Parts(set: $0, place: place(of: $0), position: ring.position) }
    return FadeOut(source.stream, parts, length: length, gain: gain)
  }
}

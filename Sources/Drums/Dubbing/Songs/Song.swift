import AudioBase
import SystemBase

/// A named place of a song, or a named range of it, as a verse or a fill. Frames are those of the track.
package struct SongMark: Hashable, Sendable {
  /// The most characters of a name.
  package static let longestName = 60

  /// The name, which no other mark of the song has.
  package var name: String
  package var start: Int
  /// The frame after the last one of a range; nil for a place.
  package var end: Int?
  package var unknown = JSONObject()

  /// - Parameter end: a frame after `start`; nil for a place.
  package init(_ name: String, at start: Int, end: Int? = nil) {
    (self.name, self.start, self.end) = (name, start, end)
  }

  /// The frames of a range; nil for a place.
  package var range: Range<Int>? { end.map { start..<max($0, start + 1) } }

  /// Returns a typed name without control characters and spaces around it; nil if nothing is left.
  package static func name(typed text: String) -> String? {
    var name = text.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }[...]
    while name.first == " " { name.removeFirst() }
    name = name.prefix(longestName)
    while name.last == " " { name.removeLast() }
    return name.isEmpty ? nil : String(name)
  }

  fileprivate func isAt(_ other: SongMark) -> Bool { start == other.start && end == other.end }

  fileprivate static func isEarlier(_ mark: SongMark, _ other: SongMark) -> Bool {
    (mark.start, mark.end ?? mark.start, mark.name) < (other.start, other.end ?? other.start, other.name)
  }
}

/// The marks, tempo, loop, speed, pitch, key, found drums and parts of a song, which all of its takes share. Frames are those of the
/// track.
package struct Song: Hashable, Sendable {
  package static let mostMarks = 1_000
  package static let speeds = 0.1...10.0
  /// The most hits of its drummer that are kept: those of five hours.
  package static let mostHits = 100_000

  /// The track whose frames are counted; nil if its format was not known yet.
  package var track: TrackReference?
  package var tempo: TempoMap?
  /// The speed at which it was played last; nil for the original one.
  package var speed: Double?
  /// The pitch at which it is played; nil for that of the file.
  package var transposition: Transposition?
  /// The key and the tuning of the file; nil if they were not searched for.
  package var key: FoundKey?
  /// The range that was repeated last.
  package var loop: Range<Int>?
  /// The named places and ranges, in the order of their starts.
  package var marks: [SongMark] = []
  /// The hits of its drummer that were found; nil if they were not.
  package var drums: SongHits?
  /// The levels of its parts by their names; those that are as in the track are left out.
  package var partLevels: [String: SongPartLevel] = [:]
  /// The folder or the file with its stems, which are its parts; nil if none was named.
  package var stems: FilePath?
  /// How much its drums are separated from the music; nil for as much as usual.
  package var drumStrength: DrumStrength?
  /// What an analysis has not found in its sound.
  package var without: Set<SongTrait> = []
  package var unknown = JSONObject()

  package init() {}

  package func mark(_ name: String) -> SongMark? { marks.first { $0.name == name } }

  /// Whether it has what another file of the recording could use.
  var isWorthFinding: Bool { !marks.isEmpty || tempo?.beats.isEmpty == false }
}

/// What an analysis looks for in the sound of a song.
package enum SongTrait: String, CaseIterable, Hashable, Sendable {
  case beats, key, drums
}

extension Song {
  /// What is not known of it, and was not searched for without a result. A tempo that was typed counts as known.
  package var unknownTraits: Set<SongTrait> {
    Set(SongTrait.allCases).subtracting(without).filter { trait in
      switch trait {
      case .beats: tempo == nil
      case .key: key == nil
      case .drums: drums == nil
      }
    }
  }
}

/// A change of a song, which is made to its file whatever another player has changed there.
package enum SongEdit: Hashable, Sendable {
  case tempo(TempoMap)
  case speed(Double?)
  case transposition(Transposition?)
  case key(FoundKey)
  case loop(Range<Int>)
  case drums(SongHits)
  /// Sets the level of the part of a name.
  case part(String, SongPartLevel)
  /// Names the folder or the file of the stems; nil for none.
  case stems(FilePath?)
  case drumStrength(DrumStrength?)
  /// Adds a mark, in place of the one of that name.
  case set(SongMark)
  case remove(name: String)
}

extension Song {
  package mutating func apply(_ edits: [SongEdit]) {
    for edit in edits {
      switch edit {
      case .tempo(let tempo): self.tempo = tempo
      case .speed(let speed): self.speed = speed
      case .transposition(let transposition): self.transposition = transposition
      case .key(let key): self.key = key
      case .loop(let loop): self.loop = loop
      case .drums(let drums): self.drums = drums
      case .part(let name, let level): partLevels[name] = level == SongPartLevel() ? nil : level
      case .stems(let stems): self.stems = stems
      case .drumStrength(let strength): drumStrength = strength
      case .remove(let name): marks.removeAll { $0.name == name }
      case .set(let mark):
        marks.removeAll { $0.name == mark.name }
        marks.append(mark)
        marks.sort(by: SongMark.isEarlier)
      }
    }
  }

  /// Returns the edits that take back edits of marks, of the pitch, of parts and of stems which have not been made yet.
  package func inverse(of edits: [SongEdit]) -> [SongEdit] {
    var (song, inverse) = (self, [] as [SongEdit])
    for edit in edits {
      switch edit {
      case .set(let mark): inverse.append(song.mark(mark.name).map { .set($0) } ?? .remove(name: mark.name))
      case .remove(let name): if let mark = song.mark(name) { inverse.append(.set(mark)) }
      case .transposition: inverse.append(.transposition(song.transposition))
      case .part(let name, _): inverse.append(.part(name, song.level(of: name)))
      case .stems: inverse.append(.stems(song.stems))
      case .drumStrength: inverse.append(.drumStrength(song.drumStrength))
      case .tempo, .speed, .key, .loop, .drums: break
      }
      song.apply([edit])
    }
    return inverse.reversed()
  }

  /// Returns the edits that add another version of the song. What the song has stays as it is: a mark whose name is used
  /// for another place is added with a number behind its name. Adding the same version again changes nothing.
  package func edits(adding other: Song) -> [SongEdit] {
    var edits: [SongEdit] = []
    if tempo == nil, let tempo = other.tempo { edits.append(.tempo(tempo)) }
    if loop == nil, let loop = other.loop { edits.append(.loop(loop)) }
    if drums == nil, let drums = other.drums { edits.append(.drums(drums)) }
    var known = Dictionary(marks.map { ($0.name, $0) }) { first, _ in first }
    for mark in other.marks {
      var (named, number) = (mark, 2)
      while let present = known[named.name], !present.isAt(mark) {
        named.name = "\(mark.name) \(number)"
        number += 1
      }
      guard known[named.name] == nil, known.count < Song.mostMarks else { continue }
      known[named.name] = named
      edits.append(.set(named))
    }
    return edits
  }

  /// Returns the song for another file of the recording, whose sound is `offset` seconds later. What would be before the
  /// start of the file begins with it, or is left out if it ends there. Without a track, whose sample rate is needed, only
  /// what has no frames is left.
  package func moved(to reference: TrackReference, offset: Double) -> Song {
    var song = self
    song.track = reference
    guard let rate = track?.sampleRate else {
      (song.loop, song.marks, song.drums) = (nil, [], nil)
      song.tempo?.beats = []
      return song
    }
    let factor = Double(reference.sampleRate.hertz) / Double(rate.hertz)
    let shift = offset * Double(reference.sampleRate.hertz)
    if factor == 1, shift.rounded() == 0 { return song }
    func place(_ frame: Double) -> Int { Int(saturating: (frame * factor + shift).rounded()) }
    func place(_ range: Range<Int>) -> Range<Int>? {
      let (start, end) = (max(place(Double(range.lowerBound)), 0), place(Double(range.upperBound)))
      return start < end ? start..<end : nil
    }
    song.loop = loop.flatMap(place)
    song.marks = marks.compactMap { mark in
      var moved = mark
      if let range = mark.range {
        guard let range = place(range) else { return nil }
        (moved.start, moved.end) = (range.lowerBound, range.upperBound)
      } else {
        moved.start = max(place(Double(mark.start)), 0)
      }
      return moved
    }
    song.drums = drums.map { drums in
      let hits = drums.hits.map { hit in
        SongHit(
          frame: place(Double(hit.frame)), drum: hit.drum, velocity: hit.velocity, certainty: hit.certainty)
      }
      return SongHits(hits.filter { $0.frame >= 0 }, rate: reference.sampleRate, isGuess: drums.isGuess)
    }
    song.tempo = tempo?.placed(rate: rate, signature: .common, place)
    return song
  }
}

import AudioBase
import SystemBase

/// A named position or a named range of a song, such as a verse or a fill. Positions are frames of the track.
package struct SongMark: Hashable, Sendable {
  /// The maximum number of characters of a name.
  package static let longestName = 60

  /// The name, which no other mark of the song has.
  package var name: String
  package var start: Int
  /// The frame after the last one of a range; nil for a position.
  package var end: Int?
  package var unknown = JSONObject()

  /// - Parameter end: a frame after `start`; nil for a position.
  package init(_ name: String, at start: Int, end: Int? = nil) {
    (self.name, self.start, self.end) = (name, start, end)
  }

  /// The frames of a range; nil for a position.
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

/// The properties of a song that all of its takes share. Positions are frames of the track.
package struct Song: Hashable, Sendable {
  package static let mostMarks = 1_000
  package static let speeds = 0.1...10.0
  /// The maximum number of stored drum hits: about five hours of drumming.
  package static let mostHits = 100_000

  /// The track that positions refer to; nil if its format is not known yet.
  package var track: TrackReference?
  package var tempo: TempoMap?
  /// The last playback speed; nil for the original speed.
  package var speed: Double?
  /// The transposition during playback; nil for the pitch of the file.
  package var transposition: Transposition?
  /// The key and the tuning of the file; nil if they are not known.
  package var key: FoundKey?
  /// The last loop.
  package var loop: Range<Int>?
  /// The named positions and ranges, ordered by their starts.
  package var marks: [SongMark] = []
  /// The drum hits that an analysis found; nil if none was made or it failed.
  package var drums: SongHits?
  /// The levels of the parts by name. Parts with the level of the track are not listed.
  package var partLevels: [String: SongPartLevel] = [:]
  /// The folder or the file with its stems, which are its parts; nil if none was named.
  package var stems: FilePath?
  /// The stems that the last search found; nil if there was none.
  package var foundStems: SongStems?
  /// The strength of the separation of the drums; nil for the default.
  package var drumStrength: DrumStrength?
  /// The traits that an analysis searched for and did not find.
  package var without: Set<SongTrait> = []
  package var unknown = JSONObject()

  package init() {}

  package func mark(_ name: String) -> SongMark? { marks.first { $0.name == name } }

  /// Whether the song has data that also applies to other files of the recording.
  var isWorthFinding: Bool { !marks.isEmpty || tempo?.beats.isEmpty == false }
}

/// A property that an analysis of the sound can find.
package enum SongTrait: String, CaseIterable, Hashable, Sendable {
  case beats, key, drums
}

extension Song {
  /// The traits that are not known and that no analysis failed to find. A tempo that the user set counts as known.
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

/// A change of a song. It is applied to the current content of the file, which another player may have changed.
package enum SongEdit: Hashable, Sendable {
  case tempo(TempoMap)
  case speed(Double?)
  case transposition(Transposition?)
  case key(FoundKey)
  case loop(Range<Int>)
  case drums(SongHits)
  /// Sets the level of a part by its name.
  case part(String, SongPartLevel)
  /// Names the folder or the file of the stems; nil for none.
  case stems(FilePath?)
  /// Stores what a search for stems found.
  case foundStems(SongStems)
  case drumStrength(DrumStrength?)
  /// Adds a mark or replaces the mark of the same name.
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
      case .foundStems(let stems): foundStems = stems
      case .drumStrength(let strength): drumStrength = strength
      case .remove(let name): marks.removeAll { $0.name == name }
      case .set(let mark):
        marks.removeAll { $0.name == mark.name }
        marks.append(mark)
        marks.sort(by: SongMark.isEarlier)
      }
    }
  }

  /// Returns the edits that undo `edits`, which are not applied yet. Only edits of marks, pitch, parts and stems are undone.
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
      case .tempo, .speed, .key, .loop, .drums, .foundStems: break
      }
      song.apply([edit])
    }
    return inverse.reversed()
  }

  /// Returns the edits that merge another version into the song. Existing values are kept. If a mark of the same name exists
  /// at another position, a number is appended to the name of the added mark. Merging the same version twice has no effect.
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

  /// Converts the song to another file of the same recording.
  ///
  /// Ranges that begin before the start of the file are cut there; ranges and hits entirely before it are removed. If `track`
  /// is nil, the sample rate is unknown, and all positions are removed.
  ///
  /// - Parameter offset: the seconds by which the sound is later in the other file.
  package func moved(to reference: TrackReference, offset: Double) -> Song {
    var song = self
    song.track = reference
    guard let rate = track?.sampleRate else {
      (song.loop, song.marks, song.drums, song.foundStems) = (nil, [], nil, nil)
      song.tempo?.beats = []
      return song
    }
    let factor = Double(reference.sampleRate.hertz) / Double(rate.hertz)
    let shift = offset * Double(reference.sampleRate.hertz)
    if factor == 1, shift.rounded() == 0 { return song }
    // Stems are aligned with the former file.
    song.foundStems = nil
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
      return SongHits(hits.filter { $0.frame >= 0 }, rate: reference.sampleRate, confidence: drums.confidence)
    }
    song.tempo = tempo?.placed(rate: rate, signature: .common, place)
    return song
  }
}

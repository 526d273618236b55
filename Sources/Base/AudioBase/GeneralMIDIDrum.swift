/// A drum of General MIDI, by the note that plays it on the percussion channel.
///
/// Source: General MIDI System Level 1, percussion key map; General MIDI 2, standard set, for notes below 35 and above 81;
/// published MIDI charts of Roland's V-Drums for the edges of the hi-hat, 22 and 26, and of Alesis's modules for 21 and 23.
package struct GeneralMIDIDrum: Hashable, Sendable {
  package let note: Int
  package let name: String
  /// The group whose drums silence each other.
  package let group: Int?
  /// Whether strikes overlap, as those of cymbals do.
  package let rings: Bool

  private static let names = [
    21: "hat splash", 22: "closed hat edge", 23: "half-open hat", 26: "open hat edge", 27: "high Q",
    28: "slap", 29: "scratch push", 30: "scratch pull", 31: "sticks", 32: "square click",
    33: "metronome click", 34: "metronome bell", 35: "bass 2", 36: "bass", 37: "side stick", 38: "snare",
    39: "clap", 40: "snare 2", 41: "low floor tom", 42: "closed hat", 43: "high floor tom",
    44: "pedal hat", 45: "low tom", 46: "open hat", 47: "low-mid tom", 48: "high-mid tom", 49: "crash 1",
    50: "high tom", 51: "ride 1", 52: "china", 53: "ride bell", 54: "tambourine", 55: "splash",
    56: "cowbell", 57: "crash 2", 58: "vibraslap", 59: "ride 2", 60: "high bongo", 61: "low bongo",
    62: "muted conga", 63: "high conga", 64: "low conga", 65: "high timbale", 66: "low timbale",
    67: "high agogo", 68: "low agogo", 69: "cabasa", 70: "maracas", 71: "short whistle",
    72: "long whistle", 73: "short guiro", 74: "long guiro", 75: "claves", 76: "high wood block",
    77: "low wood block", 78: "muted cuica", 79: "open cuica", 80: "muted triangle", 81: "open triangle",
    82: "shaker", 83: "jingle bell", 84: "bell tree", 85: "castanets", 86: "muted surdo", 87: "open surdo",
  ]

  /// The notes that have drums.
  package static let notes = Set(names.keys)

  private static let groups = [
    [21, 22, 23, 26, 42, 44, 46], [71, 72], [73, 74], [78, 79], [80, 81], [86, 87],
  ]

  private static let ringing: Set = [49, 51, 52, 53, 55, 57, 59]

  /// The drums that electronic kits strike by other notes than General MIDI's: the rim of the third tom. Their other
  /// notes are those of General MIDI, or have drums of their own here.
  ///
  /// Source: the default notes of Roland's data lists for TD modules and of the user guides of Alesis.
  package static let ofElectronicKits = [58: 43]
  package static let toms: Set = [41, 43, 45, 47, 48, 50]
  /// The ride cymbal: its bow, its bell and its edge.
  package static let rides: Set = [51, 53, 59]
  /// The notes that only electronic kits send: the edges of the hi-hat.
  package static let electronicNotes: Set = [22, 26]

  /// Returns the drum of a note; nil if General MIDI has none.
  package static func drum(_ note: Int) -> GeneralMIDIDrum? {
    names[note].map { name in
      GeneralMIDIDrum(
        note: note, name: name, group: groups.firstIndex { $0.contains(note) }.map { $0 + 1 },
        rings: ringing.contains(note))
    }
  }
}

// MARK: - Substitutes

extension GeneralMIDIDrum {
  /// Drums of one kind, ordered by similarity, such as by pitch or openness.
  private struct Kind {
    let notes: [Int]
    /// The most similar drum of another kind for each note; nil if there is none.
    let likeness: [Int]?

    init(_ notes: [Int], like likeness: [Int]? = nil) { (self.notes, self.likeness) = (notes, likeness) }

    func nearest(to place: Int, where isThere: (Int) -> Bool) -> Int? {
      notes.indices.filter { isThere(notes[$0]) }.min { ($0 - place).magnitude < ($1 - place).magnitude }
        .map { notes[$0] }
    }
  }

  private static let kinds = [
    Kind([35, 36]), Kind([40, 38]), Kind([28, 39], like: [38, 38]),
    Kind([37, 31, 33, 32], like: [38, 37, 37, 37]),
    Kind([41, 43, 45, 47, 48, 50]), Kind([21, 44, 42, 22, 23, 46, 26]),
    Kind([55, 49, 57, 52], like: [51, 51, 51, 51]), Kind([51, 59, 53], like: [49, 49, 49]),
    Kind([68, 56, 67, 34], like: [53, 53, 53, 53]), Kind([80, 81, 84], like: [56, 56, 56]),
    Kind([71, 72], like: [56, 56]),
    Kind([82, 70, 69], like: [54, 54, 54]), Kind([83, 54], like: [70, 70]),
    Kind([73, 74, 58, 29, 30], like: [70, 70, 70, 70, 70]),
    Kind([77, 76, 75, 85, 27], like: [37, 37, 37, 37, 37]),
    Kind([87, 86, 64, 63, 62, 61, 60], like: [41, 41, 43, 45, 47, 48, 50]),
    Kind([66, 65], like: [45, 50]), Kind([79, 78], like: [45, 47]),
  ]

  /// Returns the note of the drum that is most similar to the drum of another note.
  ///
  /// - Parameter isThere: whether a kit has a note.
  /// - Returns: nil if the kit has no drum of the same or of the similar kind.
  package static func nearest(to note: Int, where isThere: (Int) -> Bool) -> Int? {
    guard let kind = kinds.first(where: { $0.notes.contains(note) }),
      let place = kind.notes.firstIndex(of: note)
    else { return nil }
    if let found = kind.nearest(to: place, where: isThere) { return found }
    guard let like = kind.likeness?[place], let other = kinds.first(where: { $0.notes.contains(like) }),
      let place = other.notes.firstIndex(of: like)
    else { return nil }
    return other.nearest(to: place, where: isThere)
  }
}

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

  private init(_ note: Int, _ name: String, group: Int? = nil, rings: Bool = false) {
    (self.note, self.name, self.group, self.rings) = (note, name, group, rings)
  }

  private static let all: [Int: GeneralMIDIDrum] = Dictionary(
    uniqueKeysWithValues: (low + drums + percussion).map { ($0.note, $0) })

  private static let low = [
    GeneralMIDIDrum(21, "hat splash", group: 1), GeneralMIDIDrum(22, "closed hat edge", group: 1),
    GeneralMIDIDrum(23, "half-open hat", group: 1), GeneralMIDIDrum(26, "open hat edge", group: 1),
    GeneralMIDIDrum(27, "high Q"), GeneralMIDIDrum(28, "slap"), GeneralMIDIDrum(29, "scratch push"),
    GeneralMIDIDrum(30, "scratch pull"), GeneralMIDIDrum(31, "sticks"), GeneralMIDIDrum(32, "square click"),
    GeneralMIDIDrum(33, "metronome click"), GeneralMIDIDrum(34, "metronome bell"),
  ]

  private static let drums = [
    GeneralMIDIDrum(35, "bass 2"), GeneralMIDIDrum(36, "bass"), GeneralMIDIDrum(37, "side stick"),
    GeneralMIDIDrum(38, "snare"), GeneralMIDIDrum(39, "clap"), GeneralMIDIDrum(40, "snare 2"),
    GeneralMIDIDrum(41, "low floor tom"), GeneralMIDIDrum(42, "closed hat", group: 1),
    GeneralMIDIDrum(43, "high floor tom"), GeneralMIDIDrum(44, "pedal hat", group: 1),
    GeneralMIDIDrum(45, "low tom"), GeneralMIDIDrum(46, "open hat", group: 1),
    GeneralMIDIDrum(47, "low-mid tom"), GeneralMIDIDrum(48, "high-mid tom"),
    GeneralMIDIDrum(49, "crash 1", rings: true), GeneralMIDIDrum(50, "high tom"),
    GeneralMIDIDrum(51, "ride 1", rings: true), GeneralMIDIDrum(52, "china", rings: true),
    GeneralMIDIDrum(53, "ride bell", rings: true), GeneralMIDIDrum(54, "tambourine"),
    GeneralMIDIDrum(55, "splash", rings: true), GeneralMIDIDrum(56, "cowbell"),
    GeneralMIDIDrum(57, "crash 2", rings: true), GeneralMIDIDrum(58, "vibraslap"),
    GeneralMIDIDrum(59, "ride 2", rings: true),
  ]

  private static let percussion = [
    GeneralMIDIDrum(60, "high bongo"), GeneralMIDIDrum(61, "low bongo"), GeneralMIDIDrum(62, "muted conga"),
    GeneralMIDIDrum(63, "high conga"), GeneralMIDIDrum(64, "low conga"), GeneralMIDIDrum(65, "high timbale"),
    GeneralMIDIDrum(66, "low timbale"), GeneralMIDIDrum(67, "high agogo"), GeneralMIDIDrum(68, "low agogo"),
    GeneralMIDIDrum(69, "cabasa"), GeneralMIDIDrum(70, "maracas"),
    GeneralMIDIDrum(71, "short whistle", group: 2), GeneralMIDIDrum(72, "long whistle", group: 2),
    GeneralMIDIDrum(73, "short guiro", group: 3), GeneralMIDIDrum(74, "long guiro", group: 3),
    GeneralMIDIDrum(75, "claves"), GeneralMIDIDrum(76, "high wood block"),
    GeneralMIDIDrum(77, "low wood block"), GeneralMIDIDrum(78, "muted cuica", group: 4),
    GeneralMIDIDrum(79, "open cuica", group: 4), GeneralMIDIDrum(80, "muted triangle", group: 5),
    GeneralMIDIDrum(81, "open triangle", group: 5), GeneralMIDIDrum(82, "shaker"),
    GeneralMIDIDrum(83, "jingle bell"), GeneralMIDIDrum(84, "bell tree"), GeneralMIDIDrum(85, "castanets"),
    GeneralMIDIDrum(86, "muted surdo", group: 6), GeneralMIDIDrum(87, "open surdo", group: 6),
  ]

  /// Returns the drum of a note; nil if General MIDI has none.
  package static func drum(_ note: Int) -> GeneralMIDIDrum? { all[note] }
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

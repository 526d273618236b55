import AudioBase

/// The toms of a kit from the highest to the lowest, as an electronic kit strikes them: four toms with their rims.
///
/// A kit with fewer toms gets copies of one at other pitches, so that no two toms of an electronic kit sound alike.
package struct KitToms: Hashable, Sendable {
  /// The toms of an electronic kit.
  package static let numbers = 1...4
  /// The semitones from a tom to its copy.
  private static let interval = 4.0
  /// The numbers of the pads of the toms; empty for a kit without toms.
  package private(set) var pads: [Int] = []
  /// The numbers of the pads of their rims: those of the toms where the kit has none.
  package private(set) var rims: [Int] = []
  /// The pads of the copies. They have the highest free pad numbers, beyond the banks of the kit, and the notes of the toms
  /// that the kit lacks.
  package private(set) var copies: [Pad] = []

  /// Finds toms by their notes of General MIDI, and rims by their names.
  package init(_ kit: [Pad]) {
    let isRim: (Pad) -> Bool = { $0.name.lowercased().contains("rim") }
    let found = kit.filter { pad in
      pad.mode == .oneShot && pad.hasSamples && !isRim(pad)
        && pad.midiNote.map(GeneralMIDIDrum.toms.contains) == true
    }
    let toms = found.sorted { ($0.midiNote ?? 0, $1.number) > ($1.midiNote ?? 0, $0.number) }
    let count = KitToms.numbers.count
    guard let highest = toms.first, let lowest = toms.last else { return }
    if toms.count >= count {
      let step = Double(toms.count - 1) / Double(count - 1)
      pads = (0..<count).map { toms[Int((Double($0) * step).rounded())].number }
    } else {
      // Above the lowest floor tom of General MIDI there is room for others, else below.
      let isAbove = lowest.midiNote == GeneralMIDIDrum.toms.min()
      copies = KitToms.copies(
        count - toms.count, of: isAbove ? highest : lowest,
        by: isAbove ? KitToms.interval : -KitToms.interval, in: kit)
      let numbers = copies.map(\.number)
      pads = isAbove ? numbers.reversed() + toms.map(\.number) : toms.map(\.number) + numbers
    }
    let zones = kit.filter { isRim($0) && $0.hasSamples && $0.name.lowercased().contains("tom") }
    let drums = pads.map { number in (toms + copies).first { $0.number == number } }
    rims = zip(DrumZones.pads(zones, called: "rim", of: drums, in: kit), pads).map { $0 ?? $1 }
  }

  /// Returns copies of a pad, each further from its pitch. There are fewer if the kit has no number left.
  private static func copies(_ count: Int, of tom: Pad, by semitones: Double, in kit: [Pad]) -> [Pad] {
    let used = Set(kit.map(\.number))
    let numbers = Kit.padNumbers.reversed().filter { !used.contains($0) }.prefix(count)
    let taken = Set(kit.compactMap(\.midiNote))
    let own = tom.midiNote ?? 0
    let beyond = GeneralMIDIDrum.toms.filter { semitones < 0 ? $0 < own : $0 > own }
    let notes = beyond.subtracting(taken).sorted { ($0 - own).magnitude < ($1 - own).magnitude }
    return numbers.enumerated().map { index, number in
      var copy = tom
      copy.number = number
      copy.name = "\(tom.name), copy \(index + 1)"
      let tune = tom.tune + semitones * Double(index + 1)
      copy.tune = min(max(tune, Pad.tunes.lowerBound), Pad.tunes.upperBound)
      copy.midiNote = index < notes.count ? notes[index] : own
      return copy
    }
  }
}

extension Kit {
  /// The kit with the copies of its toms.
  package var withTomCopies: Kit {
    var kit = self
    kit.pads += KitToms(pads).copies
    return kit
  }
}

import AudioBase
import Percussion

/// The MIDI notes of the pads of a kit.
package struct PadNotes: Hashable, Sendable {
  /// The first note of pads without one: the lowest drum of General MIDI.
  package static let firstNote = 36

  /// The note of each pad, by its number.
  package let notes: [Int: Int]
  /// The first pad of each note.
  private var pads: [Int: Int] = [:]
  /// The pads that play the notes of General MIDI that no pad has, by note.
  private var substitutes: [Int: Int] = [:]
  /// The pads among which controllers choose.
  private var articulations: [Articulation] = []
  /// The pads that sound as long as they are held.
  private var heldPads: Set<Int> = []

  /// The notes of a kit. A pad without a note has the note of its place from 36 on, or the next one that is free.
  package init(_ kit: Kit?) {
    let pads = kit?.pads ?? []
    var notes: [Int: Int] = [:]
    for pad in pads { notes[pad.number] = pad.midiNote }
    var used = Set(notes.values)
    for pad in pads where notes[pad.number] == nil {
      let free = PadNotes.place(of: pad.number, avoiding: used)
      notes[pad.number] = free
      used.insert(free)
    }
    self.notes = notes
    for pad in pads.reversed() { self.pads[notes[pad.number] ?? 0] = pad.number }
    heldPads = Set(pads.filter { $0.mode != .oneShot }.map(\.number))
    for pad in pads where pad.pedal != nil || pad.position != nil {
      articulations.append(Articulation(pad: pad, note: notes[pad.number]))
    }
    // Pads without a note have no kind, and a note that no other message ends must not hold a pad.
    let stated = Set(pads.filter { $0.mode == .oneShot }.compactMap(\.midiNote))
    for note in 0..<128 where self.pads[note] == nil {
      substitutes[note] = GeneralMIDIDrum.nearest(to: note, where: stated.contains).flatMap { self.pads[$0] }
    }
  }

  /// Returns the note of a pad, which the kit need not have.
  package func note(ofPad pad: Int) -> Int { notes[pad] ?? PadNotes.place(of: pad, avoiding: []) }

  /// Returns the pad that a note strikes.
  package func pad(ofNote note: Int) -> Int? { pads[note] }

  /// Returns the pad with the nearest sound of the kind that General MIDI gives to a note that no pad has.
  package func pad(nearestTo note: Int) -> Int? { substitutes[note] }

  /// Returns the pad that plays a strike of another one, as the controllers of an electronic kit choose it.
  ///
  /// - Parameters:
  ///   - pedal: the position of the hi-hat's pedal, 0, open, to 127; nil if it is not known.
  ///   - position: where on the drum, 0, the middle, to 127; nil if it is not known.
  package func articulation(ofPad pad: Int, pedal: Int?, position: Int?) -> Int {
    guard let own = articulations.first(where: { $0.pad == pad }), !own.fits(pedal, position) else {
      return pad
    }
    let fitting = articulations.filter { $0.fits(pedal, position) }
    let chosen =
      fitting.first { $0.note == own.note }
      ?? (own.pedal == nil ? nil : fitting.first { $0.pedal != nil })
    return chosen?.pad ?? pad
  }

  /// Whether pads are chosen by the pedal of the hi-hat.
  package var hasPedal: Bool { articulations.contains { $0.pedal != nil } }

  /// Returns the pads of the hi-hat that are played when it is more open than a position of its pedal.
  package func pads(openerThan pedal: Int) -> [Int] {
    articulations.filter { $0.pedal.map { $0.upperBound < pedal } ?? false }.map(\.pad)
  }

  /// The position of the pedal from which on the hi-hat is closed; nil without one.
  package var closedPedal: Int? { articulations.compactMap(\.pedal?.lowerBound).max() }

  package func isHeld(pad: Int) -> Bool { heldPads.contains(pad) }

  private static func place(of pad: Int, avoiding used: Set<Int>) -> Int {
    let place = (firstNote + pad - 1) % 128
    return (0..<128).lazy.map { (place + $0) % 128 }.first { !used.contains($0) } ?? place
  }
}

/// A pad that controllers choose.
private struct Articulation: Hashable {
  let pad: Int
  let note: Int?
  let pedal: ClosedRange<Int>?
  let position: ClosedRange<Int>?

  init(pad: Pad, note: Int?) {
    (self.pad, self.note, pedal, position) = (pad.number, note, pad.pedal, pad.position)
  }

  /// Whether the pad plays at these values; one that is not known is no hindrance.
  func fits(_ pedal: Int?, _ position: Int?) -> Bool {
    let fitsPedal = pedal.flatMap { value in self.pedal.map { $0.contains(value) } } ?? true
    let fitsPosition = position.flatMap { value in self.position.map { $0.contains(value) } } ?? true
    return fitsPedal && fitsPosition
  }
}

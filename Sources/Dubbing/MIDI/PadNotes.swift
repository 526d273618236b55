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

  package func isHeld(pad: Int) -> Bool { heldPads.contains(pad) }

  private static func place(of pad: Int, avoiding used: Set<Int>) -> Int {
    let place = (firstNote + pad - 1) % 128
    return (0..<128).lazy.map { (place + $0) % 128 }.first { !used.contains($0) } ?? place
  }
}

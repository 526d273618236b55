import AudioBase
import Percussion

package struct PadNotes: Hashable, Sendable {
  /// The first note of pads without one: the lowest drum of General MIDI.
  package static let firstNote = 36
  /// The notes of the crashes of electronic kits in General MIDI, by their numbers from 1.
  private static let crashes = [49, 57]
  package static let crashNumbers = 1...crashes.count

  package let notes: [Int: Int]
  /// The first pad of each note.
  private var pads: [Int: Int] = [:]
  /// The pads that play the notes of General MIDI that no pad has, by note.
  private var substitutes: [Int: Int] = [:]
  /// The pads that are selected by the hi-hat pedal or the strike position.
  private var articulations: [Articulation] = []
  private var heldPads: Set<Int> = []
  /// The pads of the toms of electronic kits, and of their rims.
  private var toms: [Int] = []
  private var tomRims: [Int] = []
  /// The pads of the edges of the crashes of electronic kits, which are found by their names.
  private var crashEdges: [Int?] = []
  /// The pads of each cymbal that has several: the bow and the edge of a crash, and those of the ride with its bell.
  private var cymbals: [[Int]] = []
  /// The pads that a hand can silence.
  private var chokedPads: Set<Int> = []

  /// Creates the notes of a kit. A pad without a note has the note of its place from 36 on, or the next one that is free. In
  /// a kit with sounds, a silent pad leaves the notes of General MIDI to pads that sound.
  package init(_ kit: Kit?) {
    let pads = kit?.pads ?? []
    var notes: [Int: Int] = [:]
    for pad in pads { notes[pad.number] = pad.midiNote }
    var used = Set(notes.values)
    let hasSounds = pads.contains(where: \.hasSamples)
    for pad in pads where notes[pad.number] == nil {
      let isSilent = hasSounds && !pad.hasSamples
      let avoided = isSilent ? used.union(GeneralMIDIDrum.notes) : used
      let free = PadNotes.place(of: pad.number, avoiding: avoided)
      notes[pad.number] = free
      used.insert(free)
    }
    let toms = KitToms(pads)
    (self.toms, tomRims) = (toms.pads, toms.rims)
    for copy in toms.copies { notes[copy.number] = copy.midiNote }
    self.notes = notes
    for pad in pads.reversed() { self.pads[notes[pad.number] ?? 0] = pad.number }
    heldPads = Set(pads.filter { $0.mode != .oneShot }.map(\.number))
    chokedPads = Set(pads.filter { $0.chokeFade > 0 }.map(\.number))
    for pad in pads where pad.pedal != nil || pad.position != nil {
      articulations.append(Articulation(pad: pad, note: notes[pad.number]))
    }
    // A pad without a stated note has no known sound. Held pads are left out: the note may have no note-off message.
    let stated = Set(pads.filter { $0.mode == .oneShot }.compactMap(\.midiNote))
    for note in 0..<128 where self.pads[note] == nil {
      substitutes[note] = GeneralMIDIDrum.nearest(to: note, where: stated.contains).flatMap { self.pads[$0] }
    }
    findCymbals(pads)
  }

  private mutating func findCymbals(_ kit: [Pad]) {
    let zones = kit.filter { pad in
      let name = pad.name.lowercased()
      return pad.hasSamples && name.contains("crash") && name.contains("edge")
    }
    let crashes = PadNotes.crashes.map { note in kit.first { $0.number == pads[note] } }
    let edges = DrumZones.pads(zones, called: "edge", of: crashes, in: kit)
    crashEdges = PadNotes.crashes.indices.map { index in
      if let pad = edges[index] ?? crashes[index]?.number { return pad }
      // Another crash plays for a missing one, and its edge for the edge.
      let other = substitutes[PadNotes.crashes[index]]
      return crashes.firstIndex { $0 != nil && $0?.number == other }.flatMap { edges[$0] } ?? other
    }
    let zonesOfCrashes = zip(crashes, edges).map { [$0?.number, $1].compactMap(\.self) }
    let ride = kit.filter { $0.midiNote.map(GeneralMIDIDrum.rides.contains) == true }.map(\.number)
    cymbals = (zonesOfCrashes + [ride]).map { Set($0).sorted() }.filter { $0.count > 1 }
  }

  /// Returns the note of a pad, which the kit need not have.
  package func note(ofPad pad: Int) -> Int { notes[pad] ?? PadNotes.place(of: pad, avoiding: []) }

  package func pad(ofNote note: Int) -> Int? { pads[note] }

  /// Returns the pad of a tom of an electronic kit, from 1, the highest, to 4, or of its rim; nil if the kit has no toms.
  package func pad(ofTom tom: Int, rim isRim: Bool) -> Int? {
    let pads = isRim ? tomRims : toms
    return pads.indices.contains(tom - 1) ? pads[tom - 1] : nil
  }

  /// Returns the pad of the edge of a crash of an electronic kit, 1 or 2: that of the crash if the kit has no edge of
  /// it; nil if the kit has no crash. The edge of the crash that plays for a missing one is its edge.
  package func pad(ofCrashEdge crash: Int) -> Int? {
    crashEdges.indices.contains(crash - 1) ? crashEdges[crash - 1] : nil
  }

  /// Returns the pad whose drum is most similar to that of a note that no pad has; nil if there is none. `electronic`:
  /// whether the note is one of an electronic kit, else it is one of General MIDI.
  package func pad(nearestTo note: Int, electronic: Bool = false) -> Int? {
    if electronic, pads[note] == nil, let drum = GeneralMIDIDrum.ofElectronicKits[note],
      let pad = pads[drum] ?? substitutes[drum]
    {
      return pad
    }
    return substitutes[note]
  }

  /// Returns the pad that plays a strike on a pad, by the hi-hat pedal, 0 (open) to 127, and the place, 0 (centre) to 127; both
  /// are nil if they are not known.
  package func articulation(ofPad pad: Int, pedal: Int?, position: Int?) -> Int {
    guard let own = articulations.first(where: { $0.pad == pad }), !own.fits(pedal, position) else {
      return pad
    }
    let fitting = articulations.filter { $0.fits(pedal, position) }
    if let other = fitting.first(where: { $0.note == own.note }) { return other.pad }
    if own.pedal == nil { return pad }
    // A hat is struck on its bow or its edge at all positions of the pedal.
    let hats = fitting.filter { $0.pedal != nil }
    return (hats.first { $0.isEdge == own.isEdge } ?? hats.first)?.pad ?? pad
  }

  /// Returns whether the kit has a pad; true if there is no kit.
  package func has(pad: Int) -> Bool { notes.isEmpty || notes[pad] != nil }

  package func isHeld(pad: Int) -> Bool { heldPads.contains(pad) }

  package func canBeChoked(pad: Int) -> Bool { chokedPads.contains(pad) }

  /// Returns the pads of the cymbal to which a pad belongs, which a hand silences at once: bow, edge and bell. It is the
  /// pad alone if the cymbal has no other one.
  package func cymbal(ofPad pad: Int) -> [Int] { cymbals.first { $0.contains(pad) } ?? [pad] }

  private static func place(of pad: Int, avoiding used: Set<Int>) -> Int {
    let place = (firstNote + pad - 1) % 128
    return (0..<128).lazy.map { (place + $0) % 128 }.first { !used.contains($0) } ?? place
  }
}

// MARK: - The pedal of the hi-hat, and grabbed cymbals

extension PadNotes {
  /// The fade in seconds of a hi-hat that begins to close.
  private static let longestClose: Float = 0.6

  package var hasPedal: Bool { articulations.contains { $0.pedal != nil } }

  /// Returns the hi-hat pads whose pedal range lies below (more open than) a pedal position.
  package func pads(openerThan pedal: Int) -> [Int] {
    articulations.filter { $0.pedal.map { $0.upperBound < pedal } ?? false }.map(\.pad)
  }

  /// The lowest pedal position at which the hi-hat is closed; nil if no pad has a pedal range.
  private var closedPedal: Int? { articulations.compactMap(\.pedal?.lowerBound).max() }

  /// Returns the pads that a movement of the pedal silences, those that are too open for its position; nil for a movement
  /// that changes no sound. `seconds`: the duration of the fade, shorter the further the pedal closes; 0 uses the choke
  /// fade of each pad.
  package func closing(from before: Int, to value: Int) -> (pads: [Int], seconds: Float)? {
    let pads = pads(openerThan: value)
    // A pedal sends many positions. Small changes do not change the fade audibly.
    let changesFade = value / 8 > before / 8 || pads.count > self.pads(openerThan: before).count
    guard value > before, changesFade, !pads.isEmpty else { return nil }
    let isClosed = value >= closedPedal ?? 0
    return (pads, isClosed ? 0 : PadNotes.longestClose * Float(128 - value) / 128)
  }

  /// Returns whether a change of the pressure on a note is that of a grabbed cymbal.
  ///
  /// Electronic kits switch the pressure of a cymbal's note from 0 to 127 while the cymbal is grabbed. Pad controllers send
  /// the pressure of a held pad in small steps, which must not choke the pad.
  package static func isGrab(from before: Int, to value: Int, whileHeld: Bool) -> Bool {
    whileHeld ? before == 0 && value == 127 : before < 64 && value >= 64
  }
}

/// A pad that is selected by the hi-hat pedal or the strike position.
private struct Articulation: Hashable {
  let pad: Int
  let note: Int?
  let pedal: ClosedRange<Int>?
  let position: ClosedRange<Int>?

  init(pad: Pad, note: Int?) {
    (self.pad, self.note, pedal, position) = (pad.number, note, pad.pedal, pad.position)
  }

  var isEdge: Bool { note.map(GeneralMIDIDrum.electronicNotes.contains) == true }

  /// Returns whether the values are in the ranges of the pad. An unknown value is in every range.
  func fits(_ pedal: Int?, _ position: Int?) -> Bool {
    let fitsPedal = pedal.flatMap { value in self.pedal.map { $0.contains(value) } } ?? true
    let fitsPosition = position.flatMap { value in self.position.map { $0.contains(value) } } ?? true
    return fitsPedal && fitsPosition
  }
}

import AudioBase
import SystemBase

/// Which pad is at the place of each key: a permutation of the numbers of pads. Place 1 is that of the first key of the first
/// bank. Numbers of pads stay as they are in takes, in MIDI and in the mixer.
package struct PadOrder: Hashable, Sendable {
  /// What decides on the places of the pads of a kit that the user has not moved.
  package enum Choice: String, CaseIterable, Hashable, Sendable {
    /// Drums of the same role are on the same keys in all kits.
    case role
    /// A pad is at the place of its number.
    case kit

    package func order(of kit: Kit) -> PadOrder { self == .kit ? PadOrder() : PadOrder(rolesOf: kit) }
  }

  /// The number of the pad at each place, place 1 first; behind the last one, a pad is at the place of its number.
  package private(set) var numbers: [Int] = []

  /// Creates the order in which each pad is at the place of its number.
  package init() {}

  /// Creates an order; nil if the numbers are no permutation of those from 1, or more than a kit has pads.
  package init?(_ numbers: [Int]) {
    guard numbers.count <= Kit.padNumbers.count, numbers.sorted().elementsEqual(1..<numbers.count + 1) else {
      return nil
    }
    self.numbers = numbers
    removeUsual()
  }

  /// Returns the number of the pad at a place.
  package func pad(at place: Int) -> Int { numbers.indices.contains(place - 1) ? numbers[place - 1] : place }

  /// Returns the place of a pad.
  package func place(ofPad pad: Int) -> Int { numbers.firstIndex(of: pad).map { $0 + 1 } ?? pad }

  /// Swaps the places of two pads, by their numbers from 1.
  package mutating func swap(_ one: Int, _ other: Int) {
    let (first, second) = (place(ofPad: one), place(ofPad: other))
    numbers += (numbers.count..<max(first, second, numbers.count)).map { $0 + 1 }
    numbers.swapAt(first - 1, second - 1)
    removeUsual()
  }

  /// Removes the places at the end that have the pads of their numbers, so that equal orders have equal values.
  private mutating func removeUsual() {
    while let last = numbers.last, last == numbers.count { numbers.removeLast() }
  }
}

extension KitValueFile<PadOrder> {
  /// The places of pads: the member `pads` has the numbers of the pads at the places from 1.
  package static var orders: KitValueFile {
    KitValueFile(name: "pad-orders.json") { entry in
      (try? entry.integers("pads")).flatMap { PadOrder($0) }
    } entry: {
      ["pads": $0.numbers]
    }
  }
}

// MARK: By role

extension PadOrder {
  /// The notes of General MIDI of the drums of a set, which have the same places in all kits: in a note's absence, the drum
  /// of the next note has the place. They are those of the program's own kit.
  private static let drums: [(place: Int, notes: [Int])] = [
    (1, [38, 40]), (2, [36, 35]), (5, [42, 22]), (6, [46, 26]), (12, [49, 57]), (13, [51, 59]), (14, [53]),
    (15, [44]), (17, [23]),
  ]
  /// The places of three toms, the highest first, and which of more toms have them.
  private static let toms: [(place: Int, notes: [Int])] = [
    (9, [50, 48]), (10, [47, 48, 45]), (11, [43, 45, 41]),
  ]
  /// The places of the hand percussion in the first bank, and those from which they get a drum if a kit has none of it.
  private static let percussion: [(place: Int, other: Int)] = [(3, 9), (4, 10), (7, 11), (8, 12)]

  /// Creates the order of the roles of the pads: snare, bass drum, hats, toms, crash and ride have the same places in all kits.
  ///
  /// The role is that of the pad's note of General MIDI; in formats of other programs that of the note that the name means,
  /// and their notes count only if the names of most pads mean none, since some programs number the notes of all instruments.
  /// The other drums follow at the places of their notes, at those of their numbers, or at the first free ones. A native
  /// kit was made for the keys of this program: its other drums stay where they are if their places are free.
  package init(rolesOf kit: Kit) {
    let isNative = kit.format == .native
    // The other formats have their notes from General MIDI.
    let names = [.hydrogen, .sfz].contains(kit.format) ? kit.pads : []
    let named = Dictionary(
      names.compactMap { pad in DrumNames.note(of: pad.name).map { (pad.number, $0) } }
    ) { first, _ in first }
    let usesNotes = 2 * named.count < kit.pads.count
    var roles = Roles(
      size: PadBank.places(of: kit),
      pads: kit.pads.map { ($0.number, named[$0.number] ?? (usesNotes ? $0.midiNote : nil)) })
    roles.put(PadOrder.drums)
    let toms = roles.pads.filter { $0.note.map(GeneralMIDIDrum.toms.contains) == true }
    let falling = toms.sorted { ($0.note ?? 0, $1.number) > ($1.note ?? 0, $0.number) }
    if toms.count > PadOrder.toms.count {
      roles.put(PadOrder.toms)
    } else {
      for (tom, place) in zip(falling, PadOrder.toms.map(\.place)) { roles.put(tom, at: place) }
    }
    let drums = roles.numbers
    if isNative {
      for pad in roles.pads { roles.put(pad, at: pad.number) }
    }
    for pad in roles.pads { roles.put(pad, at: PadOrder.place(of: pad.note)) }
    for pad in roles.pads { roles.put(pad, at: pad.number) }
    for pad in roles.pads { roles.put(pad, at: roles.firstFree) }
    if PadOrder.percussion.allSatisfy({ roles.numbers[$0.place] == nil }) {
      for (place, other) in PadOrder.percussion where drums[other] != nil {
        roles.move(from: other, to: place)
      }
    }
    self = PadOrder(roles.permutation) ?? PadOrder()
  }

  /// Returns the place of a drum in the order of the program's own kit; nil if it has none.
  private static func place(of note: Int?) -> Int? {
    let own = note == 82 ? 70 : note
    return own.flatMap { SoundFontKit.notes.firstIndex(of: $0) }.map { $0 + 1 }
  }

  /// The places of a kit while its pads get them.
  private struct Roles {
    let size: Int
    /// The pads without a place, in the order of their numbers.
    private(set) var pads: [(number: Int, note: Int?)]
    /// The number of the pad at each place that has one.
    private(set) var numbers: [Int: Int] = [:]

    init(size: Int, pads: [(number: Int, note: Int?)]) {
      self.size = size
      self.pads = pads
    }

    var firstFree: Int? { (1...size).first { numbers[$0] == nil } }

    /// Gives a pad a place that the kit has, unless another pad has it.
    mutating func put(_ pad: (number: Int, note: Int?)?, at place: Int?) {
      guard let pad, let place, place <= size, numbers[place] == nil else { return }
      numbers[place] = pad.number
      pads.removeAll { $0.number == pad.number }
    }

    /// Gives each of these places the first pad with the first of its notes that the kit has.
    mutating func put(_ drums: [(place: Int, notes: [Int])]) {
      for (place, notes) in drums {
        for note in notes { put(pads.first { $0.note == note }, at: place) }
      }
    }

    mutating func move(from place: Int, to other: Int) {
      numbers[other] = numbers.removeValue(forKey: place)
    }

    /// The numbers at all places; places without a pad have those of no pad.
    var permutation: [Int] {
      let used = Set(numbers.values)
      var unused = (1...size).filter { !used.contains($0) }
      // As many of them as possible keep their places.
      var all = (1...size).map { place in
        numbers[place] ?? unused.firstIndex(of: place).map { unused.remove(at: $0) }
      }
      for index in all.indices where all[index] == nil { all[index] = unused.removeFirst() }
      return all.compactMap(\.self)
    }
  }
}

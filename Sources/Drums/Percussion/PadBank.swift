import MixEngine

/// The bank of eight pads that the keys strike, or two banks if there are two rows of keys.
package struct PadBank: Hashable, Sendable {
  package static let size = 8
  package static let most = Kit.padNumbers.upperBound / size

  /// The number of the bank, from 1.
  package private(set) var number = 1
  /// The number of banks of the kit, at least 1.
  package private(set) var count = 1
  /// The number of rows of keys, 1 or 2, each of which strikes a bank. Two rows strike banks 1 and 2, 3 and 4, and so on.
  package var rows = 1
  /// Whether a key without an accent hits softly.
  package var isSoft = false
  /// The pads at the places of the keys.
  package var order = PadOrder()

  package init() {}

  package init(of kit: Kit?, _ order: PadOrder = PadOrder()) {
    self.order = order
    setCount(PadBank.count(of: kit))
  }

  /// Returns the number of banks that the pads of a kit fill; 1 without a kit.
  package static func count(of kit: Kit?) -> Int {
    ((kit?.pads.map(\.number).max() ?? 1) + size - 1) / size
  }

  /// Returns the number of places of the banks of a kit.
  package static func places(of kit: Kit) -> Int { count(of: kit) * size }

  /// Returns the number of the pad that a key strikes: a key above those of the rows has that of its number.
  package func pad(ofKey key: Int) -> Int {
    key <= PadBank.size * rows ? order.pad(at: places.lowerBound + key - 1) : key
  }

  /// Returns the number of the key that strikes a pad while its bank is chosen.
  package func key(ofPad pad: Int) -> Int { (order.place(ofPad: pad) - 1) % (PadBank.size * rows) + 1 }

  /// Returns the number of the bank of a pad.
  package func bank(ofPad pad: Int) -> Int { (order.place(ofPad: pad) - 1) / PadBank.size + 1 }

  package static func pads(beside pad: Int) -> PadSet {
    let first = (pad - 1) / size * size + 1
    return PadSet(first..<first + size)
  }

  /// The banks that the keys strike, by their numbers.
  package var banks: ClosedRange<Int> {
    let first = number - (number - 1) % rows
    return first...min(first + rows - 1, count)
  }

  /// The places that the keys strike.
  package var places: Range<Int> {
    (banks.lowerBound - 1) * PadBank.size + 1..<banks.upperBound * PadBank.size + 1
  }

  /// The numbers of the pads at these places, in their order.
  package var pads: [Int] { places.map { order.pad(at: $0) } }

  package mutating func select(_ number: Int) { self.number = min(max(number, 1), count) }

  package mutating func move(by steps: Int) { select(banks.lowerBound + steps * rows) }

  /// Sets the number of banks. A bank that the kit does not have becomes the first.
  package mutating func setCount(_ count: Int) {
    self.count = min(max(count, 1), PadBank.most)
    if number > self.count { number = 1 }
  }
}

/// A change of the bank that the keys strike, or of how they strike it.
package enum BankChange: Hashable, Sendable {
  case previous, next
  case select(Int)
  /// Chooses the bank of a pad that the program shows; the user has not asked for it.
  case show(pad: Int)
  /// Makes hits soft, or not any more.
  case softHits

  package var isRequested: Bool { if case .show = self { false } else { true } }

  package func apply(to bank: inout PadBank) {
    switch self {
    case .previous: bank.move(by: -1)
    case .next: bank.move(by: 1)
    case .select(let number): bank.select(number)
    case .show(let pad): bank.select(bank.bank(ofPad: pad))
    case .softHits: bank.isSoft.toggle()
    }
  }
}

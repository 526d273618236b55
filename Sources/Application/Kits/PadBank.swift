import MixEngine
import Percussion

/// The bank of eight pads that the keys strike.
package struct PadBank: Hashable, Sendable {
  /// The number of pads in a bank.
  package static let size = 8
  /// The number of banks of the largest kit.
  package static let most = Kit.padNumbers.upperBound / size

  /// The number of the bank, from 1.
  package private(set) var number = 1
  /// The number of banks of the kit, at least 1.
  package private(set) var count = 1

  package init() {}

  /// Creates the first bank of a kit.
  package init(of kit: Kit?) { setCount(PadBank.count(of: kit)) }

  /// Returns the number of banks that the pads of a kit fill; 1 without a kit.
  package static func count(of kit: Kit?) -> Int {
    ((kit?.pads.map(\.number).max() ?? 1) + size - 1) / size
  }

  /// The number of the pad that a pad key strikes. A key above eight strikes the pad of that number in every bank.
  package func pad(ofKey key: Int) -> Int { key <= PadBank.size ? firstPad + key - 1 : key }

  /// The pads of the bank that has a pad.
  package static func pads(beside pad: Int) -> PadSet {
    let first = (pad - 1) / size * size + 1
    return PadSet(first..<first + size)
  }

  package var firstPad: Int { (number - 1) * PadBank.size + 1 }
  package var pads: Range<Int> { firstPad..<firstPad + PadBank.size }

  /// Chooses a bank, limited to those of the kit.
  package mutating func select(_ number: Int) { self.number = min(max(number, 1), count) }

  package mutating func move(by steps: Int) { select(number + steps) }

  /// Sets the number of banks. A bank that the kit does not have becomes the first.
  package mutating func setCount(_ count: Int) {
    self.count = min(max(count, 1), PadBank.most)
    if number > self.count { number = 1 }
  }
}

/// A change of the bank of pads.
package enum BankChange: Hashable, Sendable {
  case previous, next
  /// Chooses a bank by its number, from 1.
  case select(Int)

  package func apply(to bank: inout PadBank) {
    switch self {
    case .previous: bank.move(by: -1)
    case .next: bank.move(by: 1)
    case .select(let number): bank.select(number)
    }
  }
}

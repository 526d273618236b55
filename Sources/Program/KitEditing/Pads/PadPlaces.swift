import Percussion
import Player
import SystemBase

/// The places of the pads of kits, which the keys strike: those of the setting `pad-order`, unless the user has made others.
extension KitValues<PadOrder> {
  /// A kit that has lost pads since would have some at places without a key: its order does not count.
  static var places: KitValues {
    KitValues(.orders, isPossible: { $0.numbers.count <= PadBank.places(of: $1) }) { PadOrder(rolesOf: $0) }
  }

  package func order(of kit: Kit?) -> PadOrder { kit.map(value) ?? PadOrder() }

  package func swap(_ one: Int, _ other: Int, in kit: Kit) {
    var order = value(of: kit)
    order.swap(one, other)
    set(order, of: kit)
  }
}

/// A message about the places of pads.
package enum PadPlacesNotice: Hashable, Sendable {
  /// Two pads have swapped their places; the names of the pads, or their numbers.
  case swapped(String, String)
  /// The kit has no order of its own any more, or had none.
  case reset(kit: String, isChanged: Bool)
  case turned(UndoDirection, kit: String)
  /// The kit has fewer pads.
  case noPad(Int, highest: Int)
  /// The typed text is neither the number nor the key of another pad.
  case notAnother(String)

  var severity: Severity {
    switch self {
    case .swapped, .reset, .turned: .info
    case .noPad, .notAnother: .warning
    }
  }

  var isUndoable: Bool {
    switch self {
    case .swapped, .reset(_, isChanged: true): true
    case .reset, .turned, .noPad, .notAnother: false
    }
  }
}

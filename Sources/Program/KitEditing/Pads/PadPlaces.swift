import Percussion
import Player
import SystemBase

/// The places of the pads of each kit, which the keys strike: those of the setting `pad-order`, unless the user has made an
/// order of the kit, which is kept for it. Main thread; no function waits.
@MainActor
package final class PadPlaces {
  /// The new order of a kit; nil if the kit has no order of its own.
  private struct Step {
    let kit: Kit
    let order: PadOrder?
  }

  private static let keptSteps = 50

  /// What decides on the places in kits without an order of their own. The caller shows the change.
  package var choice = PadOrder.Choice.role
  private var own: [FilePath: PadOrder] = [:]
  private var steps = UndoStack<Step>(limit: PadPlaces.keptSteps)
  private var file: SavedFile?
  /// The last order of roles, since each drawing of the list of pads asks for it.
  private var roles: (kit: Kit, order: PadOrder)?
  /// Called with a kit that has another order.
  package var onChange: (Kit) -> Void = { _ in }

  package init() {}

  /// Uses orders that were read from a file, and stores others in it.
  package func use(_ orders: [FilePath: PadOrder], file: SavedFile) { (own, self.file) = (orders, file) }

  /// Returns the places of the pads of a kit.
  package func order(of kit: Kit?) -> PadOrder {
    guard let kit else { return PadOrder() }
    // A kit that has lost pads since would have some at places without a key.
    if let own = own[kit.path], own.numbers.count <= PadPlaces.size(kit) { return own }
    if choice == .kit { return PadOrder() }
    if let roles, roles.kit == kit { return roles.order }
    let order = PadOrder(rolesOf: kit)
    roles = (kit, order)
    return order
  }

  /// Returns the number of places of a kit.
  package static func size(_ kit: Kit) -> Int { PadBank.count(of: kit) * PadBank.size }

  package func swap(_ one: Int, _ other: Int, in kit: Kit) {
    var order = order(of: kit)
    order.swap(one, other)
    change(order, of: kit)
  }

  /// Forgets the own order of a kit. Returns whether it had one.
  package func reset(_ kit: Kit) -> Bool {
    guard own[kit.path] != nil else { return false }
    change(nil, of: kit)
    return true
  }

  /// Gives the copy of a kit the places of that kit.
  func keep(placesOf kit: Kit?, in copy: Kit) {
    guard let kit, kit.path != copy.path else { return }
    let order = order(of: kit)
    if order != self.order(of: copy) { set(order, of: copy) }
  }

  private func change(_ order: PadOrder?, of kit: Kit) {
    steps.record(Step(kit: kit, order: own[kit.path]))
    set(order, of: kit)
  }

  private func set(_ order: PadOrder?, of kit: Kit) {
    own[kit.path] = order
    let path = kit.path
    file?.edit { PadOrderFile.set(order, of: path, in: &$0) }
    onChange(kit)
  }

  // MARK: Undo

  package func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Undoes or redoes the last change. Returns the name of its kit; nil if there is none.
  package func turn(_ direction: UndoDirection) -> String? {
    guard let step = steps.next(direction) else { return nil }
    steps.turn(direction, into: Step(kit: step.kit, order: own[step.kit.path]))
    set(step.order, of: step.kit)
    return step.kit.name
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

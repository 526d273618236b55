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
  static func size(_ kit: Kit) -> Int { PadBank.count(of: kit) * PadBank.size }

  func swap(_ one: Int, _ other: Int, in kit: Kit) {
    var order = order(of: kit)
    order.swap(one, other)
    change(order, of: kit)
  }

  /// Forgets the own order of a kit. Returns whether it had one.
  func reset(_ kit: Kit) -> Bool {
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

  func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Undoes or redoes the last change. Returns the name of its kit; nil if there is none.
  func turn(_ direction: UndoDirection) -> String? {
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

  var severity: Severity {
    switch self {
    case .swapped, .reset, .turned: .info
    case .noPad: .warning
    }
  }

  var isUndoable: Bool {
    switch self {
    case .swapped, .reset(_, isChanged: true): true
    case .reset, .turned, .noPad: false
    }
  }
}

/// The argument of the command `swap-pads`: the numbers of two pads, or `reset`.
package enum PadSwap: Hashable, Sendable {
  case pads(Int, Int)
  case reset

  init?(_ text: String) {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { ArgumentText.integer(String($0), in: Kit.padNumbers) }
    if words == ["reset"] {
      self = .reset
    } else if words.count == 2, numbers.count == 2, numbers[0] != numbers[1] {
      self = .pads(numbers[0], numbers[1])
    } else {
      return nil
    }
  }

  fileprivate var text: String {
    switch self {
    case .pads(let one, let other): "\(one) \(other)"
    case .reset: "reset"
    }
  }
}

extension Command.Request {
  package static let swapPads = Argument<PadSwap>(
    "swap-pads", "PAD PAD",
    "swap the keys of two pads of this kit by their numbers, or reset for those of the setting pad-order",
    .drum,
    .keepsLayers, read: { PadSwap($0) }, text: { $0.text }, choices: { _, _ in ["reset"] }
  ) { application, swap, _ in application.swapPads(swap) }
}

extension Application {
  /// Swaps the places of two pads of the loaded kit, or forgets the own order of the kit.
  package func swapPads(_ swap: PadSwap) -> Outcome {
    guard let kit = kits.loaded else { return .refused(.noKit) }
    switch swap {
    case .pads(let one, let other):
      let highest = PadPlaces.size(kit)
      if let number = [one, other].first(where: { $0 > highest }) {
        return .notice(.kit(.places(.noPad(number, highest: highest))))
      }
      kits.places.swap(one, other, in: kit)
      return .notice(.kit(.places(.swapped(kit.name(ofPad: one), kit.name(ofPad: other)))))
    case .reset:
      let isChanged = kits.places.reset(kit)
      return .notice(.kit(.places(.reset(kit: kit.name, isChanged: isChanged))))
    }
  }

  func turnPlaces(_ direction: UndoDirection) {
    if let kit = kits.places.turn(direction) { report(.kit(.places(.turned(direction, kit: kit)))) }
  }
}

extension Kit {
  /// Returns the name of a pad, or `pad 12` without one.
  fileprivate func name(ofPad number: Int) -> String {
    let name = pads.first { $0.number == number }?.name ?? ""
    return name.isEmpty ? "pad \(number)" : name
  }
}

import KitEditing
import Percussion
import SystemBase

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
      let highest = PadBank.places(of: kit)
      if let number = [one, other].first(where: { $0 > highest }) {
        return .notice(.kit(.places(.noPad(number, highest: highest))))
      }
      kits.places.swap(one, other, in: kit)
      return .notice(.kit(.places(.swapped(kit.name(ofPad: one), kit.name(ofPad: other)))))
    case .reset:
      let isChanged = kits.places.set(nil, of: kit)
      return .notice(.kit(.places(.reset(kit: kit.name, isChanged: isChanged))))
    }
  }

  /// Swaps the places of a pad of the loaded kit and of the pad a number of places after it; at the first and the last
  /// place, does nothing.
  package func movePad(_ pad: Int, by places: Int) -> Outcome {
    guard let kit = kits.loaded else { return .refused(.noKit) }
    let order = kits.places.order(of: kit)
    let place = order.place(ofPad: pad) + places
    guard (1...PadBank.places(of: kit)).contains(place) else { return .row }
    return swapPads(.pads(pad, order.pad(at: place)))
  }

  func turnPlaces(_ direction: UndoDirection) {
    if let kit = kits.places.turn(direction) { report(.kit(.places(.turned(direction, kit: kit.name)))) }
  }
}

extension Kit {
  /// Returns the name of a pad, or `pad 12` without one.
  fileprivate func name(ofPad number: Int) -> String {
    let name = pads.first { $0.number == number }?.name ?? ""
    return name.isEmpty ? "pad \(number)" : name
  }
}

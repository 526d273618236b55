import KitEditing
import Percussion

extension Application {
  /// Swaps the places of a pad of the loaded kit and of the pad a number of places after it; at the first and the last
  /// place, does nothing.
  package func movePad(_ pad: Int, by places: Int) -> Outcome {
    guard let kit = kits.loaded else { return .refused(.noKit) }
    let order = kits.places.order(of: kit)
    let place = order.place(ofPad: pad) + places
    guard (1...PadPlaces.size(kit)).contains(place) else { return .row }
    return swapPads(.pads(pad, order.pad(at: place)))
  }
}

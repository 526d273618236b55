/// What a throw sends to a return at 0 dB as long as it is held, and to which one.
package struct Throw: Hashable, Sendable {
  package let bus: MixGraph.Bus
  /// The number of the return, from 1; nil for the first one with an echo, or an echo that belongs to no mixer.
  package let target: Int?

  package init(_ bus: MixGraph.Bus, to target: Int? = nil) { (self.bus, self.target) = (bus, target) }

  /// All pads into the echo.
  package static let pads = Throw(.pads)

  /// Reads `music`, `pad 3`, `pads 2`, where the last number of a return may be missing. Returns nil for other text, and for a
  /// strip that cannot send.
  package init?(_ text: String) {
    if let bus = MixGraph.Bus(text) {
      self.init(bus)
    } else {
      guard let space = text.lastIndex(of: " "), let bus = MixGraph.Bus(String(text[..<space])),
        let target = Int(text[text.index(after: space)...]), (1...MixGraph.mostReturns).contains(target)
      else { return nil }
      self.init(bus, to: target)
    }
    if !self.bus.canSend { return nil }
  }

  package var text: String { bus.name + (target.map { " \($0)" } ?? "") }

  /// Creates the throw that an address holds; nil for another address.
  init?(_ address: MixGraph.Address) {
    switch address.part {
    case .move(.throw): self = .pads
    case .throw(let target) where address.bus.canSend: self.init(address.bus, to: target)
    case .gain, .pan, .mute, .solo, .send, .throw, .parameter, .move, .sweep, .song: return nil
    }
  }

  /// `move/throw` for all pads into the echo, otherwise as `music/throw`, `pad 3/throw 2`.
  package var address: MixGraph.Address {
    self == .pads ? MixGraph.Address(.throw) : MixGraph.Address(bus, .throw(target))
  }
}

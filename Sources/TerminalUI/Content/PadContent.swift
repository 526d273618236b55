import Application
import Controls
import Percussion

/// A pad on the screen.
package struct PadContent: Hashable, Sendable {
  /// The key that hits the pad: `a`.
  package var key: String
  package var name: String
  /// A hit fades out the other pads of its group.
  package var chokeGroup: Int?
  /// Whether the pad sounds.
  package var isLit: Bool
  /// The velocity of the last hit, 1…127.
  package var velocity: Int
  /// The brightness of the last hit, which fades, 0…1.
  package var glow: Float

  package init(
    key: String, name: String, chokeGroup: Int? = nil, isLit: Bool = false, velocity: Int = 0, glow: Float = 0
  ) {
    self.key = key
    self.name = name
    self.chokeGroup = chokeGroup
    self.isLit = isLit
    self.velocity = velocity
    self.glow = glow
  }
}

extension PadContent {
  /// The pads of a kit that have keys, pad 1 first.
  package static func list(_ kit: Kit?, _ keys: KeyMap) -> [PadContent] {
    guard let kit else { return [] }
    let last = min(kit.pads.map(\.number).max() ?? 0, Command.padCount)
    return (1...max(last, 1)).map { number in
      let pad = kit.pads.first { $0.number == number }
      let key = keys.keys(for: .pad(number, accent: false)).first
      return PadContent(key: key?.label ?? "", name: pad?.name ?? "", chokeGroup: pad?.choke?.group)
    }
  }
}

extension [PadContent] {
  /// Returns the pads with the keys of another map.
  package func relabelled(_ keys: KeyMap) -> [PadContent] {
    enumerated().map { index, pad in
      var pad = pad
      pad.key = keys.label(.pad(index + 1, accent: false)) ?? ""
      return pad
    }
  }
}

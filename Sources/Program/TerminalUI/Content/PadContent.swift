import Application
import Controls
import Percussion
import TerminalKit

package struct PadContent: Hashable, Sendable {
  /// The key that hits the pad: `a`; empty if its bank is not chosen.
  package var key = ""
  /// Whether its key hits softly.
  package var isSoft = false
  package var name: String
  /// The colour of the kit; nil for that of the theme.
  package var colour: Colour?
  /// The choke group of the pad, and the one whose hits end its sound.
  package var chokeGroup: Int?
  package var silencedBy: Int?
  /// The keys of the other pads whose sound a hit ends.
  package var chokedKeys = ""
  /// Whether the pad sounds.
  package var isLit = false
  /// The velocity of the last hit, 1…127.
  package var velocity = 0
  /// The brightness of the last hit, which fades, 0…1.
  package var glow: Float = 0
  /// The deviation of the last hit in milliseconds, −50…50; negative if it was early; nil if it is not known.
  package var lateness: Int?
}

extension PadContent {
  /// The key; in parentheses, as ghost notes are written, if it hits softly.
  var shownKey: String { isSoft && !key.isEmpty ? "(\(key))" : key }

  /// Returns the pads of a kit without their keys, pad 1 first.
  package static func list(_ kit: Kit?) -> [PadContent] {
    guard let kit else { return [] }
    let pads = Dictionary(kit.pads.map { ($0.number, $0) }) { first, _ in first }
    return (1...max(pads.keys.max() ?? 0, 1)).map { number in
      let pad = pads[number]
      return PadContent(
        name: pad?.name ?? "", colour: pad?.colour.flatMap { Colour(hex: $0) },
        chokeGroup: pad?.choke?.group, silencedBy: pad?.choke?.silencedBy)
    }
  }
}

extension [PadContent] {
  /// The pads, each with the keys of the others whose sound it ends.
  var withChokedKeys: [PadContent] {
    map { pad in
      guard let group = pad.chokeGroup else { return pad }
      var pad = pad
      pad.chokedKeys = filter { $0.silencedBy == group && $0.key != pad.key }.map(\.key).filter {
        !$0.isEmpty
      }.joined(separator: " ")
      return pad
    }
  }
}

enum PadText {
  /// Returns the milliseconds by which a hit was early or late, such as `−12`, `+8`, `0`.
  static func lateness(_ milliseconds: Int) -> String {
    milliseconds == 0 ? "0" : "\(milliseconds < 0 ? "−" : "+")\(abs(milliseconds))"
  }

  /// Returns the bank that the user asked for, with the numbers of its pads.
  static func sentence(_ bank: PadBank, isChanged: Bool) -> String {
    if bank.count == 1 { return "this kit has one bank of pads" }
    let pads = "\(name(bank)): pads \(bank.pads.lowerBound) to \(bank.pads.upperBound - 1)"
    if isChanged { return pads }
    if bank.banks.count == bank.count { return "\(pads); they are all banks of this kit" }
    return bank.banks.contains(1)
      ? "\(pads); it is the first" : bank.banks.contains(bank.count) ? "\(pads); it is the last" : pads
  }

  /// Returns `loading GMkit ██████░░░░ 60 %`.
  static func sentence(_ progress: KitProgress) -> String {
    let bar = ShownText.bar(progress.done * 16 / max(progress.total, 1), of: 16)
    return "loading \(progress.name) \(bar) \(progress.done * 100 / max(progress.total, 1)) %"
  }

  /// Returns the name of a bank, such as `bank 2/4`, or of two banks, such as `banks 1–2/4`.
  static func name(_ bank: PadBank) -> String { "bank\(bank.banks.count == 1 ? "" : "s") \(number(bank))" }

  static func number(_ bank: PadBank) -> String {
    let (first, last) = (bank.banks.lowerBound, bank.banks.upperBound)
    return "\(first)\(first == last ? "" : "–\(last)")/\(bank.count)"
  }
}

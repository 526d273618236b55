import Application
import Controls
import KitEditing
import Percussion
import SystemBase
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
    let pads = range(of: bank.pads).map { "\(name(bank)): pads \($0)" } ?? name(bank)
    if isChanged { return pads }
    if bank.banks.count == bank.count { return "\(pads); they are all banks of this kit" }
    return bank.banks.contains(1)
      ? "\(pads); it is the first" : bank.banks.contains(bank.count) ? "\(pads); it is the last" : pads
  }

  /// Returns the first and the last number of pads that follow each other, `9 to 16`; nil for others.
  static func range(of pads: some Collection<Int>) -> String? {
    guard let first = pads.first, pads.elementsEqual(first..<first + pads.count) else { return nil }
    return "\(first) to \(first + pads.count - 1)"
  }

  /// Returns `loading GMkit ██████░░░░ 60 %`.
  static func sentence(_ progress: KitProgress) -> String {
    let bar = ShownText.bar(progress.done * 16 / max(progress.total, 1), of: 16)
    return "loading \(progress.name) \(bar) \(progress.done * 100 / max(progress.total, 1)) %"
  }

  static func sentence(_ notice: PadPlacesNotice) -> String {
    switch notice {
    case .swapped(let one, let other):
      "\(FilePath(one).shown) and \(FilePath(other).shown) have swapped their keys"
    case .reset(let kit, isChanged: true):
      "the pads of \(FilePath(kit).shown) have the keys of the setting pad-order again"
    case .reset(let kit, isChanged: false):
      "the pads of \(FilePath(kit).shown) have the keys of the setting pad-order: none was moved"
    case .turned(.undo, let kit): "undone: the keys of the pads of \(FilePath(kit).shown)"
    case .turned(.redo, let kit): "done again: the keys of the pads of \(FilePath(kit).shown)"
    case .noPad(let number, let highest):
      "no pads are swapped: there is no pad \(number), the pads of this kit are 1 to \(highest)"
    case .notAnother(let text):
      "no pads are swapped: \(FilePath(text).shown) is neither the number nor the key of another pad"
    }
  }

  /// Returns the name of a bank, such as `bank 2/4`, or of two banks, such as `banks 1–2/4`.
  static func name(_ bank: PadBank) -> String { "bank\(bank.banks.count == 1 ? "" : "s") \(number(bank))" }

  static func number(_ bank: PadBank) -> String {
    let (first, last) = (bank.banks.lowerBound, bank.banks.upperBound)
    return "\(first)\(first == last ? "" : "–\(last)")/\(bank.count)"
  }
}

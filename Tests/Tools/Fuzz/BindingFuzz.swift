import Application
import TerminalKit
import TerminalUI

@testable import Controls

/// `bind` and `unbind` lines as the configuration has them.
enum BindingFuzz {
  private static let keys = KeyMap()

  static func take(_ bytes: [UInt8]) {
    var map = keys
    for line in bytes.split(separator: 0x0A) {
      let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard let key = words.first else { continue }
      if words.count == 1 {
        if let binding = try? KeyBinding(key) { map.apply(binding) }
      } else {
        bind(key, to: words.dropFirst().joined(separator: " "), in: &map)
      }
      _ = PadKeys(key)
    }
  }

  private static func bind(_ key: String, to command: String, in map: inout KeyMap) {
    do throws(BindingError) {
      map.apply(try KeyBinding(key, to: command))
    } catch {
      return
    }
    guard let chord = KeyChord(name: key) else { preconditionFailure("bound, but no key") }
    let event = KeyEvent(chord.key, chord.modifiers)
    let bound = chord.leader.map { map.command(for: event, after: $0, on: nil) } ?? map.command(for: event)
    precondition(bound != nil, "bound, and yet not")
  }
}

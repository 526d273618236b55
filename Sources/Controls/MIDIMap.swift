import Dubbing
import SystemBase

/// The functions of notes and controllers of MIDI: those that the user has taught, and the notes of the kit.
package struct MIDIMap: Hashable, Sendable {
  /// A level that a controller sets.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case volume, balance, speed
  }

  /// The controllers that MIDI 1.0 names for volume and balance, and the first one for general purposes.
  private static let usualControllers: [Int: Level] = [7: .volume, 8: .balance, 16: .speed]
  private static let numbers = 0...127

  /// The pads of taught notes, by note.
  private var notes: [Int: Int] = [:]
  private var controllers = MIDIMap.usualControllers
  /// The notes of the kit.
  package var kit = PadNotes(nil)

  package init() {}

  /// Returns the pad that a note strikes, from 1; nil if there is none.
  package func pad(ofNote note: Int) -> Int? { notes[note] ?? kit.pad(ofNote: note) }

  package func level(ofController controller: Int) -> Level? { controllers[controller] }

  package mutating func teach(note: Int, pad: Int) { notes[note] = pad }

  /// A level has one controller that was taught; the former one does nothing then.
  package mutating func teach(controller: Int, level: Level) {
    controllers = controllers.filter { $0.value != level }
    controllers[controller] = level
  }

  // MARK: The file

  /// Reads lines as `note 38 pad 1` and `controller 7 volume`. Lines that are not understood are skipped.
  package init(lines: String) {
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3, let number = Int(words[1]), MIDIMap.numbers.contains(number) else { continue }
      if words[0] == "note", words.count == 4, words[2] == "pad", let pad = Int(words[3]),
        HitColumns.padRange.contains(pad)
      {
        teach(note: number, pad: pad)
      } else if words[0] == "controller", words.count == 3, let level = Level(rawValue: String(words[2])) {
        teach(controller: number, level: level)
      }
    }
  }

  /// The taught functions as lines, which `init(lines:)` reads.
  package var lines: String {
    let notes = notes.sorted { $0.key < $1.key }.map { "note \($0.key) pad \($0.value)\n" }
    let levels = controllers.filter { MIDIMap.usualControllers[$0.key] != $0.value }
    return
      (notes + levels.sorted { $0.key < $1.key }.map { "controller \($0.key) \($0.value.rawValue)\n" })
      .joined()
  }
}

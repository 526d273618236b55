/// The names of keys: `E4`, `F#3`, `Bb2`; `C4` is middle C, key 60.
package enum NoteName {
  private static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  package static func text(_ key: Int) -> String { "\(names[key % 12])\(key / 12 - 1)" }

  /// Reads a name or the number of a key; nil if the text is neither, or the key is not one from 0 to 127.
  package static func key(_ text: String) -> Int? {
    if let number = Int(text) { return (0...127).contains(number) ? number : nil }
    var rest = Substring(text)
    guard let letter = rest.popFirst(), let note = names.firstIndex(of: letter.uppercased()) else {
      return nil
    }
    var shift = 0
    if let sign = rest.first, let step = ["#": 1, "b": -1][sign] {
      shift = step
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    let key = note + shift + 12 * (octave + 1)
    return (0...127).contains(key) ? key : nil
  }
}

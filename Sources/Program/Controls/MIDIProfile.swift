import SystemBase

/// A profile from a file: the default functions of the notes and controllers of a device.
///
/// A line `match TD-17` selects the devices whose names contain the text; case is ignored. The other lines are those of
/// `MIDIMap`, in which `curve`, `threshold`, `mask` and `crosstalk` have no pad or device. `#` starts a comment.
package struct MIDIProfile: Hashable, Sendable {
  private var matches: [String] = []
  package private(set) var map = MIDIMap()
  package private(set) var response = StrikeResponse()
  /// The number of the first invalid line, from 1; nil if all lines are valid.
  package private(set) var invalidLine: Int?

  package init(text: String) {
    // CR LF is a single character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = String(line.trimming { $0 == " " || $0 == "\t" || $0 == "\r" })
      if line.isEmpty || line.hasPrefix("#") { continue }
      if !add(line), invalidLine == nil { invalidLine = index + 1 }
    }
  }

  private mutating func add(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return false }
    switch words[0] {
    case "match": matches.append(words[1].lowercased())
    case "curve", "threshold", "mask", "crosstalk": return response.set(words[0], words[1])
    case "forget": return false
    default: return map.change(line)
    }
    return true
  }

  /// Returns whether the profile matches the name of a device.
  package func isFor(_ device: String) -> Bool {
    let name = device.lowercased()
    return matches.contains { name.contains($0) }
  }
}

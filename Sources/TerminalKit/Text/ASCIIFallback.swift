/// Replacements of characters for terminals that only support ASCII.
package enum ASCIIFallback {
  /// Returns a similar ASCII character; `?` if there is none.
  package static func character(for character: Character) -> Character {
    if let value = character.asciiValue, value >= 0x20, value < 0x7F { return character }
    return substitutes[character] ?? baseLetter(of: character) ?? "?"
  }

  private static let substitutes: [Character: Character] = [
    "…": "~", "·": ".", "•": "*", "●": "o", "○": "o", "◌": " ", "▶": ">", "▸": ">", "‖": "\"", "■": "#",
    "━": "=", "─": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "╭": "+", "╮": "+",
    "╰": "+", "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "╸": "=", "╺": "=", "█": "#",
    "▓": "#", "▒": ":", "░": ".", "▏": "|", "▕": "|", "▁": "_", "▂": "_", "▃": "=", "▅": "=",
    "▆": "#", "▇": "#", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8",
    "⁹": "9", "★": "*", "☆": ".", "▀": "#", "▄": "#",
    "←": "<", "→": ">",
    "↑": "^", "↓": "v", "−": "-", "–": "-", "—": "-", "×": "x", "‘": "'", "’": "'", "“": "\"", "”": "\"",
    "«": "\"", "»": "\"", "\u{A0}": " ", "ß": "s", "æ": "a", "Æ": "A", "ø": "o", "Ø": "O", "đ": "d",
    "ł": "l", "Ł": "L", "œ": "o", "Œ": "O", "ı": "i", "✗": "x", "✓": "+", "⏎": "<",
  ]

  /// Returns the letter without accents, from its Unicode name: `LATIN SMALL LETTER E WITH ACUTE`.
  private static func baseLetter(of character: Character) -> Character? {
    guard let first = character.unicodeScalars.first else { return nil }
    if first.isASCII { return first.value >= 0x20 && first.value < 0x7F ? Character(first) : nil }
    guard let name = first.properties.name, name.hasPrefix("LATIN ") else { return nil }
    let words = name.split(separator: " ")
    guard words.count > 4, words[2] == "LETTER", words[3].utf8.count == 1, words[4] == "WITH" else {
      return nil
    }
    let letter = String(words[3])
    return Character(words[1] == "SMALL" ? letter.lowercased() : letter)
  }
}

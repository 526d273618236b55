/// Replacements of characters for terminals and outputs that only have ASCII.
package enum ASCIIFallback {
  /// Returns a similar ASCII character; `?` if there is none.
  package static func character(for character: Character) -> Character {
    if let value = character.asciiValue, value >= 0x20, value < 0x7F { return character }
    return substitutes[character] ?? baseLetter(of: character) ?? "?"
  }

  /// Returns similar ASCII characters where the width does not matter; the number of the character if there are none.
  static func text(for character: Character) -> String {
    if let long = longSubstitutes[character] { return long }
    let short = self.character(for: character)
    if short != "?" { return String(short) }
    return character.unicodeScalars.map { scalar in
      scalar.isASCII ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }.joined()
  }

  private static let longSubstitutes: [Character: String] = [
    "…": "...", "±": "+/-", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th",
    "€": "EUR", "©": "(C)", "®": "(R)", "™": "TM", "½": "1/2", "¼": "1/4", "¾": "3/4", "ﬁ": "fi", "ﬂ": "fl",
    "↔": "<->",
  ]

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
    "‹": "<", "›": ">", "↔": "-", "╷": "|", "╵": "|", "▌": "|", "▐": "|", "▲": "^", "▼": "v", "◂": "<",
    "◆": "*", "◇": "o", "♯": "#", "♭": "b", "♪": "*", "♫": "*", "±": "~", "¦": "|", "§": "S", "‐": "-",
    "‑": "-", "ð": "d", "Ð": "D", "þ": "p", "Þ": "P", "ħ": "h", "ŧ": "t", "°": "o", "¡": "!",
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

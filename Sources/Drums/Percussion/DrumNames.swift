/// The drums that the names of files and of pads mean, in English, German, French and Spanish: `SNR`, `HHopen`, `FloorTom`,
/// `Crash16`, `große Trommel`, `caisse claire`, `charles abierto`.
enum DrumNames {
  private typealias Line = (words: [[String]], note: Int)

  private static let hat = [
    "hat", "hh", "charley", "charleston", "charles", "charli", "charly", "contratiempo",
  ]
  private static let snare = ["snare", "snr", "sn", "sd", "schnarr", "caja", "tarola", "redoblante"]
  private static let ride = ["ride", "rd"]
  private static let tom = ["tom"]
  private static let (small, large) = (["klein", "kl"], ["gross", "gr"])
  private static let low = ["low", "lo", "lotom", "tief", "bajo", "grave", "bas"]

  /// Words, and the note of General MIDI that they mean together: one of each list is needed. The first line that fits is
  /// used.
  private static let lines: [Line] = [
    ([["pedal", "foot", "fuss", "getret", "pied", "pie", "pisad", "chick", "chik"], hat], 44),
    ([["hhp", "hhf", "phh", "fhh"]], 44),
    ([["half", "halb", "semi", "demi", "mi", "media", "medio", "entreabi", "loose", "slosh"], hat], 23),
    ([["hhh"]], 23),
    ([["open", "opn", "op", "o", "offen", "auf", "ouvert", "abiert"], hat], 46),
    ([["oh", "ohh", "ohat", "hho"]], 46),
    ([hat], 42), ([["ch", "chh", "hhc"]], 42),
    ([ride, ["bell", "cup", "dome", "glocke", "kuppe", "cloche", "campana"]], 53),
    ([ride, ["edge", "kante", "bord"]], 59), ([ride], 51),
    ([["caja"], ["china"]], 76), ([["bloc", "bloque"], ["bois", "madera"]], 76),
    ([["china", "chinese", "chn"]], 52), ([["splash", "spl"]], 55),
    ([["cowbell", "cb", "kuhglocke", "cloche", "vache", "cencerro", "campana"]], 56),
    ([["crash", "crsh", "cr"]], 49), ([["cymbal", "cym", "cy", "becken", "platillo", "plato"]], 49),
    ([["clap", "clp", "cp", "klatsch", "claquement", "palma"]], 39),
    ([["side", "cross"], ["stick"]], 37), ([["golpe"], ["aro"]], 37),
    ([snare, ["rim", "rand", "aro", "cercl"]], 40), ([snare], 38),
    ([["caisse"], ["claire"], ["rim", "cercl"]], 40), ([["caisse"], ["claire"]], 38),
    ([small, ["trommel"], ["rim", "rand"]], 40), ([small, ["trommel"]], 38),
    ([["rim", "stick", "rs", "randschlag", "kantenschlag"]], 37),
    ([["floor", "stand", "steh", "boden", "piso", "suelo", "base", "basse", "goliat"], tom], 41),
    ([["mid", "mittel", "medi"], tom], 47),
    ([low, tom], 43), ([["high", "hi", "hitom", "hoch", "hoh", "alto", "agudo", "aigu"], tom], 50),
    ([["ft", "ftom"]], 41), ([["mt", "mtom"]], 47), ([["lt", "ltom"]], 43), ([["ht", "htom"]], 50),
    ([["tamb", "schellen", "pander"]], 54), ([["maraca", "ma"]], 70), ([["shaker", "rassel"]], 70),
    ([["conga"], low], 64), ([["conga"]], 63), ([["bongo"], low], 61), ([["bongo"]], 60),
    ([["vibraslap"]], 58), ([["clave", "klangholz"]], 75), ([["wood", "holz"]], 76), ([["triang"]], 81),
    ([["cabasa"]], 69), ([["agogo"]], 67), ([["guiro"]], 73), ([["timbale"]], 65),
    ([["kick", "kik", "kck", "bass", "bd", "bdrum", "kd", "bombo", "gc", "fusstrommel"]], 36),
    ([large, ["caisse", "trommel"]], 36), ([["floor", "goliat"]], 41),
  ]
  /// The note of a second drum of the same kind.
  private static let seconds = [
    36: 35, 38: 40, 49: 57, 51: 59, 50: 48, 47: 48, 43: 45, 41: 43, 63: 64, 60: 61,
  ]
  /// English words that end as the name of a drum does.
  private static let others: Set = ["that", "what", "chat", "bottom", "custom", "trim"]
  /// Words that have the name of a drum in them and mean none.
  private static let noDrums: Set = [
    "atom", "phantom", "pride", "bride", "override", "bassline", "bassguitar", "tambor",
  ]

  /// Returns the note of General MIDI that a name means; nil if it means none.
  static func note(of name: String) -> Int? {
    let words = words(of: name).subtracting(noDrums)
    // Another drum may have a line behind the toms: "tom bass" is a tom, "bass drum" is none.
    let line = lines.first { $0.words.allSatisfy { $0.contains { isPart($0, of: words) } } }
    let isTom = tom.contains { isPart($0, of: words) } || isNumberedT(name)
    guard isTom, line == nil || line?.note == 36 else { return line?.note }
    return tomNote(of: name)
  }

  /// Returns notes each of which is there once: another drum of a kind has the note of the next one of its kind, and further
  /// ones have none. None is among the `used` ones.
  static func distinct(_ notes: [Int?], besides used: Set<Int> = []) -> [Int?] {
    var used = used
    return notes.map { note in
      let free = [note, note.flatMap { seconds[$0] }].compactMap(\.self).first { !used.contains($0) }
      if let free { used.insert(free) }
      return free
    }
  }

  /// Returns whether a word of a name has a part: one or two letters and those of `LTom` are a whole word,
  /// three and `hh` begin or end it.
  private static func isPart(_ part: String, of words: Set<String>) -> Bool {
    words.contains { word in
      switch part.count {
      case 1: word == part
      case 2 where part != "hh": word == part
      case 4 where part.hasSuffix("tom"): word == part
      case 2, 3:
        word.hasPrefix(part) || word.hasSuffix(part) && !others.contains { word.hasSuffix($0) }
      default: word.contains(part)
      }
    }
  }

  /// Returns the note of a tom with a number, from the highest one, or with a diameter in inches: `Tom 1`, `tom16`, `10" Tom`.
  /// Without either it is a middle one.
  private static func tomNote(of name: String) -> Int {
    let letters = Array(name.lowercased())
    let start = letters.indices.first { letters[$0...].starts(with: "tom") }
    let rest = start.map { letters[($0 + 3)...] } ?? letters.dropFirst()
    let digits = rest.drop { " -_#".contains($0) }.prefix(while: isDigit)
    switch Int(String(digits)) ?? start.flatMap({ diameter(letters[..<$0]) }) ?? 2 {
    case 1, 6...10: return 50
    case 3, 14, 15: return 43
    case 4, 5, 16...24: return 41
    default: return 47
    }
  }

  private static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

  /// Returns the diameter in inches at the end of letters, which two digits are from 10 on: `10`, `12"`, `14-inch `.
  private static func diameter(_ letters: ArraySlice<Character>) -> Int? {
    let end = letters.lastIndex(where: isDigit).map { $0 + 1 } ?? letters.startIndex
    guard ["", "in", "inch", "zoll"].contains(String(letters[end...].filter(\.isLetter))) else { return nil }
    let digits = letters[..<end].reversed().prefix(while: isDigit)
    return Int(String(digits.reversed())).flatMap { 10...24 ~= $0 ? $0 : nil }
  }

  /// Returns whether a whole name is `T` and a number, as in `T1`.
  private static func isNumberedT(_ name: String) -> Bool {
    let letters = Array(name.lowercased())
    return letters.count == 2 && letters[0] == "t" && ("1"..."6").contains(letters[1])
  }

  /// Returns the words of a name in lower case without accents. A capital begins a word, too: `FloorTom`, `BDHard`. A word
  /// of several such ones counts as a whole as well.
  private static func words(of name: String) -> Set<String> {
    var words: Set<String> = []
    for run in name.split(whereSeparator: { !$0.isLetter }) {
      words.insert(folded(run))
      let letters = Array(run)
      var start = 0
      for index in letters.indices.dropFirst() {
        let begins = letters[index].isUppercase && letters[index - 1].isLowercase
        let isAfterInitials =
          letters[index - 1].isUppercase && letters[index].isUppercase
          && index + 1 < letters.count && letters[index + 1].isLowercase
        if begins || isAfterInitials {
          words.insert(folded(letters[start..<index]))
          start = index
        }
      }
      words.insert(folded(letters[start...]))
    }
    return words
  }

  private static let plain: [Character: String] = [
    "ß": "ss", "ä": "a", "á": "a", "à": "a", "â": "a", "é": "e", "è": "e", "ê": "e", "í": "i", "î": "i",
    "ñ": "n", "ö": "o", "ó": "o", "ô": "o", "ü": "u", "ú": "u", "û": "u", "ç": "c",
  ]

  private static func folded(_ letters: some Sequence<Character>) -> String {
    String(letters).lowercased().reduce(into: "") { $0 += plain[$1] ?? String($1) }
  }
}

/// What Shift makes of a key of a US keyboard.
enum USKeyboard {
  private static let plain = Array("`1234567890-=[]\\;',./")
  private static let withShift = Array("~!@#$%^&*()_+{}|:\"<>?")

  /// The character with Shift; itself where Shift changes nothing.
  static func shifted(_ character: Character) -> Character {
    if let index = plain.firstIndex(of: character) { return withShift[index] }
    let upper = character.uppercased()
    return upper.count == 1 ? (upper.first ?? character) : character
  }
}

import Controls

/// A line of text with a cursor, as the user edits it.
struct LineEditor {
  private var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0
  /// What `yank` inserts.
  private var deleted: [Character] = []

  var text: String { String(characters) }

  /// Takes over a text that was changed elsewhere, with the cursor behind it.
  mutating func follow(_ text: String) {
    let new = Array(text)
    if new != characters { (characters, cursor) = (new, new.count) }
  }

  /// Returns the cursor in a text; its end if it is another text.
  func cursor(in text: String) -> Int { Array(text) == characters ? cursor : text.count }

  /// Inserts a text at the cursor, unless the line becomes too long: then only the beginning of the text.
  mutating func insert(_ text: some Collection<Character>, longest: Int) {
    let added = text.prefix(max(0, longest - characters.count))
    characters.insert(contentsOf: added, at: cursor)
    cursor += added.count
  }

  mutating func apply(_ edit: LineEdit, longest: Int) {
    switch edit {
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .wordLeft: cursor = start(LineEditor.isWord)
    case .wordRight: cursor = wordEnd
    case .start: cursor = 0
    case .end: cursor = characters.count
    case .deleteBackward: remove(max(cursor - 1, 0)..<cursor)
    case .deleteForward: remove(cursor..<min(cursor + 1, characters.count))
    case .deleteWordBackward: kill(spacedWordStart..<cursor)
    case .deleteWordForward: kill(cursor..<wordEnd)
    case .deleteToStart: kill(0..<cursor)
    case .deleteToEnd: kill(cursor..<characters.count)
    case .yank: insert(deleted, longest: longest)
    }
  }

  private mutating func kill(_ range: Range<Int>) {
    if !range.isEmpty { deleted = Array(characters[range]) }
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// The start of the word before the cursor, up to a space, as a shell deletes it.
  private var spacedWordStart: Int { start { !$0.isWhitespace } }

  private func start(_ isWord: (Character) -> Bool) -> Int {
    var place = cursor
    while place > 0, !isWord(characters[place - 1]) { place -= 1 }
    while place > 0, isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, !LineEditor.isWord(characters[place]) { place += 1 }
    while place < characters.count, LineEditor.isWord(characters[place]) { place += 1 }
    return place
  }
}

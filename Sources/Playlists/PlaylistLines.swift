/// The lines of a text, ended by LF, CRLF or CR.
struct PlaylistLines {
  private var rest: ArraySlice<UInt8>
  /// The number of the line returned last, from 1.
  private(set) var number = 0

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    rest = rest[line.endIndex...]
    if rest.popFirst() == 0x0D, rest.first == 0x0A { rest.removeFirst() }
    return line
  }
}

import SystemBase

/// The metadata blocks of a FLAC file, one after the other. Source: RFC 9639, section 8.
package struct FLACBlocks {
  package struct Block {
    /// 0 is the first one (STREAMINFO), 5 a sheet of the disc.
    package let kind: Int
    /// Where its content lies in the file.
    package let content: Range<Int>
  }

  /// The blocks mostly begin in the first pages: those are read once.
  private static let window = 4 << 10

  private let head: [UInt8]
  private let start: Int
  private var offset: Int
  private var isAtEnd = false
  /// What is left that may be looked at: a hostile file has no end of blocks.
  private var rest = 1_000

  /// - Parameter start: where the stream begins.
  package init(_ file: borrowing RegularFile, start: Int) throws(FileError) {
    self.start = start
    head = try file.read(at: start, count: FLACBlocks.window)
    offset = start + 4
  }

  /// Behind the last block that was given; behind them all where there is no other.
  package var end: Int { offset }

  package mutating func next(in file: borrowing RegularFile) throws(FileError) -> Block? {
    guard !isAtEnd, rest > 0 else { return nil }
    rest -= 1
    let place = offset - start
    let isInHead = place + 4 <= head.count
    let bytes = isInHead ? Array(head[place..<(place + 4)]) : try file.read(at: offset, count: 4)
    guard let flags = bytes.span.byte(0), let length = bytes.span.big(1, 3) else { return nil }
    let content = (offset + 4)..<(offset + 4 + length)
    offset = content.upperBound
    isAtEnd = flags & 0x80 != 0
    return Block(kind: flags & 0x7F, content: content)
  }
}

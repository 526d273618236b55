import SystemBase

/// Iterates over the metadata blocks of a FLAC file. Source: RFC 9639, section 8.
package struct FLACBlocks {
  /// The type and position of a block.
  package struct Block {
    /// The type: 0 for STREAMINFO, 5 for CUESHEET.
    package let kind: Int
    /// The offsets of the content in the file.
    package let content: Range<Int>
  }

  /// The number of bytes that are read at once; most blocks begin there.
  private static let window = 4 << 10

  private let head: [UInt8]
  private let start: Int
  private var offset: Int
  private var isAtEnd = false
  /// The number of blocks that may still be read; it limits the work for damaged files.
  private var rest = 1_000

  /// Reads the metadata blocks of a stream.
  ///
  /// - Parameter start: the offset of the stream in the file.
  package init(_ file: borrowing RegularFile, start: Int) throws(FileError) {
    self.start = start
    head = try file.read(at: start, count: FLACBlocks.window)
    offset = start + 4
  }

  /// The offset after the last block that was returned.
  package var end: Int { offset }

  /// Returns the next block; nil after the last one.
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

/// The blocks of a file that were read last.
struct RecentBlocks {
  /// The most bytes that are read by blocks: more cost as much as a call of the system.
  static let longestRead = 1_024
  private static let size = 4_096
  /// The head, the tail, and two places between.
  private static let most = 4

  /// The one that was used last is the last one.
  private var blocks: [(start: Int, bytes: [UInt8])] = []

  /// Returns bytes at an offset; fewer if the file ends before.
  ///
  /// - Parameter read: returns bytes of the file at an offset, fewer at its end.
  mutating func bytes(
    at offset: Int, count: Int, read: (_ start: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let place = offset + bytes.count
      let start = place / RecentBlocks.size * RecentBlocks.size
      let block = try block(at: start, read)
      let rest = block.dropFirst(place - start)
      bytes += rest.prefix(count - bytes.count)
      if block.count < RecentBlocks.size || rest.isEmpty { break }
    }
    return bytes
  }

  private mutating func block(
    at start: Int, _ read: (_ start: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> [UInt8] {
    if let place = blocks.lastIndex(where: { $0.start == start }) {
      if place < blocks.count - 1 { blocks.append(blocks.remove(at: place)) }
    } else {
      let bytes = try read(start, RecentBlocks.size)
      if blocks.count == RecentBlocks.most { blocks.removeFirst() }
      blocks.append((start, bytes))
    }
    return blocks[blocks.count - 1].bytes
  }
}

/// The blocks of a file that were read last.
struct RecentBlocks {
  /// The most bytes that are read by blocks: more would replace what is read again.
  static let longestRead = 8_192
  private static let size = 12 << 10
  /// The head, the tail, and two places between.
  private static let most = 4

  private struct Block {
    var start: Int
    var count: Int
    /// The offset in the memory.
    var place: Int
  }

  /// The memory of all blocks.
  private var memory: [UInt8] = []
  /// The one that was used last is the last one.
  private var blocks: [Block] = []

  /// Returns bytes at an offset; fewer if the file ends before.
  ///
  /// - Parameters:
  ///   - fileSize: the offset up to which blocks are read.
  ///   - read: reads bytes of the file at an offset and returns their number, which is less at its end.
  mutating func bytes(
    at offset: Int, count: Int, fileSize: Int,
    read: (_ buffer: UnsafeMutableRawBufferPointer, _ start: Int) throws(FileError) -> Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let offset = offset + bytes.count
      let start = offset / RecentBlocks.size * RecentBlocks.size
      let block = try block(at: start, fileSize, read)
      let first = block.place + offset - start
      let end = block.place + min(block.count, offset - start + count - bytes.count)
      guard first < end else { break }
      bytes.append(contentsOf: memory[first..<end])
      if block.count < RecentBlocks.size { break }
    }
    return bytes
  }

  private mutating func block(
    at start: Int, _ fileSize: Int,
    _ read: (UnsafeMutableRawBufferPointer, Int) throws(FileError) -> Int
  ) throws(FileError) -> Block {
    if let index = blocks.lastIndex(where: { $0.start == start }) {
      if index < blocks.count - 1 { blocks.append(blocks.remove(at: index)) }
      return blocks[blocks.count - 1]
    }
    if memory.isEmpty {
      let whole = RecentBlocks.size * RecentBlocks.most
      memory = [UInt8](unsafeUninitializedCapacity: whole) { $1 = whole }
    }
    if blocks.count == RecentBlocks.most { blocks.removeFirst() }
    let place = freePlace
    let wanted = min(RecentBlocks.size, fileSize - start)
    let count = try memory.withUnsafeMutableBufferPointer { memory throws(FileError) in
      let part = UnsafeMutableBufferPointer(rebasing: memory[place..<(place + wanted)])
      return try read(UnsafeMutableRawBufferPointer(part), start)
    }
    let block = Block(start: start, count: count, place: place)
    blocks.append(block)
    return block
  }

  /// The first place in the memory that no block has; one must be free.
  private var freePlace: Int {
    var place = 0
    while blocks.contains(where: { $0.place == place }) { place += RecentBlocks.size }
    return place
  }

  /// Calls `body` with the blocks, which are valid during the call.
  func withBlocks(_ body: ([FileBlock]) -> Void) {
    memory.withUnsafeBytes { memory in
      body(
        blocks.map {
          FileBlock(
            start: $0.start,
            bytes: UnsafeRawBufferPointer(rebasing: memory[$0.place..<($0.place + $0.count)]))
        })
    }
  }
}

/// Bytes of a file at an offset.
package struct FileBlock {
  package let start: Int
  package let bytes: UnsafeRawBufferPointer
}

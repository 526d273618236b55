import SystemBase

/// The sizes of the blocks of a Vorbis stream, from its headers.
///
/// Source: "Vorbis I specification", sections 4.2.2, 4.2.4, 4.3.1 and 4.3.8.
struct VorbisBlocks {
  /// The number of bytes at the end of the setup header in which all modes fit.
  static let tailSize = 400

  /// The frames of a short and of a long block.
  private let sizes: [Int]
  /// Whether the blocks of each mode are long.
  private let modes: [Bool]

  /// Reads the modes, which end the setup header before a last bit that is set. They can be found only from the end: each
  /// has a flag, two numbers of 16 bits that are 0, and the number of a mapping in 8 bits; before all stands their number
  /// minus 1, in 6 bits. Fails if there are none.
  ///
  /// - Parameters:
  ///   - sizes: the byte of the identification header with the logarithms of both sizes.
  ///   - setup: the last bytes of the setup header.
  init?(sizes: Int, setup: [UInt8]) {
    func number(_ place: Int, _ bits: Int) -> Int {
      (place..<(place + bits)).reversed().reduce(0) { $0 << 1 | Int(setup[$1 / 8] >> UInt8($1 % 8) & 1) }
    }
    guard let last = setup.lastIndex(where: { $0 != 0 }) else { return nil }
    var place = 8 * last + 7 - setup[last].leadingZeroBitCount
    var (found, modes): ([Bool], [Bool]) = ([], [])
    while place >= 41 + 6, found.count < 64 {
      place -= 41
      guard number(place + 1, 32) == 0, number(place + 33, 8) < 64 else { break }
      found.insert(number(place, 1) == 1, at: 0)
      if number(place - 6, 6) + 1 == found.count { modes = found }
    }
    if modes.isEmpty { return nil }
    self.modes = modes
    self.sizes = [1 << (sizes & 15), 1 << (sizes >> 4)]
  }

  /// Returns the frames that packets give, by the first byte of each. The first packet gives none, others a quarter of their
  /// block and of the one before.
  func frames(of packets: ArraySlice<UInt8>) -> Int {
    let width = Int.bitWidth - (modes.count - 1).leadingZeroBitCount
    let blocks = packets.filter { $0 & 1 == 0 }.map { packet in
      let mode = Int(packet >> 1) & ((1 << width) - 1)
      return sizes[mode < modes.count && modes[mode] ? 1 : 0]
    }
    return zip(blocks, blocks.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 4 }
  }
}

extension FileContent {
  /// Returns whether a Vorbis stream begins at a position behind 0: that of its first page with sound is greater than the
  /// frames of the packets that end there. If the sizes of blocks are not found, packets are taken for long ones.
  func beginsLate(_ head: OggPage, _ file: borrowing RegularFile) throws(FileError) -> Bool {
    let header = try file.read(at: head.body.lowerBound, count: 30)
    guard let sizes = header.span.byte(28),
      let setup = try OggSound.lastHeaderPage(3, of: head.serial, in: file, from: start)
    else { return false }
    let size = min(setup.body.count, VorbisBlocks.tailSize)
    let blocks = VorbisBlocks(
      sizes: sizes, setup: try file.read(at: setup.body.upperBound - size, count: size))
    var (offset, packets, begins): (Int, [UInt8], Bool) = (setup.end, [], true)
    while let page = try OggPage(file, at: offset) {
      offset = page.end
      guard page.serial == head.serial else { continue }
      // A page within a packet begins none.
      let isNeeded = begins || page.packetsEnded > 0
      let body = isNeeded ? try file.read(at: page.body.lowerBound, count: page.body.count) : []
      var place = 0
      for length in page.segments where place < body.count {
        if begins, length > 0 { packets.append(body[place]) }
        place += length
        begins = length < 255
      }
      guard page.packetsEnded > 0 else { continue }
      let longest = Int64(page.packetsEnded - 1) << (sizes >> 4) / 2
      return page.granule > blocks.map { Int64($0.frames(of: packets.dropLast(begins ? 0 : 1))) }
        ?? longest
    }
    return false
  }
}

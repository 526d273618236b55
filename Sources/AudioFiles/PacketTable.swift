import SystemBase

/// Where the packets of a raw stream begin. All last equally long.
struct PacketTable {
  /// Frames that each gives.
  var frames = 0
  private(set) var count = 0
  /// Of every so many.
  private var offsets: [Int] = []

  private static let spacing = 16

  /// Reads on to the end, decoding nothing.
  ///
  /// - Returns: nil where the offsets are not told.
  init?(reading handle: borrowing FFmpegHandle) throws(FileError) {
    while let offset = try handle.nextPacket() {
      if offset < offsets.last ?? 0 { return nil }
      if count % PacketTable.spacing == 0 { offsets.append(offset) }
      count += 1
    }
  }

  var length: Int { count * frames }

  /// A packet that begins at a frame or before.
  func place(before frame: Int) -> (offset: Int, frame: Int)? {
    guard frames > 0, frame >= 0, !offsets.isEmpty else { return nil }
    let index = min(frame / frames / PacketTable.spacing, offsets.count - 1)
    return (offsets[index], index * PacketTable.spacing * frames)
  }
}

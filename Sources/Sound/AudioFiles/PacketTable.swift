import SystemBase

/// The offsets of packets of a raw stream, which all have the same number of frames.
struct PacketTable {
  /// The number of frames of each packet.
  var frames = 0
  private(set) var count = 0
  /// The offset of every `spacing`th packet.
  private var offsets: [Int] = []

  private static let spacing = 16

  /// Reads all packets without decoding them; fails if their offsets are unknown.
  init?(reading handle: borrowing FFmpegHandle) throws(FileError) {
    while let offset = try handle.nextPacket() {
      if offset < offsets.last ?? 0 { return nil }
      if count % PacketTable.spacing == 0 { offsets.append(offset) }
      count += 1
    }
  }

  var length: Int { count * frames }

  /// Returns a packet that begins at or before a frame.
  func place(before frame: Int) -> (offset: Int, frame: Int)? {
    guard frames > 0, frame >= 0, !offsets.isEmpty else { return nil }
    let index = min(frame / frames / PacketTable.spacing, offsets.count - 1)
    return (offsets[index], index * PacketTable.spacing * frames)
  }
}

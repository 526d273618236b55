import SystemBase

/// The headers of chunked files, read as far as the claimed length: the library corrects a wrong one without a
/// word, and a file that was cut off could not be told from a whole one.
extension FileWindow {
  /// The chunk with the samples; nil where there is none.
  package func soundChunk(_ layout: ChunkLayout) throws(FileError) -> SoundChunk? {
    var offset = layout.first
    var format: [UInt8] = []
    var wideSize: Int?
    // A file has a dozen chunks; one with thousands has been made to keep us busy.
    for _ in 0..<4_096 {
      let header = try bytes(at: offset, count: layout.headerSize + 64)
      guard header.count >= layout.headerSize else { return nil }
      var size = layout.number(header, layout.sizeSize, at: layout.nameSize)
      if layout.countsHeader { size = max(size, 0) - layout.headerSize }
      let body = Array(header.dropFirst(layout.headerSize).prefix(max(size, 0)))
      if header.has(layout.soundName) {
        let claim = size == 0xFFFF_FFFF ? wideSize ?? size : size
        return try soundChunk(layout, at: offset, claim: claim, body, format)
      }
      if header.has(layout.formatName) { format = body }
      // RF64: the size of the whole, then that of the data chunk.
      if header.has("ds64") { wideSize = body.little(8, at: 8).map { Int(truncatingIfNeeded: $0) } }
      guard size >= 0, size < fileSize else { return nil }
      offset += layout.headerSize + size
      offset += (layout.alignment - offset % layout.alignment) % layout.alignment
    }
    return nil
  }

  /// au(5): the offset of the samples, their size, their encoding, the rate, the channels.
  package func auHeader() throws(FileError) -> SoundChunk? {
    let header = try bytes(at: 0, count: 24)
    guard header.count == 24 else { return nil }
    let layout = ChunkLayout(family: .aiff, bigEndian: header.has(".snd"))
    let size = layout.number(header, 4, at: 8)
    let widths = [1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1]
    let width = widths[layout.number(header, 4, at: 12)]
    return SoundChunk(
      start: layout.number(header, 4, at: 4), claimedBytes: size == 0xFFFF_FFFF ? nil : size,
      bytesPerFrame: width.map { $0 * layout.number(header, 4, at: 20) })
  }

  private func soundChunk(
    _ layout: ChunkLayout, at offset: Int, claim: Int, _ body: [UInt8], _ format: [UInt8]
  ) throws(FileError) -> SoundChunk {
    let prefix = layout.prefix(body)
    let there = max(fileSize - offset - layout.headerSize, 0)
    let open = try isOpen(claim, there: there, layout)
    var chunk = SoundChunk(
      start: offset + layout.headerSize + prefix, claimedBytes: open ? nil : max(claim - prefix, 0),
      bytesPerFrame: layout.bytesPerFrame(format), formatTag: layout.waveTag(format))
    if chunk.isCut(fileSize: fileSize) || open && claim == 0 {
      let size = layout.countsHeader ? there + layout.headerSize : there
      chunk.correction = (offset + layout.nameSize, layout.bytes(size, size: layout.sizeSize))
    }
    return chunk
  }

  /// Whether a size stands for "not known": 0 where the writer never came back to the header, all ones, or sox's
  /// two gigabytes less some.
  private func isOpen(_ size: Int, there: Int, _ layout: ChunkLayout) throws(FileError) -> Bool {
    if layout.sizeSize == 8 { return size < 0 }
    if size >= 0x7FFF_0000 { return size > there }
    guard size == 0, there > 0 else { return false }
    // No samples and other chunks after them: then the size of the whole is right.
    return abs(layout.number(try bytes(at: 0, count: 12), 4, at: 4) + 8 - fileSize) > 1
  }
}

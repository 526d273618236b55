import SystemBase

/// The tags of an RF64 or BW64 file, as a WAVE file without sound, which TagLib can change, and back in their place.
///
/// Source: EBU Tech 3306, sections 3 and 4. The chunk ds64 is the first one and begins with the size of the file.
package struct WideTags {
  /// A WAVE file of the tags.
  package let alone: [FilePiece]
  /// The chunks that are no tags, as ranges of the file, each with its byte of padding.
  private let others: [Range<Int>]

  /// Finds the tags of a file; fails for a file of another kind.
  ///
  /// - Throws: `unsupported` for a file whose chunks do not follow each other, the errors of `FileContent`.
  package init?(of path: FilePath) throws(FileError) {
    let file = try RegularFile(withContent: path)
    guard [.rf64, .bw64].contains(try FileContent(of: file).kind) else { return nil }
    let irregular = FileError(.unsupported, path.shown, detail: "its chunks do not follow each other")
    var reader = ChunkReader(.wave)
    var (tags, others): ([FilePiece], [Range<Int>]) = ([], [])
    var (names, end): ([String], Int) = ([], 0)
    while let chunk = try reader.next(in: file) {
      guard chunk.size >= 0, chunk.size <= file.size - chunk.content else { throw irregular }
      names.append(chunk.name)
      end = chunk.content + chunk.size
      let range = chunk.offset..<min(end + end % 2, file.size)
      if WideTags.isTag(chunk) || ["fmt ", "CSET"].contains(chunk.name) { tags += WideTags.padded(range) }
      if !WideTags.isTag(chunk) { others.append(range) }
    }
    guard reader.isRegular, names.first == "ds64", others[0].count >= 16, names.contains("fmt "),
      (0...(end % 2)).contains(file.size - end)
    else { throw irregular }
    self.others = others
    let sound = Array("data".utf8) + ChunkLayout.wave.bytes(2, size: 4) + [0, 0]
    let size = 4 + tags.reduce(0) { $0 + $1.count } + sound.count
    let head = Array("RIFF".utf8) + ChunkLayout.wave.bytes(size, size: 4) + Array("WAVE".utf8)
    alone = [.bytes(head)] + tags + [.bytes(sound)]
  }

  /// Returns the pieces of the file with the tags of a WAVE file behind its other chunks.
  package func pieces(withTagsOf path: FilePath) throws(FileError) -> [FilePiece] {
    let file = try RegularFile(withContent: path)
    var reader = ChunkReader(.wave)
    var tags: [UInt8] = []
    while let chunk = try reader.next(in: file) {
      guard WideTags.isTag(chunk) else { continue }
      tags += try file.read(at: chunk.offset, count: 8 + chunk.size)
      if tags.count % 2 == 1 { tags.append(0) }
    }
    let kept = others.flatMap { WideTags.padded($0) }
    let size = 4 + kept.reduce(0) { $0 + $1.count } + tags.count
    let sizes = others[0].lowerBound + 8
    return [
      .part(0..<4), .bytes([0xFF, 0xFF, 0xFF, 0xFF]), .part(8..<sizes),
      .bytes(ChunkLayout.wave.bytes(size, size: 8)), .part((sizes + 8)..<others[0].upperBound),
    ] + kept.dropFirst() + [.bytes(tags)]
  }

  private static func isTag(_ chunk: ChunkReader.Chunk) -> Bool {
    chunk.name == "LIST" ? chunk.head.span.has("INFO") : chunk.name == "id3 " || chunk.name == "ID3 "
  }

  /// Returns a chunk with an even number of bytes: the last one of a file may lack its padding.
  private static func padded(_ range: Range<Int>) -> [FilePiece] {
    range.count % 2 == 0 ? [.part(range)] : [.part(range), .bytes([0])]
  }
}

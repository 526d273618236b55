import AudioBase
import Containers
import SystemBase

/// Reads the CUESHEET block of a FLAC file, which has times and track numbers but no titles.
enum FLACSheet {
  private static let kind = 5
  private static let most = 64 << 10

  /// Returns the tracks of the file; none if it has no such block.
  static func parts(
    of file: borrowing RegularFile, _ path: FilePath, start: Int
  ) throws(FileError) -> [PlaylistEntry] {
    var blocks = try FLACBlocks(file, start: start)
    var rate = 0
    while let block = try blocks.next(in: file) {
      if block.kind == 0 {
        let info = try file.read(at: block.content.lowerBound, count: 13)
        rate = (info.span.big(10, 3) ?? 0) >> 4
      }
      guard block.kind == kind, block.content.count <= most, rate > 0 else { continue }
      let bytes = try file.read(at: block.content.lowerBound, count: block.content.count)
      return entries(tracks(bytes.span), rate: rate, path)
    }
    return []
  }

  private struct Track {
    var number: Int
    var isAudio: Bool
    /// The first sample.
    var start: Int
  }

  /// Parses the tracks; the last one is the lead-out, the end of the disc.
  private static func tracks(_ bytes: Span<UInt8>) -> [Track] {
    var tracks: [Track] = []
    var offset = 396
    for _ in 0..<(bytes.byte(395) ?? 0) {
      // Seven bytes are enough: the top byte would mean more than 2^56 samples.
      guard let start = bytes.big(offset + 1, 7), let number = bytes.byte(offset + 8),
        let flags = bytes.byte(offset + 21), let count = bytes.byte(offset + 35)
      else { break }
      offset += 36
      var first: Int?
      for index in 0..<count {
        guard let place = bytes.big(offset + index * 12 + 1, 7),
          let number = bytes.byte(offset + index * 12 + 8)
        else { break }
        if number == 1 || first == nil { first = place }
      }
      offset += count * 12
      tracks.append(Track(number: number, isAudio: flags & 0x80 == 0, start: start + (first ?? 0)))
    }
    return tracks
  }

  private static func entries(_ tracks: [Track], rate: Int, _ path: FilePath) -> [PlaylistEntry] {
    let times = tracks.map { DiscTime(seconds: Double($0.start) / Double(rate)) }
    return tracks.indices.dropLast().compactMap { index in
      guard tracks[index].isAudio else { return nil }
      // The last track ends with the file, whatever the lead-out is.
      let end = index + 2 < tracks.count ? times[index + 1] : nil
      guard let section = TrackSection(start: times[index], end: end) else { return nil }
      var entry = PlaylistEntry(.file(path))
      entry.section = section
      entry.trackNumber = tracks[index].number
      entry.duration = section.duration
      return entry
    }
  }
}

import SystemBase

/// When the sound of an MPEG-4 file begins and ends, by its own tables.
///
/// FFmpeg takes the edit list's end for the end of the sound, and that counts in the movie's units, often
/// milliseconds: some samples would be lost. Source: ISO/IEC 14496-12, sections 8.2.2, 8.4.2, 8.6.1.2, 8.6.6.
package struct MP4Timing {
  /// The media's units a second.
  package private(set) var mediaScale = 0
  private var movieScale = 0
  /// The length of all packets, in the media's units.
  private var packets = 0
  /// Those that are not empty: duration in the movie's units, beginning in the media's.
  private var edits: [(duration: Int, start: Int)] = []

  package var hasEdit: Bool { !edits.isEmpty }

  /// Where the sound begins, in the media's units.
  package var start: Int { edits.first?.start ?? 0 }

  /// The sound's length in the media's units; nil where the tables leave it open.
  package var length: Int? {
    guard packets > start else { return nil }
    guard let edit = edits.first, edit.duration > 0 else { return packets - start }
    let (scaled, overflow) = edit.duration.multipliedReportingOverflow(by: mediaScale)
    guard !overflow else { return packets - start }
    let duration = scaled / movieScale
    // Less than a unit of the movie's between both: the edit is meant to end with the packets.
    return packets - start - duration <= mediaScale / movieScale + 1 ? packets - start : duration
  }
}

extension MP4Timing {
  /// - Returns: nil for several tracks of sound, several edits, or tables that cannot be read.
  package init?(_ window: FileWindow) throws(FileError) {
    guard let movie = try window.boxes(in: 0..<window.fileSize).first(where: { $0.name == "moov" }) else {
      return nil
    }
    var tracks = 0
    for box in try window.boxes(in: movie.body) {
      if box.name == "mvhd" { movieScale = try MP4Timing.scale(window, box) }
      guard box.name == "trak", let media = try window.box(["mdia"], in: box.body),
        let handler = try window.box(["hdlr"], in: media.body),
        try window.bytes(at: handler.body.lowerBound + 8, count: 4).has("soun")
      else { continue }
      tracks += 1
      try readTrack(window, box.body, media.body)
    }
    guard tracks == 1, mediaScale > 0, movieScale > 0, edits.count <= 1 else { return nil }
  }

  private mutating func readTrack(
    _ window: FileWindow, _ track: Range<Int>, _ media: Range<Int>
  ) throws(FileError) {
    if let header = try window.box(["mdhd"], in: media) { mediaScale = try MP4Timing.scale(window, header) }
    if let table = try window.box(["minf", "stbl", "stts"], in: media) {
      packets = try MP4Timing.sum(window, table)
    }
    if let list = try window.box(["edts", "elst"], in: track) { edits = try MP4Timing.edits(window, list) }
  }

  /// Of `mvhd` and `mdhd`: behind the version and two dates.
  private static func scale(_ window: FileWindow, _ box: FileWindow.Box) throws(FileError) -> Int {
    let bytes = try window.bytes(at: box.body.lowerBound, count: 24)
    return Int(bytes.big(4, at: bytes.first == 1 ? 20 : 12) ?? 0)
  }

  /// Of `stts`: how many packets last how long.
  private static func sum(_ window: FileWindow, _ box: FileWindow.Box) throws(FileError) -> Int {
    let bytes = try window.bytes(at: box.body.lowerBound, count: min(box.body.count, 1 << 24))
    let count = min(Int(bytes.big(4, at: 4) ?? 0), max(bytes.count - 8, 0) / 8)
    return (0..<count).reduce(0) { sum, index in
      let packets = Int(bytes.big(4, at: 8 + 8 * index) ?? 0)
      return sum &+ packets &* Int(bytes.big(4, at: 12 + 8 * index) ?? 0)
    }
  }

  private static func edits(
    _ window: FileWindow, _ box: FileWindow.Box
  ) throws(FileError) -> [(duration: Int, start: Int)] {
    let bytes = try window.bytes(at: box.body.lowerBound, count: min(box.body.count, 1 << 16))
    let width = bytes.first == 1 ? 8 : 4
    let count = min(Int(bytes.big(4, at: 4) ?? 0), max(bytes.count - 8, 0) / (2 * width + 4))
    return (0..<count).compactMap { index in
      let offset = 8 + index * (2 * width + 4)
      let start = Int(truncatingIfNeeded: bytes.big(width, at: offset + width) ?? 0)
      // All ones: nothing is shown for so long.
      let isEmpty = width == 4 ? start == 0xFFFF_FFFF : start < 0
      return isEmpty ? nil : (Int(truncatingIfNeeded: bytes.big(width, at: offset) ?? 0), start)
    }
  }
}

extension FileWindow {
  struct Box {
    package let name: String
    package let body: Range<Int>
  }

  /// The boxes that stand in a part of the file, one after the other.
  fileprivate func boxes(in range: Range<Int>) throws(FileError) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    // A file has a few; one with thousands has been made to keep us busy.
    while offset + 8 <= range.upperBound, boxes.count < 4_096 {
      let header = try bytes(at: offset, count: 16)
      guard let short = header.big(4, at: 0) else { break }
      let long = short == 1 ? header.big(8, at: 8) : nil
      let size = short == 0 ? UInt64(range.upperBound - offset) : long ?? short
      let headerSize = long == nil ? 8 : 16
      guard size >= headerSize, size <= UInt64(range.upperBound - offset), header.count >= headerSize else {
        break
      }
      let end = offset + Int(size)
      boxes.append(
        Box(name: String(decoding: header[4..<8], as: UTF8.self), body: offset + headerSize..<end))
      offset = end
    }
    return boxes
  }

  /// The first box at the end of a path of names.
  fileprivate func box(_ path: [String], in range: Range<Int>) throws(FileError) -> Box? {
    var range = range
    var found: Box?
    for name in path {
      guard let box = try boxes(in: range).first(where: { $0.name == name }) else { return nil }
      found = box
      range = box.body
    }
    return found
  }
}

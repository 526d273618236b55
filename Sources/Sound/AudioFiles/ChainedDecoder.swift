import AudioBase
import Containers
import SystemBase

/// Decodes a chained Ogg file: its links one after the other, each with the decoder of its codec.
///
/// All links are converted to one format: the rate of the first, and the largest number of channels. Links that cannot
/// be decoded or converted are left out, and the file then counts as ended early.
final class ChainedDecoder: AudioDecoder {
  let format: StreamFormat
  private(set) var endedEarly = false

  private let window: FileWindow
  private let links: [Link]
  private var index = 0
  /// The decoder of the current link; nil if it failed.
  private var reader: LinkReader?
  /// The next frame that `read` returns.
  private var position = 0
  private var isIncomplete: Bool
  private var event: StreamEvent?

  /// A stream in the file, and its place in the sound.
  private struct Link {
    let bytes: Range<Int>
    let frames: Range<Int>
  }

  /// Opens each link for its format and length.
  ///
  /// - Throws: the error of the first link if none can be decoded; `readFailed`.
  init(_ window: FileWindow, _ ranges: [Range<Int>]) throws(FileError) {
    self.window = window
    var found: [(bytes: Range<Int>, format: StreamFormat)] = []
    var failure: FileError?
    for range in ranges {
      do throws(FileError) {
        window.restore(to: range)
        let link = try DecoderRegistry.oggLink(window, range).format
        if link.length != nil { found.append((range, link)) }
      } catch {
        if error.code == .readFailed { throw error }
        failure = failure ?? error
      }
    }
    guard var format = found.first?.format else { throw failure ?? FileError(.damaged, window.subject) }
    format.channels = found.reduce(1) { max($0, $1.format.channels) }
    links = ChainedDecoder.placed(found, format)
    guard let last = links.last else { throw FileError(.damaged, window.subject) }
    format.length = FrameCount(last.frames.upperBound)
    self.format = format
    let end = try window.oggEnd(in: ranges[ranges.count - 1])
    isIncomplete = links.count < ranges.count || end == nil
    try open(0)
  }

  private static func placed(
    _ found: [(bytes: Range<Int>, format: StreamFormat)], _ format: StreamFormat
  ) -> [Link] {
    var links: [Link] = []
    for (bytes, link) in found {
      let start = links.last?.frames.upperBound ?? 0
      guard let length = LinkReader.length(of: link, in: format), length < Int.max / 2 - start else {
        continue
      }
      links.append(Link(bytes: bytes, frames: start..<start + length))
    }
    return links
  }

  func nextEvent() -> StreamEvent? { event.take() }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard buffer.count >= format.channels else { return 0 }
    while true {
      let room = min(buffer.count / format.channels, links[index].frames.upperBound - position)
      let part = UnsafeMutableBufferPointer(rebasing: buffer[..<(max(room, 0) * format.channels)])
      let got = room > 0 ? try readLink(into: part) : 0
      position += got
      if got > 0 { return got }
      guard index + 1 < links.count else {
        endedEarly = isIncomplete
        return 0
      }
      try open(index + 1)
    }
  }

  /// Reads frames of the current link. A link that ends less than a second before its length is completed with silence,
  /// because some codecs state it in packets. Returns 0 at its end and where it cannot be decoded any further.
  private func readLink(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    do throws(FileError) {
      if let got = try reader?.read(into: buffer), got > 0 { return got }
    } catch {
      if error.code == .readFailed { throw error }
    }
    if reader?.endedEarly ?? true { isIncomplete = true }
    guard links[index].frames.upperBound - position < format.sampleRate.hertz else {
      isIncomplete = true
      return 0
    }
    buffer.update(repeating: 0)
    return buffer.count / format.channels
  }

  func seek(to frame: FrameCount) throws(FileError) {
    let target = min(max(frame.value, 0), format.length?.value ?? 0)
    endedEarly = false
    let wanted = links.firstIndex { target < $0.frames.upperBound } ?? links.count - 1
    if wanted != index || reader == nil { try open(wanted) }
    try reader?.seek(to: target - links[wanted].frames.lowerBound)
    position = target
  }

  /// Opens a link and tells its title; without one, its number.
  private func open(_ index: Int) throws(FileError) {
    let link = links[index]
    reader = nil
    self.index = index
    position = link.frames.lowerBound
    window.restore(to: link.bytes)
    do throws(FileError) {
      reader = try LinkReader(DecoderRegistry.oggLink(window, link.bytes), format)
    } catch {
      if error.code == .readFailed { throw error }
    }
    let comments = try window.oggComments(at: link.bytes.lowerBound)
    let text = { (name: String) in
      comments.first { $0.name.uppercased() == name && !$0.bytes.isEmpty }.map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
    }
    event = .part(title: text("TITLE") ?? "part \(index + 1)", artist: text("ARTIST"))
  }
}

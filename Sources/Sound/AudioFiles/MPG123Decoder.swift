import AudioBase
import Containers
import SystemBase

/// Decodes MPEG audio, layers I to III, through mpg123, gapless and with exact seeks.
final class MPG123Decoder: AudioDecoder {
  let format: StreamFormat
  private(set) var endedEarly = false

  private let handle: MPG123Handle
  private let window: FileWindow
  private let own: MPG123Handle.Format
  private var position = 0
  /// The number of frames before the sound, and the position at which it ends, by iTunes' comment.
  private let priming: Int
  private let end: Int
  /// Whether the length follows from the size and the bit rate of the first frames.
  private let isEstimated: Bool
  /// The number of consecutive frames with another rate than the first.
  private var foreign = 0
  private var isForeign = false
  private var isPastEnd = false

  /// The largest size of a file that is scanned if its header does not contain the length.
  private static let scannedSize = 64 << 20
  /// The number of frames with another rate that are skipped. Other bytes may look like a frame or two; a second of
  /// them means that the stream has changed.
  private static let foreignLimit = 48_000

  /// Opens a stream of MPEG frames, which the window has, with the priming and padding in its tags. Throws `damaged`,
  /// `readFailed`.
  init(_ window: FileWindow, _ stream: MPEGStream, _ note: GaplessNote? = nil) throws(FileError) {
    self.window = window
    handle = try MPG123Handle(reading: window)
    own = try handle.start()
    let needsScan = !stream.tellsLength && (window.length < MPG123Decoder.scannedSize || note != nil)
    // A scan would receive the whole file before it is heard.
    isEstimated = needsScan && window.file.isRemote
    if needsScan, !isEstimated { try handle.scan() }
    var length = stream.tellsLength || needsScan ? handle.length : nil
    if let note, !isEstimated, let all = length, note.fits(streamOf: all) {
      priming = note.priming + GaplessNote.layerIIIDelay
      end = min(note.length(delay: GaplessNote.layerIIIDelay), max(all - priming, 0))
      length = end
    } else {
      (priming, end) = (0, .max)
    }
    format = try StreamFormat(
      checkedRate: own.hertz, channels: own.channels, length: length, window.subject)
    if priming > 0 { try seek(to: .zero) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard buffer.count >= own.channels, !isPastEnd else { return 0 }
    let whole = UnsafeMutableBufferPointer(rebasing: buffer[..<(buffer.count - buffer.count % own.channels)])
    while position < end {
      let (samples, outcome) = try handle.read(whole)
      let frames = min(samples / own.channels, end - position)
      if frames > 0 && !isForeign {
        // The outcome applies to the next frame.
        if case .newFormat(let format) = outcome { isForeign = format != own }
        position += frames
        if let start = whole.baseAddress { PeakLimit.apply(to: start, count: frames * own.channels) }
        return frames
      }
      try skipForeign(frames)
      switch outcome {
      case .decoded: continue
      case .newFormat(let format): isForeign = format != own
      case .ended:
        endedEarly = try isIncomplete()
        return 0
      }
    }
    return 0
  }

  private func skipForeign(_ frames: Int) throws(FileError) {
    foreign = isForeign ? foreign + frames : 0
    guard foreign < MPG123Decoder.foreignLimit else {
      throw FileError(
        .unsupported, window.subject, detail: "the sample rate changes after \(position) frames")
    }
  }

  /// Returns whether frames of the header's count, or the rest of the last frame, are missing.
  private func isIncomplete() throws(FileError) -> Bool {
    if let length = format.length, position < length.value, !isEstimated { return true }
    let last = handle.lastFrameOffset
    let head = try window.peek(at: last, count: 4)
    guard let frame = MPEGFrame(head.span), let size = frame.length else {
      return false
    }
    let next = last + size
    let rest = try window.peek(at: next, count: 4)
    guard let following = MPEGFrame(rest.span), let followingSize = following.length else {
      return next > window.length || rest.count < 4 && rest.first == 0xFF
    }
    return following.isConsistent(with: frame) && next + followingSize > window.length
  }

  func seek(to frame: FrameCount) throws(FileError) {
    let wanted = max(frame.value, 0)
    let target = min(wanted, format.length?.value ?? wanted)
    endedEarly = false
    isForeign = false
    let reached = try handle.seek(to: target + priming)
    isPastEnd = reached == nil
    position = reached.map { $0 - priming } ?? target
  }
}

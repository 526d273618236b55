import AudioBase
import Containers
import SystemBase

/// Reads MPEG audio, layers I to III, through mpg123: gapless, and exact in its seeks.
package final class MPG123Decoder: AudioDecoder {
  package let format: StreamFormat
  package private(set) var endedEarly = false

  private let handle: MPG123Handle
  private let window: FileWindow
  private let own: MPG123Handle.Format
  private var position = 0
  /// Frames read in another rate since the stream had its own.
  private var foreign = 0
  private var isForeign = false
  private var isPastEnd = false

  /// Files up to this size are read through at once where no header tells their length.
  private static let scannedSize = 64 << 20
  /// Noise taken for a frame or two of another rate is passed over; a second of it is a stream that has changed.
  private static let foreignLimit = 48_000

  /// - Parameter stream: must be what the window shows.
  /// - Throws: `damaged`, `readFailed`.
  init(_ window: FileWindow, _ stream: MPEGStream) throws(FileError) {
    self.window = window
    handle = try MPG123Handle(reading: window)
    own = try handle.start()
    let isScanned = !stream.tellsLength && window.length < MPG123Decoder.scannedSize
    if isScanned { try handle.scan() }
    let length = stream.tellsLength || isScanned ? handle.length : nil
    format = try StreamFormat(
      checkedRate: own.hertz, channels: own.channels, length: length, window.subject)
  }

  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard buffer.count >= own.channels, !isPastEnd else { return 0 }
    let whole = UnsafeMutableBufferPointer(rebasing: buffer[..<(buffer.count - buffer.count % own.channels)])
    while true {
      let (samples, outcome) = try handle.read(whole)
      let frames = samples / own.channels
      if frames > 0 && !isForeign {
        // What the outcome tells counts from the next frame on.
        if case .newFormat(let format) = outcome { isForeign = format != own }
        position += frames
        return frames
      }
      try passOver(frames, outcome)
      switch outcome {
      case .decoded: continue
      case .newFormat(let format): isForeign = format != own
      case .ended, .lost:
        endedEarly = try brokeOff()
        return 0
      }
    }
  }

  private func passOver(_ frames: Int, _ outcome: MPG123Handle.Outcome) throws(FileError) {
    foreign = isForeign ? foreign + frames : 0
    guard foreign < MPG123Decoder.foreignLimit else {
      throw FileError(
        .unsupported, window.subject, detail: "the sample rate changes after \(position) frames")
    }
  }

  /// Whether frames are missing: those that the header counts, or the rest of one that has begun.
  private func brokeOff() throws(FileError) -> Bool {
    if let length = format.length, position < length.value { return true }
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

  package func seek(to frame: FrameCount) throws(FileError) {
    let wanted = max(frame.value, 0)
    let target = min(wanted, format.length?.value ?? wanted)
    endedEarly = false
    isForeign = false
    let reached = try handle.seek(to: target)
    isPastEnd = reached == nil
    position = reached ?? target
  }
}

import AudioBase
import CSndfile
import Containers
import Glibc
import SystemBase

/// Reads WAV, AIFF, CAF, AU, FLAC and Opus through libsndfile.
final class SndfileDecoder: AudioDecoder {
  let format: StreamFormat
  private(set) var endedEarly = false

  private var handle: SndfileHandle
  private let window: FileWindow
  private let source: Source
  private let order: ChannelOrder?
  /// The number of frames that the library finds; a header may claim more.
  private let present: Int?
  /// The next frame that `read` returns.
  private var position = 0
  /// Whether a read failed. The library clears its error at the next call, which then reads nothing.
  private var hasFailed = false
  /// The number of frames of silence to return in place of damaged frames.
  private var lost = 0
  /// The last frame to which the library seeks where the length is unknown; later ones are read up to. libsndfile 1.2.0 does not
  /// return from a seek by 2³¹ frames in an Opus stream without an end.
  private static let lastSoughtFrame = 1 << 30

  /// The properties of the stream in its container.
  struct Source {
    var kind: FileKind
    /// The length in the header, in frames; the library replaces it by the length that exists.
    var claimedLength: Int?
    /// Whether the container claims more than the file has.
    var isCut = false
  }

  /// Opens a file with libsndfile. Throws `unsupported`, `damaged`, `notAudio`, `readFailed`.
  init(_ window: FileWindow, _ source: Source) throws(FileError) {
    var info = SF_INFO()
    handle = try SndfileHandle(reading: window, info: &info)
    try window.checkReading()
    (self.window, self.source) = (window, source)
    present = SndfileDecoder.length(info)
    let length = source.claimedLength ?? present
    format = try StreamFormat(
      checkedRate: Int(info.samplerate), channels: Int(info.channels), length: length, window.subject)
    order = source.kind == .oggOpus ? ChannelOrder(vorbisChannels: format.channels) : nil
  }

  /// Returns the length; nil if it is unknown, for which the library returns 2⁶³−1.
  private static func length(_ info: SF_INFO) -> Int? {
    (0..<Int64.max / 2).contains(info.frames) ? Int(info.frames) : nil
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard let start = buffer.baseAddress, buffer.count >= format.channels else { return 0 }
    let room = buffer.count / format.channels
    if lost > 0 { return readSilence(start, room) }
    let got = max(handle.read(start, frames: room), 0)
    try window.checkReading()
    hasFailed = hasFailed || handle.failure != nil
    guard got > 0 else {
      if try skipDamage() { return readSilence(start, room) }
      noteEnd()
      return 0
    }
    order?.apply(to: start, frames: got)
    position += got
    return got
  }

  func seek(to frame: FrameCount) throws(FileError) {
    let target = max(frame.value, 0)
    lost = 0
    hasFailed = false
    endedEarly = false
    position = try goTo(min(target, present ?? SndfileDecoder.lastSoughtFrame))
    try discard(target - position)
  }

  /// Seeks in the library. Returns the frame reached, at or before the requested one.
  private func goTo(_ frame: Int) throws(FileError) -> Int {
    if handle.seek(to: frame) == frame { return frame }
    try window.checkReading()
    // The target is past the end, or the library cannot pass a damaged frame: start again and read up to it.
    try reopen()
    return 0
  }

  private func reopen() throws(FileError) {
    var info = SF_INFO()
    guard window.seek(to: 0, from: SEEK_SET) == 0 else { return }
    handle = try SndfileHandle(reading: window, info: &info)
  }

  private func discard(_ frames: Int) throws(FileError) {
    guard frames > 0 else { return }
    let room = 2_048
    var left = frames
    let scratch = UnsafeMutableBufferPointer<Float>.allocate(capacity: room * format.channels)
    defer { scratch.deallocate() }
    while left > 0 {
      let part = UnsafeMutableBufferPointer(rebasing: scratch[..<(min(left, room) * format.channels)])
      let got = try read(into: part)
      if got == 0 { return }
      left -= got
    }
  }

  private func noteEnd() {
    let isShort = format.length.map { position < $0.value } ?? hasFailed
    endedEarly = source.isCut || isShort
  }
}

extension SndfileDecoder {
  /// The distance in frames between two attempts to continue after a damaged FLAC frame; a block usually has as many.
  private static let searchStep = 4_096
  private static let searchSteps = 16

  /// Continues after a damaged FLAC frame with a new decoder, because one that has failed cannot seek. Returns
  /// whether a later frame was found; silence then replaces the damaged frames.
  private func skipDamage() throws(FileError) -> Bool {
    guard source.kind == .flac || source.kind == .oggFLAC, hasFailed, let length = format.length,
      window.tell < window.length
    else { return false }
    for step in 1...SndfileDecoder.searchSteps {
      let target = position + step * SndfileDecoder.searchStep
      guard target < length.value else { return false }
      try reopen()
      if handle.seek(to: target) == target {
        hasFailed = false
        lost = target - position
        return true
      }
    }
    return false
  }

  private func readSilence(_ start: UnsafeMutablePointer<Float>, _ room: Int) -> Int {
    let count = min(lost, room)
    start.update(repeating: 0, count: count * format.channels)
    lost -= count
    position += count
    return count
  }
}

import AudioBase
import Containers
import SystemBase

/// Decodes through FFmpeg the formats that no other decoder supports. The libraries are loaded for the first such file.
package final class FFmpegDecoder: AudioDecoder {
  package let format: StreamFormat
  package private(set) var endedEarly = false

  private var handle: FFmpegHandle
  private let window: FileWindow
  private let plan: FFmpegPlan
  private let start: FFmpegStart
  private let isCut: Bool
  /// The next frame that `read` returns.
  private var position = 0
  /// The end of the last decoded frames; nil after a seek until a packet's time is known.
  private var decoded: Int?
  /// The part of the last decoded frames that `read` has not returned.
  private var pending = 0..<0
  /// The number of frames of silence to return first, in place of frames that could not be decoded.
  private var lost = 0
  private var hasLostEnd = false
  /// The stated end of the sound; nil if none is stated, or if it was found wrong.
  private var statedEnd: Int?
  /// Whether samples are not limited: a lossless codec gives no false peaks.
  private let isLossless: Bool

  /// Opens a file with FFmpeg.
  ///
  /// - Throws: `unsupported`, `damaged`, `readFailed`.
  ///
  /// - Parameters:
  ///   - isCut: whether the file is shorter than its header states.
  ///   - note: the priming, padding and length in its tags or header.
  ///   - soundTrack: the index of a sound track of the file; nil for the one that is heard when the file is played.
  init(
    _ window: FileWindow, _ format: FFmpegFormat, isCut: Bool = false, note: GaplessNote? = nil,
    soundTrack: Int? = nil
  ) throws(FileError) {
    (self.window, self.isCut) = (window, isCut)
    plan = try FFmpegPlan(window, format, note, soundTrack: soundTrack)
    var opened = try plan.open(window)
    start = try FFmpegStart(&opened, window, plan)
    let codec = opened.stream.codec
    isLossless = codec.hasPrefix("pcm_") || ["wavpack", "flac"].contains(codec)
    handle = opened
    self.format = start.format
    decoded = start.firstFrame
    statedEnd = isCut ? nil : start.statedEnd
    if let first = start.first { _ = try receive(first, lost: 0) }
  }

  /// FFmpeg's name of the codec.
  package var codec: String { handle.stream.codec }
  /// The tags of the file under FFmpeg's names.
  package var tags: [(name: String, value: String)] { handle.tags }

  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard let start = buffer.baseAddress, buffer.count >= format.channels else { return 0 }
    let room = buffer.count / format.channels
    while true {
      if lost > 0 { return readSilence(start, room) }
      if !pending.isEmpty { return try readPending(start, room) }
      let isComplete = try position >= exactLength ?? .max ? true : endsWithPadding()
      if !isComplete, !pending.isEmpty { continue }
      let hasMore = isComplete ? false : try decode()
      if !hasMore {
        noteEnd()
        return 0
      }
    }
  }

  /// The length at which the sound ends; nil if the length is not exact.
  private var exactLength: Int? {
    plan.format.lengthIsExact || start.note != nil ? format.length?.value : nil
  }

  private func readPending(_ start: UnsafeMutablePointer<Float>, _ room: Int) throws(FileError) -> Int {
    let part = pending.prefix(room)
    guard handle.copy(part, into: start) else {
      throw FileError(.unsupported, window.subject, detail: "samples wider than 32 bits")
    }
    if !isLossless { PeakLimit.apply(to: start, count: part.count * format.channels) }
    pending = part.upperBound..<pending.upperBound
    position += part.count
    return part.count
  }

  private func readSilence(_ start: UnsafeMutablePointer<Float>, _ room: Int) -> Int {
    let count = min(lost, room)
    start.update(repeating: 0, count: count * format.channels)
    lost -= count
    position += count
    return count
  }

  private func noteEnd() {
    if isCut {
      endedEarly = true
      return
    }
    guard let length = format.length, start.promisesLength else {
      endedEarly = hasLostEnd
      return
    }
    // The error of a length in milliseconds or in whole packets.
    let tolerance = exactLength == nil ? format.sampleRate.hertz / 2 : 0
    endedEarly = length.value - position > tolerance
  }
}

// MARK: - Decoding

extension FFmpegDecoder {
  /// The longest accepted gap between two times, in seconds: a damaged table could give days of silence.
  private static let longestDamage = 60

  /// Decodes the next packet. Returns false at the end.
  private func decode() throws(FileError) -> Bool {
    while true {
      let (outcome, lost) = try handle.decode()
      guard case .decoded(let frames) = outcome else {
        hasLostEnd = lost > 0
        return false
      }
      if try receive(frames, lost: lost) { return true }
    }
  }

  /// Finds the position of decoded frames and trims those outside the sound. Returns whether frames remain.
  private func receive(_ frames: FFmpegHandle.Decoded, lost packets: Int) throws(FileError) -> Bool {
    guard frames.hertz == format.sampleRate.hertz, frames.channels == format.channels else {
      throw FileError(
        .unsupported, window.subject, detail: "the sample rate or channels change after \(position) frames")
    }
    guard let start = place(of: frames, lost: packets) else { return false }
    decoded = start + frames.count
    var end = frames.count - frames.skipEnd
    if let exactLength { end = min(end, exactLength - start) }
    if let statedEnd, start + end > statedEnd {
      // The rounding of a time is no padding.
      if isRounding(start + end - statedEnd) { self.statedEnd = start + end } else { end = statedEnd - start }
    }
    let first = max(position - start, 0)
    pending = first..<max(end, first)
    lost = pending.isEmpty ? 0 : max(start - position, 0)
    return !pending.isEmpty
  }

  private func isRounding(_ frames: Int) -> Bool { frames <= format.sampleRate.hertz / 1_000 + 1 }

  /// Returns whether so few frames are only the padding of an encoder.
  private func isPadding(_ frames: Int) -> Bool { frames <= format.sampleRate.hertz / 4 }

  /// Returns whether the position is the stated end, and only padding follows. If more follows, the statement is wrong:
  /// forgets it, and continues at the position.
  private func endsWithPadding() throws(FileError) -> Bool {
    guard let statedEnd, position >= statedEnd else { return false }
    var rest = 0
    while isPadding(rest) {
      guard case .decoded(let frames) = try handle.decode().0 else { return true }
      rest += frames.count
    }
    self.statedEnd = nil
    forgetDecoded(position: position)
    try seek(to: FrameCount(position))
    return false
  }

  /// Returns the position of decoded frames; nil if it is unknown after a seek.
  private func place(of frames: FFmpegHandle.Decoded, lost packets: Int) -> Int? {
    let timed = frames.time.flatMap { start.clock?.frame(at: $0) }
    guard let decoded else { return timed }
    guard packets > 0 else { return decoded }
    if let table = start.packets { return decoded + packets * table.frames }
    // The times give the length of the lost part, which must be plausible.
    let most = FFmpegDecoder.longestDamage * format.sampleRate.hertz
    guard let timed, timed > decoded, timed < format.length?.value ?? decoded, timed - decoded < most else {
      return decoded
    }
    return timed
  }
}

// MARK: - Seeking

extension FFmpegDecoder {
  /// The number of frames decoded before the target of a seek, because codecs depend on earlier packets: 80 ms for Opus
  /// (RFC 7845, section 4.6), two packets for AAC, the bit reservoir for MP3.
  private var preroll: Int { format.sampleRate.hertz / 4 }

  package func seek(to frame: FrameCount) throws(FileError) {
    let wanted = max(frame.value, 0)
    let target = min(wanted, exactLength ?? wanted)
    endedEarly = false
    hasLostEnd = false
    if !isReachedByReading(target) {
      let hasJumped = try jump(to: target)
      if !hasJumped { try reopen() }
    }
    lost = 0
    pending = min(pending.lowerBound + max(target - position, 0), pending.upperBound)..<pending.upperBound
    position = target
  }

  /// Returns whether to decode up to a target: it is near, or the format has no seek.
  private func isReachedByReading(_ target: Int) -> Bool {
    guard lost == 0, decoded != nil, target >= position else { return false }
    return start.clock == nil && start.packets == nil || target - position < 2 * preroll
  }

  /// Seeks to a packet before a target. Returns whether the seek succeeded.
  private func jump(to target: Int) throws(FileError) -> Bool {
    if target <= preroll { return false }
    if let packets = start.packets {
      guard let place = packets.place(before: target - preroll - start.firstFrame),
        try handle.seek(toByte: place.offset)
      else { return false }
      forgetDecoded(position: target)
      decoded = start.firstFrame + place.frame
      return true
    }
    guard let time = start.clock?.time(ofFrame: target - preroll), try handle.seek(to: time) else {
      return false
    }
    forgetDecoded(position: target)
    return try findPlace(before: target)
  }

  /// Decodes until the position is known.
  private func findPlace(before target: Int) throws(FileError) -> Bool {
    while decoded == nil {
      let (outcome, _) = try handle.decode()
      guard case .decoded(let frames) = outcome else { return false }
      _ = try receive(frames, lost: 0)
      if let decoded, decoded - frames.count > target { return false }
    }
    return true
  }

  private func forgetDecoded(position: Int) {
    pending = 0..<0
    decoded = nil
    self.position = position
  }

  private func reopen() throws(FileError) {
    handle = try plan.open(window)
    pending = 0..<0
    position = 0
    decoded = start.firstFrame
  }
}

// MARK: - Length

/// The length that is played, where the container states it in milliseconds or with the padding of the encoder.
extension FFmpegDecoder {
  /// The seconds at the end that are decoded.
  private static let tail = 2

  /// Returns the number of frames that are played, measured by decoding the end of the file; the stated length for
  /// formats whose length is exact or whose packets have no times, and if the measurement fails.
  ///
  /// The decoder cannot be read afterwards.
  package func measuredLength() -> FrameCount? {
    guard exactLength == nil, plan.format.timing == .stamped, !isCut, let stated = format.length,
      let end = try? measuredEnd(stated.value)
    else { return format.length }
    if start.statedEnd != nil, case let rest = end - stated.value, !isRounding(rest), isPadding(rest) {
      return stated
    }
    // A larger difference is damage, or the length is that of another stream.
    return abs(end - stated.value) <= format.sampleRate.hertz ? FrameCount(end) : stated
  }

  /// Decodes the end of the file. Returns the position after the last frame; nil if it is unknown.
  private func measuredEnd(_ stated: Int) throws(FileError) -> Int? {
    let target = stated - FFmpegDecoder.tail * format.sampleRate.hertz
    if target > 0 {
      guard let time = start.times?.time(ofFrame: target), try handle.seek(to: time) else { return nil }
      forgetDecoded(position: 0)
    }
    var end = decoded
    while case .decoded(let frames) = try handle.decode().0 {
      guard let first = end ?? frames.time.flatMap({ start.times?.frame(at: $0) }) else { continue }
      end = first + frames.count - frames.skipEnd
    }
    return end
  }
}

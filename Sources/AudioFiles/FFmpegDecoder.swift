import AudioBase
import Containers
import SystemBase

/// Reads through FFmpeg what no other decoder here does. Its libraries are loaded with the first such file.
package final class FFmpegDecoder: AudioDecoder {
  package let format: StreamFormat
  package private(set) var endedEarly = false

  private var handle: FFmpegHandle
  private let window: FileWindow
  private let plan: FFmpegPlan
  private let start: FFmpegStart
  /// The next frame to be given.
  private var position = 0
  /// The frame after those decoded last; nil after a jump, until a time has told.
  private var decoded: Int?
  /// What of the frames decoded last is still to be given.
  private var pending = 0..<0
  /// Frames of silence to be given first, in place of those that could not be decoded.
  private var lost = 0
  private var hasLostEnd = false

  /// - Throws: `unsupported`, `damaged`, `readFailed`.
  init(_ window: FileWindow, _ format: FFmpegFormat) throws(FileError) {
    self.window = window
    plan = try FFmpegPlan(window, format)
    var opened = try plan.open(window)
    start = try FFmpegStart(&opened, window, plan)
    handle = opened
    self.format = start.format
    decoded = start.firstFrame
    if let first = start.first { _ = try receive(first, lost: 0) }
  }

  /// FFmpeg's name for how the sound is coded.
  package var codec: String { handle.stream.codec }
  /// What the file says of itself, by FFmpeg's names.
  package var tags: [(name: String, value: String)] { handle.tags }

  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard let start = buffer.baseAddress, buffer.count >= format.channels else { return 0 }
    let room = buffer.count / format.channels
    while true {
      if lost > 0 { return giveSilence(start, room) }
      if !pending.isEmpty { return try give(start, room) }
      let isComplete = position >= exactLength ?? .max
      let hasMore = isComplete ? false : try decode()
      if !hasMore {
        noteEnd()
        return 0
      }
    }
  }

  /// The length, where the sound ends with it whatever else is there.
  private var exactLength: Int? { plan.format.lengthIsExact ? format.length?.value : nil }

  private func give(_ start: UnsafeMutablePointer<Float>, _ room: Int) throws(FileError) -> Int {
    let part = pending.prefix(room)
    guard handle.copy(part, into: start) else {
      throw FileError(.unsupported, window.subject, detail: "samples wider than 32 bits")
    }
    pending = part.upperBound..<pending.upperBound
    position += part.count
    return part.count
  }

  private func giveSilence(_ start: UnsafeMutablePointer<Float>, _ room: Int) -> Int {
    let count = min(lost, room)
    start.update(repeating: 0, count: count * format.channels)
    lost -= count
    position += count
    return count
  }

  private func noteEnd() {
    guard let length = format.length, start.promisesLength else {
      endedEarly = hasLostEnd
      return
    }
    // A length in milliseconds, or of whole packets, is true to so much.
    let tolerance = exactLength == nil ? format.sampleRate.hertz / 2 : 0
    endedEarly = length.value - position > tolerance
  }
}

// MARK: - Decoding

extension FFmpegDecoder {
  /// In seconds. A longer gap between two times is not believed: a damaged table would give days of silence.
  private static let longestDamage = 60

  /// - Returns: false at the end.
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

  /// Places the frames and cuts off what is no part of the sound.
  ///
  /// - Returns: whether there is something to give.
  private func receive(_ frames: FFmpegHandle.Decoded, lost packets: Int) throws(FileError) -> Bool {
    guard frames.hertz == format.sampleRate.hertz, frames.channels == format.channels else {
      throw FileError(
        .unsupported, window.subject, detail: "the sample rate or channels change after \(position) frames")
    }
    guard let start = place(of: frames, lost: packets) else { return false }
    decoded = start + frames.count
    var end = frames.count - frames.skipEnd
    if let exactLength { end = min(end, exactLength - start) }
    let first = max(position - start, 0)
    pending = first..<max(end, first)
    lost = pending.isEmpty ? 0 : max(start - position, 0)
    return !pending.isEmpty
  }

  /// The frame of the sound that these begin with; nil after a jump, where they cannot tell.
  private func place(of frames: FFmpegHandle.Decoded, lost packets: Int) -> Int? {
    let told = frames.time.flatMap { start.clock?.frame(at: $0) }
    guard let decoded else { return told }
    guard packets > 0 else { return decoded }
    if let table = start.packets { return decoded + packets * table.frames }
    // What was lost is as long as the times say: no longer than the sound, nor than damage is.
    let most = FFmpegDecoder.longestDamage * format.sampleRate.hertz
    guard let told, told > decoded, told < format.length?.value ?? decoded, told - decoded < most else {
      return decoded
    }
    return told
  }
}

// MARK: - Seeking

extension FFmpegDecoder {
  /// Frames decoded ahead of a place, so that all is there that a codec takes from earlier packets: 80 ms for Opus
  /// (RFC 7845, section 4.6), two packets for AAC, the reservoir of MP3.
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

  /// Whether a place lies so little ahead that decoding up to it is the shortest way, or is the only one.
  private func isReachedByReading(_ target: Int) -> Bool {
    guard lost == 0, decoded != nil, target >= position else { return false }
    return start.clock == nil && start.packets == nil || target - position < 2 * preroll
  }

  /// Goes to a packet before a place.
  ///
  /// - Returns: false where that cannot be done.
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

  /// Decodes until a time says where this is.
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

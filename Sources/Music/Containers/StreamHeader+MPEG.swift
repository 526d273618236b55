import AudioBase
import SystemBase

extension StreamHeader {
  /// Reads the properties of MPEG audio. The duration excludes the delay and padding in LAME's tag or in iTunes' comment.
  package static func mpeg(
    _ file: borrowing RegularFile, _ content: FileContent
  ) throws(FileError) -> SoundProperties {
    var stream = SoundProperties()
    guard let frames = content.frames else { return stream }
    let first = frames.first
    stream.codec = [.mp3, .mp1, .mp2, .mp3][first.layer]
    (stream.sampleRate, stream.channels) = (first.sampleRate, first.channels)
    let count = try frames.count(in: file)
    let all = count.frames * first.samples
    var samples = all - (frames.tellsLength ? frames.trimmedSamples : 0)
    if let note = try frames.gaplessNote(of: file), note.fits(streamOf: all) {
      samples = note.length(delay: GaplessNote.layerIIIDelay)
    }
    stream.setDuration(frames: Double(max(samples, 0)), rate: first.sampleRate)
    if let kilobits = count.kilobits {
      stream.bitrate = kilobits * 1_000
    } else {
      stream.setBitrate(bytes: Double(frames.sound.count), seconds: stream.duration ?? 0)
    }
    return stream
  }
}

extension MPEGStream {
  /// The number of frames, and the bit rate if it is constant.
  struct FrameCounts {
    var frames: Int
    var kilobits: Int?
  }

  private static let sampleSize = 8 << 10
  private static let partSize = 1 << 20

  /// Returns the number in the header frame. Without one, computes it from a constant bit rate or counts the frames.
  func count(in file: borrowing RegularFile) throws(FileError) -> FrameCounts {
    let kilobits = try constantBitrate(of: file)
    if tellsLength, let claimedFrames { return FrameCounts(frames: claimedFrames, kilobits: kilobits) }
    if let kilobits, range.count > MPEGStream.partSize {
      let frames = Double(sound.count) * Double(first.sampleRate) / Double(kilobits * 125 * first.samples)
      return FrameCounts(frames: Int(frames.rounded()), kilobits: kilobits)
    }
    return FrameCounts(frames: try countFrames(of: file), kilobits: kilobits)
  }

  /// Returns the bit rate of the frames at the start, middle and end, and at more places if it must tell the length; nil
  /// if it varies or the format is free.
  private func constantBitrate(of file: borrowing RegularFile) throws(FileError) -> Int? {
    let sound = sound
    let last = max(sound.count - MPEGStream.sampleSize, 0)
    let steps = tellsLength || last == 0 ? 2 : 16
    var found: Int?
    for step in 0...steps {
      let start = sound.lowerBound + last * step / steps
      let size = min(MPEGStream.sampleSize, sound.upperBound - start)
      let bytes = try file.read(at: start, count: size)
      var walk = MPEGFrameWalk(like: first)
      var isConstant = true
      walk.forEach(in: bytes.span) { frame in
        if frame.kilobits == nil || found != nil && found != frame.kilobits { isConstant = false }
        found = frame.kilobits
      }
      guard isConstant else { return nil }
    }
    return found
  }

  /// Returns whether the last frame or its header is not complete.
  func endsWithinFrame(of file: borrowing RegularFile) throws(FileError) -> Bool {
    let start = max(range.upperBound - MPEGStream.sampleSize, sound.lowerBound)
    let bytes = try file.read(at: start, count: range.upperBound - start)
    var walk = MPEGFrameWalk(like: first)
    return walk.forEach(in: bytes.span) { _ in } != bytes.count
  }

  /// Returns whether the stream ends within a frame that follows two others, or within the header after them. Other bytes
  /// behind the frames may be a tag of an unknown kind.
  func endsAmidFrames(of file: borrowing RegularFile) throws(FileError) -> Bool {
    let start = max(range.upperBound - MPEGStream.sampleSize, sound.lowerBound)
    let bytes = try file.read(at: start, count: range.upperBound - start)
    var walk = MPEGFrameWalk(like: first)
    let end = walk.forEach(in: bytes.span) { _ in }
    return walk.run > 2 && (end > bytes.count || end < bytes.count && bytes[end] == 0xFF)
  }

  /// Returns the number of frames by their headers, which are read from the first to the last.
  func countFrames(of file: borrowing RegularFile) throws(FileError) -> Int {
    var offset = sound.lowerBound
    var count = 0
    var walk = MPEGFrameWalk(like: first)
    if first.length == nil {
      let head = try file.read(at: range.lowerBound, count: 8 * MPEGStream.longestFrame)
      walk.freeLength = MPEGStream.freeFormatLength(first, in: head.span, at: 0)
    }
    while offset < range.upperBound {
      let bytes = try file.read(at: offset, count: min(MPEGStream.partSize, range.upperBound - offset))
      if bytes.isEmpty { break }
      let step = walk.forEach(in: bytes.span) { _ in count += 1 }
      if step == 0 { break }
      offset += step
    }
    return count
  }
}

/// Iterates over frames and skips other bytes between them.
struct MPEGFrameWalk {
  private let first: MPEGFrame
  /// The length of frames of a free format, whose headers do not contain it.
  var freeLength: Int?
  /// The number of frames that follow each other without other bytes up to the end of the part.
  private(set) var run = 0

  init(like first: MPEGFrame) { self.first = first }

  /// Calls a closure for each frame. Returns the offset of the next part: greater than the number of bytes if the last
  /// frame ends after them, less if they end within a header.
  @discardableResult
  mutating func forEach(in bytes: Span<UInt8>, _ body: (MPEGFrame) -> Void) -> Int {
    var offset = 0
    run = 0
    while offset + first.headerSize <= bytes.count {
      guard let frame = frame(bytes, at: offset), let length = length(of: frame, bytes, at: offset),
        run > 0 || offset + length + first.headerSize > bytes.count
          || self.frame(bytes, at: offset + length) != nil
      else {
        run = 0
        offset += 1
        continue
      }
      body(frame)
      run += 1
      offset += length
    }
    return offset
  }

  private func frame(_ bytes: Span<UInt8>, at offset: Int) -> MPEGFrame? {
    guard let frame = MPEGFrame(bytes, at: offset), frame.isConsistent(with: first) else { return nil }
    return frame
  }

  private func length(of frame: MPEGFrame, _ bytes: Span<UInt8>, at offset: Int) -> Int? {
    if let length = frame.length { return length }
    guard let freeLength else { return nil }
    let isExact = self.frame(bytes, at: offset + freeLength) != nil
    return isExact || self.frame(bytes, at: offset + freeLength + 1) == nil ? freeLength : freeLength + 1
  }
}

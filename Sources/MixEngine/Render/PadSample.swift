import AudioBase
import Glibc
import SystemBase

/// A sample in memory that does not move, at the engine's rate. Any thread reads it.
///
/// A sample whose sides are equal takes half the memory. Of a streamed sample only the first frames are in memory.
package final class PadSample: @unchecked Sendable {
  /// The frames in memory.
  package let count: FrameCount
  package let sampleRate: SampleRate
  /// Reads the whole sample; nil if all of it is in memory.
  package let source: (any PadSampleSource)?
  let mono: UnsafePointer<Float>?
  let stereo: UnsafePointer<Frame>?

  fileprivate init(
    mono: UnsafePointer<Float>?, stereo: UnsafePointer<Frame>?, count: Int, sampleRate: SampleRate,
    source: (any PadSampleSource)?
  ) {
    (self.mono, self.stereo) = (mono, stereo)
    self.count = FrameCount(count)
    self.sampleRate = sampleRate
    self.source = source
  }

  /// Copies a short sound. If the system refuses the memory, that is reported, and the sample is empty.
  package convenience init(_ buffer: PCMBuffer) {
    var writer = PadSampleWriter(capacity: buffer.frames.count)
    do throws(ResourceRefusal) {
      try buffer.frames.withUnsafeBufferPointer { frames throws(ResourceRefusal) in
        try writer.append(frames)
      }
    } catch {
      error.report()
    }
    let count = writer.count
    let parts = writer.end()
    self.init(
      mono: parts.mono, stereo: parts.stereo, count: count, sampleRate: buffer.sampleRate, source: nil)
  }

  deinit {
    free(UnsafeMutableRawPointer(mutating: mono))
    free(UnsafeMutableRawPointer(mutating: stereo))
  }

  package var isStreamed: Bool { source != nil }
  package var isMono: Bool { mono != nil }
  /// The memory of its frames.
  package var byteCount: Int {
    count.value * (isMono ? MemoryLayout<Float>.stride : MemoryLayout<Frame>.stride)
  }

  /// A copy of the frames in memory.
  package var frames: [Frame] {
    (0..<count.value).map { index in
      mono.map { Frame(repeating: $0[index]) } ?? stereo?[index] ?? .zero
    }
  }

  /// Returns the same sample with at most `count` frames in memory.
  package func streamed(
    from source: any PadSampleSource, keeping count: FrameCount
  ) throws(ResourceRefusal) -> PadSample {
    let kept = min(count.value, self.count.value)
    let (mono, stereo) = (try copyOfMemory(mono, kept), try copyOfMemory(stereo, kept))
    return PadSample(mono: mono, stereo: stereo, count: kept, sampleRate: sampleRate, source: source)
  }
}

/// Collects the frames of a sample: as one side until a frame has two. One thread.
package struct PadSampleWriter: ~Copyable {
  /// The memory of a mono sample; both are nil before the first frame.
  private var mono: UnsafeMutablePointer<Float>?
  private var stereo: UnsafeMutablePointer<Frame>?
  private let expected: Int
  private var capacity = 0
  package private(set) var count = 0

  /// Creates an empty sample.
  ///
  /// - Parameter capacity: the expected number of frames.
  package init(capacity: Int) { expected = max(capacity, 256) }

  deinit {
    free(mono)
    free(stereo)
  }

  /// Appends frames.
  ///
  /// - Throws: if the system refuses the memory; the frames before stay.
  package mutating func append(_ frames: UnsafeBufferPointer<Frame>) throws(ResourceRefusal) {
    if count + frames.count > capacity { try grow(to: max(expected, capacity * 2, count + frames.count)) }
    if mono != nil && !PadSampleWriter.hasEqualSides(frames) { try widen() }
    if let mono, let start = frames.baseAddress {
      // Builds without optimisation load kits too: iterators would take most of the time.
      var index = 0
      while index < frames.count {
        mono[count + index] = start[index].x
        index += 1
      }
    } else if let stereo, let start = frames.baseAddress {
      (stereo + count).initialize(from: start, count: frames.count)
    }
    count += frames.count
  }

  private static func hasEqualSides(_ frames: UnsafeBufferPointer<Frame>) -> Bool {
    guard let start = frames.baseAddress else { return true }
    var index = 0
    while index < frames.count, start[index].x.bitPattern == start[index].y.bitPattern { index += 1 }
    return index == frames.count
  }

  /// Returns the sample.
  ///
  /// - Parameter source: reads the whole sample if the frames are only its beginning.
  package consuming func sample(at rate: SampleRate, source: (any PadSampleSource)? = nil) -> PadSample {
    let count = count
    let parts = end()
    return PadSample(mono: parts.mono, stereo: parts.stereo, count: count, sampleRate: rate, source: source)
  }

  /// Transfers the ownership of the memory to the caller.
  fileprivate mutating func end() -> (mono: UnsafePointer<Float>?, stereo: UnsafePointer<Frame>?) {
    // Memory that is not reduced is used as it is.
    try? resize(to: max(count, 1))
    defer { (mono, stereo) = (nil, nil) }
    return (mono.map { UnsafePointer($0) }, stereo.map { UnsafePointer($0) })
  }

  private mutating func grow(to new: Int) throws(ResourceRefusal) {
    if mono == nil && stereo == nil { mono = try resizedMemory(nil, new) } else { try resize(to: new) }
    capacity = new
  }

  private mutating func resize(to new: Int) throws(ResourceRefusal) {
    if let mono { self.mono = try resizedMemory(mono, new) }
    if let stereo { self.stereo = try resizedMemory(stereo, new) }
  }

  /// Makes one side two equal ones.
  private mutating func widen() throws(ResourceRefusal) {
    guard let mono else { return }
    let stereo: UnsafeMutablePointer<Frame> = try resizedMemory(nil, capacity)
    for index in 0..<count { stereo[index] = Frame(repeating: mono[index]) }
    free(mono)
    (self.mono, self.stereo) = (nil, stereo)
  }
}

private func resizedMemory<Element: BitwiseCopyable>(
  _ memory: UnsafeMutablePointer<Element>?, _ count: Int
) throws(ResourceRefusal) -> UnsafeMutablePointer<Element> {
  let size = count * MemoryLayout<Element>.stride
  guard let new = realloc(memory, size) else {
    throw ResourceRefusal(.memory(size), call: "realloc", errno: errno)
  }
  return new.assumingMemoryBound(to: Element.self)
}

private func copyOfMemory<Element: BitwiseCopyable>(
  _ memory: UnsafePointer<Element>?, _ count: Int
) throws(ResourceRefusal) -> UnsafePointer<Element>? {
  guard let memory else { return nil }
  let copy: UnsafeMutablePointer<Element> = try resizedMemory(nil, max(count, 1))
  copy.initialize(from: memory, count: count)
  return UnsafePointer(copy)
}

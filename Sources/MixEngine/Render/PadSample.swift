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

  package convenience init(_ buffer: PCMBuffer) {
    var writer = PadSampleWriter(capacity: buffer.frames.count)
    buffer.frames.withUnsafeBufferPointer { writer.append($0) }
    let parts = writer.end()
    self.init(
      mono: parts.mono, stereo: parts.stereo, count: buffer.frames.count, sampleRate: buffer.sampleRate,
      source: nil)
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

  /// The same sample with no more than `count` frames in memory.
  package func streamed(from source: any PadSampleSource, keeping count: FrameCount) -> PadSample {
    let kept = min(count.value, self.count.value)
    return PadSample(
      mono: mono.map { copyOfMemory($0, kept) }, stereo: stereo.map { copyOfMemory($0, kept) }, count: kept,
      sampleRate: sampleRate, source: source)
  }
}

/// Collects the frames of a sample: as one side until a frame has two. One thread.
package struct PadSampleWriter: ~Copyable {
  private var mono: UnsafeMutablePointer<Float>?
  private var stereo: UnsafeMutablePointer<Frame>?
  private var capacity: Int
  package private(set) var count = 0

  /// - Parameter capacity: the expected number of frames.
  package init(capacity: Int) {
    self.capacity = max(capacity, 256)
    mono = resizedMemory(nil, self.capacity)
  }

  deinit {
    free(mono)
    free(stereo)
  }

  package mutating func append(_ frames: UnsafeBufferPointer<Frame>) {
    if count + frames.count > capacity { grow(to: max(capacity * 2, count + frames.count)) }
    if mono != nil && !PadSampleWriter.hasEqualSides(frames) { widen() }
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

  /// Gives the memory away.
  fileprivate mutating func end() -> (mono: UnsafePointer<Float>?, stereo: UnsafePointer<Frame>?) {
    grow(to: max(count, 1))
    defer { (mono, stereo) = (nil, nil) }
    return (mono.map { UnsafePointer($0) }, stereo.map { UnsafePointer($0) })
  }

  private mutating func grow(to new: Int) {
    capacity = new
    if let mono { self.mono = resizedMemory(mono, new) }
    if let stereo { self.stereo = resizedMemory(stereo, new) }
  }

  /// Makes one side two equal ones.
  private mutating func widen() {
    guard let mono else { return }
    let stereo: UnsafeMutablePointer<Frame> = resizedMemory(nil, capacity)
    for index in 0..<count { stereo[index] = Frame(repeating: mono[index]) }
    free(mono)
    (self.mono, self.stereo) = (nil, stereo)
  }
}

private func resizedMemory<Element: BitwiseCopyable>(
  _ memory: UnsafeMutablePointer<Element>?, _ count: Int
) -> UnsafeMutablePointer<Element> {
  guard let new = realloc(memory, count * MemoryLayout<Element>.stride) else {
    fatalError("no memory for a sample of \(count) frames")
  }
  return new.assumingMemoryBound(to: Element.self)
}

private func copyOfMemory<Element: BitwiseCopyable>(
  _ memory: UnsafePointer<Element>, _ count: Int
) -> UnsafePointer<Element> {
  let copy: UnsafeMutablePointer<Element> = resizedMemory(nil, max(count, 1))
  copy.initialize(from: memory, count: count)
  return UnsafePointer(copy)
}

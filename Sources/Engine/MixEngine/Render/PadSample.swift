import AudioBase
import Glibc
import Synchronization
import SystemBase

/// A sample in memory that does not move, at the engine's rate. Any thread reads it.
///
/// Memory holds it in the smallest form that gives the same frames: a sample whose sides are equal, and one whose file has 16
/// bits and the engine's rate, take half as much. Of a streamed sample only the first frames are in memory, or none until its
/// beginning was read, until it is completed.
package final class PadSample: @unchecked Sendable {
  package let sampleRate: SampleRate
  /// Reads the whole sample; nil if all of it is in memory.
  package let source: (any PadSampleSource)?
  let resident: SampleFrames
  /// The frames that a loop repeats; nil for all. A streamed sample repeats as a whole.
  package let loop: Range<Int>?
  /// For a streamed sample, where the audio thread finds what was loaded later; nil for others.
  let completion: UnsafeMutablePointer<SampleCompletion>?
  /// What was loaded later of a streamed sample.
  private let later = Mutex(Later())

  private struct Later {
    /// A streamed sample with the first frames.
    var beginning: PadSample?
    /// The whole sample, in memory.
    var whole: PadSample?
  }

  /// Creates a sample of frames in memory.
  ///
  /// - Parameter resident: its memory is freed with the sample.
  fileprivate init(
    _ resident: SampleFrames, sampleRate: SampleRate, source: (any PadSampleSource)?, loop: Range<Int>? = nil
  ) {
    (self.resident, self.sampleRate, self.source) = (resident, sampleRate, source)
    let frames = loop?.clamped(to: 0..<max(resident.count, 0)) ?? 0..<0
    self.loop = frames.isEmpty ? nil : frames
    completion = source.map { _ in .allocate(capacity: 1) }
    completion?.initialize(to: SampleCompletion())
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
    self.init(writer.end(), sampleRate: buffer.sampleRate, source: nil)
  }

  /// Creates a streamed sample of which nothing is in memory yet.
  package convenience init(unread source: any PadSampleSource, sampleRate: SampleRate) {
    self.init(SampleFrames(silence: 0), sampleRate: sampleRate, source: source)
  }

  deinit {
    completion?.pointee.beginning.load(ordering: .relaxed)?.deallocate()
    completion?.pointee.whole.load(ordering: .relaxed)?.deallocate()
    completion?.deinitialize(count: 1)
    completion?.deallocate()
    free(UnsafeMutableRawPointer(mutating: resident.start))
  }

  /// The frames in memory since it was created.
  package var count: FrameCount { FrameCount(resident.count) }
  package var isStreamed: Bool { source != nil }
  package var isMono: Bool { !resident.form.isStereo }
  /// Whether all of it is in memory.
  package var isComplete: Bool { source == nil || later.withLock { $0.whole != nil } }
  /// Whether nothing of it is in memory yet.
  package var isUnread: Bool {
    source != nil && resident.count == 0 && later.withLock { $0.beginning == nil && $0.whole == nil }
  }
  /// The memory of its frames.
  package var byteCount: Int {
    let (beginning, whole) = later.withLock { ($0.beginning, $0.whole) }
    return resident.count * resident.form.stride + (beginning?.byteCount ?? 0) + (whole?.byteCount ?? 0)
  }

  /// A copy of the frames in memory since it was created.
  package var frames: [Frame] { (0..<resident.count).map(resident.frame) }

  /// Puts frames into memory of a streamed sample that has none. Strikes that follow begin with them.
  ///
  /// - Parameter sample: its beginning, or the whole of it if that is in memory.
  package func begin(with sample: PadSample) {
    if !sample.isStreamed { return complete(with: sample) }
    later.withLock { later in
      guard let completion, resident.count == 0, later.beginning == nil, later.whole == nil else { return }
      later.beginning = sample
      completion.pointee.beginning.store(PadSample.pointer(to: sample.resident), ordering: .releasing)
    }
  }

  /// Puts the whole of a streamed sample beside its beginning. Strikes that follow read it and not the stream. Once.
  package func complete(with sample: PadSample) {
    precondition(!sample.isStreamed)
    later.withLock { later in
      guard let completion, later.whole == nil else { return }
      later.whole = sample
      completion.pointee.whole.store(PadSample.pointer(to: sample.resident), ordering: .releasing)
    }
  }

  private static func pointer(to frames: SampleFrames) -> UnsafePointer<SampleFrames> {
    let pointer = UnsafeMutablePointer<SampleFrames>.allocate(capacity: 1)
    pointer.initialize(to: frames)
    return UnsafePointer(pointer)
  }

  /// Returns the same sample with at most `count` frames in memory.
  package func streamed(
    from source: any PadSampleSource, keeping count: FrameCount
  ) throws(ResourceRefusal) -> PadSample {
    var kept = resident.part(from: 0, count: min(count.value, resident.count))
    if let start = kept.start {
      let size = kept.count * kept.form.stride
      let copy = try resizedMemory(nil, size)
      copy.copyMemory(from: start, byteCount: size)
      kept.start = UnsafeRawPointer(copy)
    }
    return PadSample(kept, sampleRate: sampleRate, source: source)
  }
}

/// Where the audio thread finds the frames of a streamed sample that were loaded after it was created. Each is stored once.
struct SampleCompletion: ~Copyable {
  /// The first frames of a sample that was created without any.
  let beginning = Atomic<UnsafePointer<SampleFrames>?>(nil)
  let whole = Atomic<UnsafePointer<SampleFrames>?>(nil)
}

/// Collects the frames of a sample in the smallest form that holds them. One thread.
package struct PadSampleWriter: ~Copyable {
  private var form = SampleForm.mono16
  private var memory: UnsafeMutableRawPointer?
  private let expected: Int
  private var capacity = 0
  package private(set) var count = 0

  /// Creates an empty sample.
  ///
  /// - Parameter capacity: the expected number of frames.
  package init(capacity: Int) { expected = max(capacity, 256) }

  deinit { free(memory) }

  /// Appends frames.
  ///
  /// - Throws: if the system refuses the memory; the frames before stay.
  package mutating func append(_ frames: UnsafeBufferPointer<Frame>) throws(ResourceRefusal) {
    guard let start = frames.baseAddress else { return }
    let samples = UnsafeRawPointer(start).assumingMemoryBound(to: Float.self)
    let needed = SampleForm(
      isStereo: form.isStereo || !PadSampleWriter.hasEqualSides(samples, frames.count),
      isFloat: form.isFloat || !PadSampleWriter.are16Bit(samples, frames.count * 2))
    if needed != form { try convert(to: needed) }
    if count + frames.count > capacity { try resize(to: max(expected, capacity * 2, count + frames.count)) }
    if let memory {
      PadSampleWriter.store(samples, frames.count, as: form, in: memory + count * form.stride)
    }
    count += frames.count
  }

  // Loops over pointers without traps and early exits: the compiler handles several samples at once, and a build without
  // optimisation is not slowed down by iterators.

  /// Adding 1.5 · 2²³ leaves the rounded number in a float's lowest bits.
  private static let rounding: Float = 12_582_912

  private static func hasEqualSides(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
    var (index, difference) = (0, UInt32(0))
    while index < count {
      difference |= samples[2 &* index].bitPattern ^ samples[2 &* index &+ 1].bitPattern
      index &+= 1
    }
    return difference == 0
  }

  /// Returns whether all samples are exact in 16 bits.
  private static func are16Bit(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
    var (index, difference, excess) = (0, UInt32(0), UInt32(0))
    while index < count {
      let scaled = samples[index] * 32_768
      let rounded = scaled + rounding
      difference |= (rounded - rounding).bitPattern ^ scaled.bitPattern
      // 0...65,535 for a number of 16 bits. What is not a number is far outside.
      excess |= rounded.bitPattern &- rounding.bitPattern &+ 32_768
      index &+= 1
    }
    return difference == 0 && excess < 65_536
  }

  private static func store(
    _ samples: UnsafePointer<Float>, _ count: Int, as form: SampleForm, in memory: UnsafeMutableRawPointer
  ) {
    let shorts = memory.assumingMemoryBound(to: Int16.self)
    let floats = memory.assumingMemoryBound(to: Float.self)
    // Samples of one side are every second one.
    let (step, total) = form.isStereo ? (1, 2 * count) : (2, count)
    var index = 0
    if form.isFloat {
      while index < total {
        floats[index] = samples[index &* step]
        index &+= 1
      }
    } else if form.isStereo {
      while index < total {
        shorts[index] = short(samples[index])
        index &+= 1
      }
    } else {
      while index < total {
        shorts[index] = short(samples[2 &* index])
        index &+= 1
      }
    }
  }

  /// Returns a sample that is exact in 16 bits as an integer.
  @inline(__always)
  private static func short(_ sample: Float) -> Int16 {
    Int16(truncatingIfNeeded: (sample * 32_768 + rounding).bitPattern)
  }

  /// Returns the sample.
  ///
  /// - Parameters:
  ///   - source: reads the whole sample if the frames are only its beginning.
  ///   - loop: the frames that a loop repeats; nil for all.
  package consuming func sample(
    at rate: SampleRate, source: (any PadSampleSource)? = nil, loop: Range<Int>? = nil
  ) -> PadSample {
    PadSample(end(), sampleRate: rate, source: source, loop: loop)
  }

  /// Transfers the ownership of the memory to the caller.
  fileprivate mutating func end() -> SampleFrames {
    // Memory that is not reduced is used as it is.
    if memory != nil { try? resize(to: max(count, 1)) }
    defer { memory = nil }
    return SampleFrames(memory.map { UnsafeRawPointer($0) }, form, count: count)
  }

  private mutating func resize(to new: Int) throws(ResourceRefusal) {
    memory = try resizedMemory(memory, new * form.stride)
    capacity = new
  }

  private mutating func convert(to new: SampleForm) throws(ResourceRefusal) {
    guard let memory else {
      form = new
      return
    }
    let old = SampleFrames(UnsafeRawPointer(memory), form, count: count)
    let converted = try resizedMemory(nil, capacity * new.stride)
    for index in 0..<count {
      withUnsafePointer(to: old.frame(at: index)) { frame in
        let samples = UnsafeRawPointer(frame).assumingMemoryBound(to: Float.self)
        PadSampleWriter.store(samples, 1, as: new, in: converted + index * new.stride)
      }
    }
    free(memory)
    (self.memory, form) = (converted, new)
  }
}

private func resizedMemory(
  _ memory: UnsafeMutableRawPointer?, _ size: Int
) throws(ResourceRefusal) -> UnsafeMutableRawPointer {
  guard let new = realloc(memory, size) else {
    throw ResourceRefusal(.memory(size), call: "realloc", errno: errno)
  }
  return new
}

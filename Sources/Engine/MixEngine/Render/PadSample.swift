import AudioBase
import Glibc
import Synchronization
import SystemBase

/// A sample in memory that does not move, at the engine's rate. Any thread reads it.
///
/// Memory holds it in the smallest form that gives the same frames: a sample whose sides are equal, and one whose file has 16
/// bits and the engine's rate, take half as much. Of a streamed sample only the first frames are in memory, until it is
/// completed.
package final class PadSample: @unchecked Sendable {
  package let sampleRate: SampleRate
  /// Reads the whole sample; nil if all of it is in memory.
  package let source: (any PadSampleSource)?
  let resident: SampleFrames
  /// The frames that a loop repeats; nil for all. A streamed sample repeats as a whole.
  package let loop: Range<Int>?
  /// For a streamed sample, where the audio thread finds the whole one; nil for others.
  let completion: UnsafeMutablePointer<SampleCompletion>?
  /// The whole of a streamed sample, which was loaded after all.
  private let whole = Mutex<PadSample?>(nil)

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

  deinit {
    completion?.pointee.frames.load(ordering: .relaxed)?.deallocate()
    completion?.deinitialize(count: 1)
    completion?.deallocate()
    free(UnsafeMutableRawPointer(mutating: resident.start))
  }

  /// The frames in memory.
  package var count: FrameCount { FrameCount(resident.count) }
  package var isStreamed: Bool { source != nil }
  package var isMono: Bool { !resident.form.isStereo }
  /// Whether all of it is in memory.
  package var isComplete: Bool { source == nil || whole.withLock { $0 != nil } }
  /// The memory of its frames.
  package var byteCount: Int {
    resident.count * resident.form.stride + (whole.withLock { $0 }?.byteCount ?? 0)
  }

  /// A copy of the frames in memory.
  package var frames: [Frame] { (0..<resident.count).map(resident.frame) }

  /// Puts the whole of a streamed sample beside its beginning. Strikes that follow read it and not the stream. Once.
  package func complete(with sample: PadSample) {
    precondition(!sample.isStreamed)
    whole.withLock { whole in
      guard let completion, whole == nil else { return }
      whole = sample
      let frames = UnsafeMutablePointer<SampleFrames>.allocate(capacity: 1)
      frames.initialize(to: sample.resident)
      completion.pointee.frames.store(UnsafePointer(frames), ordering: .releasing)
    }
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

/// Where the audio thread finds the frames of a streamed sample that was completed.
struct SampleCompletion: ~Copyable {
  let frames = Atomic<UnsafePointer<SampleFrames>?>(nil)
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

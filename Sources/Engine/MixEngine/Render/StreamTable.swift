import AudioBase
import Synchronization
import SystemBase

/// A ring through which a worker sends the frames of a streamed sample to one voice.
///
/// The audio thread requests a sample for a voice; the worker empties the ring and fills it with that sample. The audio
/// thread reads the ring only while it serves its own request.
struct StreamSlot: ~Copyable {
  /// The request of the audio thread: a serial number and the sample; 0 if it requests nothing.
  let request = Atomic<Int>(0)
  /// The first frames of the requested sample that the voice has in memory. Stored before the request.
  let resident = Atomic<Int>(0)
  /// The request whose frames are in the ring.
  let serving = Atomic<Int>(0)
  let written = Atomic<Int>(0)
  let read = Atomic<Int>(0)
  /// The frames of the whole sample; `Int.max` until the worker has found its end.
  let length = Atomic<Int>(Int.max)
}

/// The state of all rings of a program that the audio thread reports.
struct StreamStatus: ~Copyable {
  /// Whether the worker has something to do.
  let wantsWork = Atomic<Bool>(false)
  /// The number of times that a voice found its ring empty.
  let underruns = Atomic<Int>(0)
}

/// The rings of a program as the audio thread reads them.
struct StreamTable: @unchecked Sendable, BitwiseCopyable {
  let slots: UnsafePointer<StreamSlot>
  let rings: UnsafeMutablePointer<Frame>
  let status: UnsafePointer<StreamStatus>
  /// The eventfd of the worker.
  let descriptor: Int32

  /// The frames of a ring, a power of two: 0.68 s at 48 kHz.
  static var capacity: Int { 32_768 }

  /// Wakes the worker if a voice has requested frames. The device's thread, after the block was handed over.
  func wakeWorker() {
    if status.pointee.wantsWork.exchange(false, ordering: .acquiring) { WakeSignal.wake(descriptor) }
  }
}

/// The audio thread's end of the ring of a streamed voice.
struct StreamReader: BitwiseCopyable {
  /// The bits of a request that name the sample and whether it repeats.
  static var sampleBits: Int { 24 }

  private let slot: UnsafePointer<StreamSlot>
  private let ring: UnsafePointer<Frame>
  private let status: UnsafePointer<StreamStatus>
  private let request: Int
  /// Whether the ring was empty at the last read.
  private var isStarved = false

  /// Requests a sample for a voice.
  ///
  /// - Parameters:
  ///   - sample: the index of the sample among the streamed ones of the program.
  ///   - resident: the first frames of it that the voice has in memory.
  ///   - serial: different for each request of a program, from 1.
  init(_ table: StreamTable, voice: Int, sample: Int, after resident: Int, isLooping: Bool, serial: Int) {
    slot = table.slots + voice
    ring = UnsafePointer(table.rings + voice * StreamTable.capacity)
    status = table.status
    request = (serial &<< StreamReader.sampleBits) | (sample &<< 1) | (isLooping ? 1 : 0)
    slot.pointee.resident.store(resident, ordering: .relaxed)
    slot.pointee.request.store(request, ordering: .releasing)
    status.pointee.wantsWork.store(true, ordering: .releasing)
  }

  func cancel() {
    slot.pointee.request.store(0, ordering: .releasing)
    status.pointee.wantsWork.store(true, ordering: .releasing)
  }

  /// Returns the frames that can be read without a break, and the length of the sample as far as it is known.
  mutating func available() -> (frames: UnsafePointer<Frame>, count: Int, length: Int) {
    if slot.pointee.serving.load(ordering: .acquiring) != request { return (ring, 0, Int.max) }
    let written = slot.pointee.written.load(ordering: .acquiring)
    let read = slot.pointee.read.load(ordering: .relaxed)
    let start = read & (StreamTable.capacity - 1)
    let length = slot.pointee.length.load(ordering: .acquiring)
    if written > read { isStarved = false }
    return (ring + start, min(written - read, StreamTable.capacity - start), length)
  }

  /// Counts an underrun, once until the ring has frames again.
  mutating func noteUnderrun() {
    if isStarved { return }
    isStarved = true
    status.pointee.underruns.add(1, ordering: .relaxed)
    status.pointee.wantsWork.store(true, ordering: .releasing)
  }

  /// Removes frames that were read. Requests more when the ring becomes half empty.
  func drop(_ count: Int) {
    let read = slot.pointee.read.load(ordering: .relaxed) + count
    slot.pointee.read.store(read, ordering: .releasing)
    let left = slot.pointee.written.load(ordering: .relaxed) - read
    let half = StreamTable.capacity / 2
    if left < half && left + count >= half { status.pointee.wantsWork.store(true, ordering: .releasing) }
  }
}

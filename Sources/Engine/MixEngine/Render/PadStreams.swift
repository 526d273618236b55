import AudioBase
import SystemBase

/// The rings of the streamed samples of a program: one for each voice. The audio thread reads them, and one worker
/// fills them.
package final class PadStreams: @unchecked Sendable {
  /// The samples that requests name.
  package let samples: [any PadSampleSource]
  /// Signalled when a voice has requested frames.
  package let signal = WakeSignal()
  private let slots: UnsafeMutablePointer<StreamSlot>
  private let rings: UnsafeMutablePointer<Frame>
  private let status = PinnedValue(StreamStatus())

  /// The memory that the rings take when all voices are streamed. The system provides it as rings are used.
  package static let byteCount = VoicePool.allVoices * StreamTable.capacity * MemoryLayout<Frame>.stride

  init(_ samples: [any PadSampleSource]) {
    self.samples = samples
    slots = .allocate(capacity: VoicePool.allVoices)
    for index in 0..<VoicePool.allVoices { (slots + index).initialize(to: StreamSlot()) }
    rings = .allocate(capacity: VoicePool.allVoices * StreamTable.capacity)
  }

  deinit {
    slots.deinitialize(count: VoicePool.allVoices)
    slots.deallocate()
    rings.deallocate()
  }

  var table: StreamTable {
    StreamTable(
      slots: UnsafePointer(slots), rings: rings, status: UnsafePointer(status.pointer),
      descriptor: signal.descriptor)
  }
}

extension PadStreams {
  /// A request of the audio thread for a voice.
  package struct Request: Hashable, Sendable {
    fileprivate var value: Int
    /// The first frames of the sample that the voice has in memory.
    package var resident: FrameCount

    /// The index of the sample in `samples`.
    package var sample: Int { (value & ((1 << StreamReader.sampleBits) - 1)) >> 1 }
    /// Whether the sample repeats: its first frame follows the last one.
    package var isLooping: Bool { value & 1 == 1 }
  }

  /// Whether each voice has the frames that it requests, at least half a ring. Any thread.
  package var isFilled: Bool {
    (0..<slotCount).allSatisfy { slot in
      guard let request = request(of: slot) else { return true }
      guard slots[slot].serving.load(ordering: .acquiring) == request.value else { return false }
      let hasEnd = slots[slot].length.load(ordering: .acquiring) != Int.max
      return hasEnd && !request.isLooping || space(in: slot) <= StreamTable.capacity / 2
    }
  }

  package var slotCount: Int { VoicePool.allVoices }

  /// Returns the request of a voice; nil if it requests nothing. The worker's thread, like all functions below.
  package func request(of slot: Int) -> Request? {
    let value = slots[slot].request.load(ordering: .acquiring)
    if value == 0 { return nil }
    return Request(value: value, resident: FrameCount(slots[slot].resident.load(ordering: .relaxed)))
  }

  /// Empties a ring and begins to serve a request, whose first frames are those after the frames in memory.
  package func begin(_ request: Request, in slot: Int) {
    slots[slot].written.store(0, ordering: .relaxed)
    slots[slot].read.store(0, ordering: .relaxed)
    slots[slot].length.store(Int.max, ordering: .relaxed)
    slots[slot].serving.store(request.value, ordering: .releasing)
  }

  /// Returns the frames that fit into a ring.
  package func space(in slot: Int) -> Int {
    let written = slots[slot].written.load(ordering: .relaxed)
    return StreamTable.capacity - (written - slots[slot].read.load(ordering: .acquiring))
  }

  /// Lets a reader write the next frames into a ring, as many as fit without a break.
  ///
  /// - Parameter read: writes frames. - Returns: the number of them.
  package func write(
    to slot: Int, most: Int, _ read: (UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Int
  ) throws(FileError) -> Int {
    let written = slots[slot].written.load(ordering: .relaxed)
    let start = written & (StreamTable.capacity - 1)
    let count = min(most, space(in: slot), StreamTable.capacity - start)
    let ring = rings + slot * StreamTable.capacity
    let made = try read(UnsafeMutableBufferPointer(start: ring + start, count: count))
    slots[slot].written.store(written + made, ordering: .releasing)
    return made
  }

  /// States the length of the whole sample. To be called before frames of a repetition are written.
  package func setLength(_ length: FrameCount, of slot: Int) {
    slots[slot].length.store(length.value, ordering: .releasing)
  }
}

/// Opens a streamed sample. Any thread.
package protocol PadSampleSource: Sendable {
  /// Returns a reader at the first frame.
  func open() throws(FileError) -> any PadSampleReader

  /// Starts what fills the rings of a program that has this sample.
  func startWorker(for streams: PadStreams) -> any PadStreamWorker
}

/// Reads a sample from its beginning. One thread.
package protocol PadSampleReader: AnyObject {
  /// Reads the next frames. Returns the number of frames; 0 at the end, and only there.
  func read(into out: UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Int
}

/// Fills the rings of a program. Any thread.
package protocol PadStreamWorker: AnyObject, Sendable {
  /// Ends the work. The worker keeps the memory of the rings as long as it uses it.
  func stop()
}

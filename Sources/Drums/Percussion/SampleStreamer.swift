import AudioBase
import MixEngine
import SystemBase

/// Fills the rings of a program's streamed samples on a thread of its own. Any thread.
final class SampleStreamer: PadStreamWorker {
  /// Seconds for which the end of a program waits for the thread; a slow disk may keep it longer.
  private static let timeout = 0.5

  private let streams: PadStreams
  private let cancellation = CancelFlag()
  private let thread: WorkerThread

  init(_ streams: PadStreams) {
    self.streams = streams
    let cancellation = cancellation
    // The thread keeps the rings, not the program, which ends the thread when it is released.
    thread = WorkerThread(name: "sample streams") {
      WorkerThread.goFirst()
      var filler = StreamedSampleFiller(streams)
      while !cancellation.isCancelled {
        if !filler.fillNext() { streams.signal.wait(milliseconds: nil) }
      }
    }
  }

  func stop() {
    cancellation.cancel()
    streams.signal.wake()
    _ = thread.join(until: .now.advanced(bySeconds: SampleStreamer.timeout))
  }
}

/// Reads streamed samples into the rings of the voices that request them. One thread.
struct StreamedSampleFiller {
  fileprivate static let chunk = 2048

  private let streams: PadStreams
  private var jobs: [StreamJob?]

  init(_ streams: PadStreams) {
    self.streams = streams
    jobs = Array(repeating: nil, count: streams.slotCount)
  }

  /// Reads the next frames for the ring that has the fewest. Returns false if no ring needs frames.
  mutating func fillNext() -> Bool {
    // Begins what a voice requests, and ends what it no longer requests.
    for slot in jobs.indices {
      let request = streams.request(of: slot)
      if jobs[slot]?.request != request { jobs[slot] = request.map { StreamJob($0, slot, of: streams) } }
    }
    var urgent: StreamJob?
    var mostSpace = StreamedSampleFiller.chunk - 1
    for case let job? in jobs where job.isOpen && job.space > mostSpace {
      (urgent, mostSpace) = (job, job.space)
    }
    urgent?.fill()
    return urgent != nil
  }
}

/// The reading of one sample for one voice, from its first frame without a seek: the frames are those of one in memory.
private final class StreamJob {
  let request: PadStreams.Request
  private let slot: Int
  private let streams: PadStreams
  /// The reader; nil at the end of the sample.
  private var reader: (any PadSampleReader)?
  /// The frames that were read since the sample began or repeated.
  private var position = 0
  /// The frames that are in memory and are still to be discarded.
  private var left: Int

  init(_ request: PadStreams.Request, _ slot: Int, of streams: PadStreams) {
    (self.request, self.slot, self.streams) = (request, slot, streams)
    left = request.resident.value
    streams.begin(request, in: slot)
    open()
    if reader == nil { streams.setLength(FrameCount(left), of: slot) }
  }

  var isOpen: Bool { reader != nil }
  var space: Int { streams.space(in: slot) }

  private func open() { reader = try? streams.samples[request.sample].open() }

  func fill() {
    guard let reader else { return }
    do throws(FileError) {
      if left > 0 { try discard(reader) }
      let made = try streams.write(to: slot, most: StreamedSampleFiller.chunk) {
        (frames) throws(FileError) in try reader.read(into: frames)
      }
      position += made
      if made == 0 { end() }
    } catch {
      // What cannot be read any further ends there.
      end()
    }
  }

  private func discard(_ reader: any PadSampleReader) throws(FileError) {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: StreamedSampleFiller.chunk)
    defer { block.deallocate() }
    while left > 0 {
      let count = try reader.read(
        into: UnsafeMutableBufferPointer(rebasing: block[..<min(left, block.count)]))
      position += count
      left = count == 0 ? 0 : left - count
    }
  }

  /// States the length of the sample, and begins it again if it repeats.
  private func end() {
    streams.setLength(FrameCount(position), of: slot)
    reader = nil
    if request.isLooping && position > 0 { open() }
    position = 0
  }
}

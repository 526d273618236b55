import AudioBase
import MixEngine
import SystemBase

/// The frames of a streamed sample after those in memory. Its rings are filled between two blocks, on the thread of the session.
struct BusyStream: PadSampleSource {
  let frames: [Frame]

  private final class Reader: PadSampleReader {
    private var left: ArraySlice<Frame>

    init(_ frames: [Frame]) { left = frames[...] }

    func read(into out: UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Int {
      let count = min(out.count, left.count)
      for (index, frame) in left.prefix(count).enumerated() { out[index] = frame }
      left = left.dropFirst(count)
      return count
    }
  }

  private final class Worker: PadStreamWorker {
    func stop() {}
  }

  func open() throws(FileError) -> any PadSampleReader { Reader(frames) }

  func startWorker(for streams: PadStreams) -> any PadStreamWorker { Worker() }
}

/// Fills the rings of a program: each voice hears its sample once, after the frames in memory.
struct BusyFiller {
  private var readers: [Int: (request: PadStreams.Request, reader: any PadSampleReader)] = [:]

  mutating func fill(_ streams: PadStreams) {
    for slot in 0..<streams.slotCount {
      guard let request = streams.request(of: slot) else { continue }
      if readers[slot]?.request != request, let reader = try? streams.samples[request.sample].open() {
        streams.begin(request, in: slot)
        readers[slot] = (request, reader)
      }
      guard let reader = readers[slot]?.reader else { continue }
      let made = try? streams.write(to: slot, most: 2048) { (out) throws(FileError) in
        try reader.read(into: out)
      }
      if made == 0 && streams.space(in: slot) > 0 { streams.setLength(FrameCount(12_000), of: slot) }
    }
  }
}

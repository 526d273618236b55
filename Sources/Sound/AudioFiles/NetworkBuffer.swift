import AudioBase
import Synchronization
import SystemBase

/// The decoded frames of a stream between the thread that receives it and the feeder.
final class NetworkBuffer: Sendable {
  /// Seconds that are held at most.
  private static let held = 10.0
  /// Seconds that arrive before the reader starts, and starts again after it has waited.
  private static let start = 2.0
  /// Seconds below which the reader waits.
  private static let least = 0.5

  private struct State {
    var format: StreamFormat?
    /// A ring; empty until the format is known.
    var samples: [Float] = []
    /// The number of frames that were written and read.
    var written = 0
    var read = 0
    /// Whether the reader waits for more frames.
    var isFilling = true
    var isCancelled = false
    var isClosed = false
    var endedEarly = false
    /// Whether the writer can continue at another frame.
    var isSeekable = false
    /// The frame of the file at which the writer has to continue; nil if it may go on.
    var target: Int?
    /// The reason why the stream has ended; nil at its end.
    var failure: FileError?
    /// The events, with the frame from which on they apply.
    var events: [(frame: Int, event: StreamEvent)] = []

    var capacity: Int { format.map { samples.count / $0.channels } ?? 0 }

    func frames(_ seconds: Double) -> Int {
      format.map { Int(seconds * Double($0.sampleRate.hertz)) } ?? .max
    }
  }

  private let state = Mutex(State())
  private let room = WakeSignal()
  private let watch: NetworkWatch
  private let onChange: @Sendable () -> Void

  /// Creates a buffer. `watch`: limits what the writer waits for.
  init(_ watch: NetworkWatch, onChange: @escaping @Sendable () -> Void) {
    (self.watch, self.onChange) = (watch, onChange)
  }
}

// MARK: - The reader

extension NetworkBuffer {
  var format: StreamFormat {
    state.withLock { $0.format } ?? StreamFormat(sampleRate: .standard, channels: 2, length: nil)
  }

  var readiness: StreamReadiness {
    state.withLock { state in
      if let failure = state.failure, state.format == nil { return .failed(failure) }
      if state.isClosed { return .ready }
      let count = state.written - state.read
      if state.isFilling {
        if count >= state.frames(NetworkBuffer.start) { state.isFilling = false }
      } else if count < state.frames(NetworkBuffer.least) {
        state.isFilling = true
      }
      return state.isFilling ? .waiting : .ready
    }
  }

  func nextEvent() -> StreamEvent? {
    state.withLock { state in
      guard let first = state.events.first, first.frame <= state.read else { return nil }
      return state.events.removeFirst().event
    }
  }

  var endedEarly: Bool { state.withLock { $0.endedEarly } }

  /// Drops what has arrived, and makes the writer continue at a frame as soon as it does not wait for the network any more.
  /// Does nothing to a stream.
  func seek(to frame: Int) {
    state.withLock { state in
      guard state.isSeekable else { return }
      (state.written, state.read, state.isFilling) = (0, 0, true)
      (state.isClosed, state.endedEarly, state.failure) = (false, false, nil)
      state.events = state.events.map { (0, $0.event) }
      state.target = max(frame, 0)
      watch.skip(true)
    }
    room.wake()
  }

  /// Reads frames. Returns the number of frames; 0 at the end.
  func read(into target: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let (count, failure) = state.withLock { state -> (Int, FileError?) in
      guard let channels = state.format?.channels, state.capacity > 0 else { return (0, state.failure) }
      let count = min(target.count / channels, state.written - state.read)
      for index in 0..<count * channels {
        target[index] = state.samples[(state.read * channels + index) % state.samples.count]
      }
      state.read += count
      return (count, count == 0 ? state.failure : nil)
    }
    if let failure { throw failure }
    room.wake()
    return count
  }

  /// Ends the writer, which may wait for room.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    room.wake()
  }
}

// MARK: - The writer

extension NetworkBuffer {
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether the writer must not wait for the network any longer.
  var isInterrupted: Bool { state.withLock { $0.isCancelled || $0.target != nil } }

  /// Returns the frame at which the writer has to continue, and lets it wait for the network again; nil for none.
  func takeTarget() -> Int? {
    state.withLock { state in
      guard let target = state.target else { return nil }
      state.target = nil
      watch.skip(false)
      return target
    }
  }

  /// Waits for the next target. Returns nil if the stream was cancelled.
  func waitForTarget() -> Int? {
    while !isCancelled {
      if let target = takeTarget() { return target }
      room.wait(milliseconds: nil)
    }
    return nil
  }

  /// Sets the format before the first frames. Returns whether the format is the first one or has not changed.
  func accept(_ format: StreamFormat, isSeekable: Bool = false) -> Bool {
    state.withLock { state in
      state.isSeekable = isSeekable
      if let known = state.format {
        return known.sampleRate == format.sampleRate && known.channels == format.channels
      }
      state.format = format
      state.samples = [Float](repeating: 0, count: state.frames(NetworkBuffer.held) * format.channels)
      return true
    }
  }

  /// Appends interleaved frames; waits for room. Returns false if the stream was cancelled or has to continue elsewhere.
  func write(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    var done = 0
    while done < samples.count {
      let (written, isCancelled) = state.withLock { state -> (Int, Bool) in
        guard !state.isCancelled, state.target == nil, let channels = state.format?.channels else {
          return (0, true)
        }
        let free = (state.capacity - (state.written - state.read)) * channels
        let count = min(free, samples.count - done)
        for index in 0..<count {
          state.samples[(state.written * channels + index) % state.samples.count] = samples[done + index]
        }
        state.written += count / channels
        return (count, false)
      }
      if isCancelled { return false }
      done += written
      if written > 0 { onChange() } else { room.wait(milliseconds: nil) }
    }
    return true
  }

  /// Adds an event that applies from the next written frame on, or at once.
  func add(_ event: StreamEvent, atOnce: Bool = false) {
    state.withLock { state in
      let frame = atOnce ? state.read : state.written
      let index = state.events.firstIndex { $0.frame > frame } ?? state.events.count
      state.events.insert((frame, event), at: index)
    }
    onChange()
  }

  /// Ends the stream after the frames that were written, unless the writer has to continue elsewhere.
  func close(_ failure: FileError?, endedEarly: Bool = false) {
    state.withLock { state in
      if state.target != nil { return }
      state.isClosed = true
      state.failure = failure
      state.endedEarly = endedEarly
    }
    onChange()
  }

  /// Waits between two attempts. Returns false if the stream was cancelled or has to continue elsewhere.
  func pause(seconds: Double) -> Bool {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while !isInterrupted {
      let left = end.seconds(since: .now)
      if left <= 0 { return true }
      room.wait(milliseconds: Int32(left * 1_000) + 1)
    }
    return false
  }
}

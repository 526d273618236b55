import AudioBase
import Synchronization
import SystemBase

/// Writes what an input captures to a sound file, on a thread of its own.
///
/// Four times a second the thread writes what was captured; once a second it updates the header, so that a program that
/// is killed loses a second at most. If the device is lost, the file keeps what was captured; the thread tries to open
/// the device again each second and continues in the same file.
package final class InputRecorder: Sendable {
  package enum Event: Sendable {
    /// The disk was too slow: this much is missing, and silent in the file.
    case gap(FrameCount)
    /// The device is lost, or captures nothing for a while. It is waited for.
    case interrupted(DeviceError?)
    /// The device captures again.
    case resumed
    /// The file cannot be written. It keeps what was written before.
    case failed(FileError)
    /// The recording has reached its length.
    case ended
  }

  /// The file and the length of a recording.
  package struct Plan: Sendable {
    package var rate: SampleRate
    /// 1 or 2; the writer expects stereo frames in both cases.
    package var channels: Int
    /// The length after which the recording ends; nil if only `stop` ends it.
    package var length: FrameCount?

    package init(rate: SampleRate, channels: Int, length: FrameCount? = nil) {
      (self.rate, self.channels, self.length) = (rate, channels, length)
    }
  }

  private static let capacity = FrameCount(1 << 18)
  private static let interval: Int32 = 250

  private let plan: Plan
  private let opening: any InputOpening
  private let converters: any RateConverterMaking
  private let report: @Sendable (Event) -> Void
  private let buffer = CaptureBuffer(capacity: InputRecorder.capacity)
  private let queue = DeviceEventQueue()
  private let stopping = Atomic<Bool>(false)
  private let written = Atomic<Int>(0)
  private let thread = Mutex<WorkerThread?>(nil)
  /// The device that is captured first; nil when it was started.
  private let first: Mutex<OpenedInput?>

  /// Starts to record. `opening` opens the device again if it is lost, and `open` the file. All functions are called on
  /// the recorder's thread, which starts the device.
  package init(
    _ device: consuming OpenedInput, _ plan: Plan, opening: any InputOpening,
    converters: any RateConverterMaking, open: @escaping OutputRecorder.Opening,
    report: @escaping @Sendable (Event) -> Void
  ) {
    (self.plan, self.opening, self.converters, self.report) = (plan, opening, converters, report)
    first = Mutex(device)
    let worker = WorkerThread(name: "input") { [self] in run(open) }
    thread.withLock { $0 = worker }
  }

  /// The length of what was written.
  package var length: FrameCount { FrameCount(written.load(ordering: .relaxed)) }

  /// Returns the peaks since the last call. One thread.
  package func takeLevels() -> InputLevels { buffer.takeLevels() }

  /// Ends the recording and waits until the file is closed. Any thread but the recorder's.
  package func stop() {
    stopping.store(true, ordering: .releasing)
    queue.signal.wake()
    thread.withLock { $0.take() }?.join()
  }

  // MARK: The recorder's thread

  private func run(_ open: OutputRecorder.Opening) {
    do throws(FileError) {
      let writer = try open()
      do throws(FileError) {
        try record(to: writer)
      } catch {
        // The file keeps what was written: this completes its header as far as the disk allows.
        try? writer.close()
        throw error
      }
      try writer.close()
      if let limit = plan.length, length >= limit { report(.ended) }
    } catch {
      report(.failed(error))
    }
  }

  private func record(to writer: any AudioFileWriter) throws(FileError) {
    guard let first = first.withLock({ $0.take() }) else { return }
    var loop = DeviceLoop<any InputDevice>(queue) { $0.stop() }
    defer { loop.end() }
    var file = ConvertedFile(
      writer, try converters.makeConverter(from: first.format.sampleRate, to: plan.rate))
    loop.device = first.start(buffer.receive, events: loop.makeReceiver())
    var header = 0
    while true {
      let isLast = stopping.load(ordering: .acquiring)
      if isLast { loop.end() }
      try drain(to: &file)
      if isLast || plan.length.map({ length >= $0 }) == true { break }
      if length.value - header >= plan.rate.hertz {
        writer.updateHeader()
        header = length.value
      }
      switch loop.next(atMost: InputRecorder.interval) {
      case .device(.interrupted): report(.interrupted(nil))
      case .device(.resumed): report(.resumed)
      case .device(.failed(let error)):
        loop.tryLater()
        report(.interrupted(error))
      case .isDue: try reopen(&loop, &file)
      case .device, nil: break
      }
    }
    try count(file.finish(limit: room))
  }

  private func reopen(
    _ loop: inout DeviceLoop<any InputDevice>, _ file: inout ConvertedFile
  ) throws(FileError) {
    let device: OpenedInput
    do throws(DeviceError) {
      device = try opening.open(rate: plan.rate, channels: plan.channels)
    } catch {
      return loop.tryLater()
    }
    try count(
      file.change(try converters.makeConverter(from: device.format.sampleRate, to: plan.rate), limit: room))
    loop.device = device.start(buffer.receive, events: loop.makeReceiver())
    report(.resumed)
  }

  private func drain(to file: inout ConvertedFile) throws(FileError) {
    var target = file
    defer { file = target }
    try buffer.read { (frames, block) throws(FileError) in
      if let lost = block?.lost, lost > 0 {
        try count(target.writeSilence(lost, limit: room))
        report(.gap(FrameCount(lost)))
      }
      try count(target.write(frames, limit: room))
    }
  }

  /// The frames that may still be written.
  private var room: Int { plan.length.map { max($0.value - length.value, 0) } ?? .max }

  private func count(_ frames: Int) { written.add(frames, ordering: .relaxed) }
}

/// A file and the converter from the rate of the device to that of the file. Each function returns the number of frames
/// that it has written, at most the limit.
private struct ConvertedFile {
  private static let part = 4_096

  private let writer: any AudioFileWriter
  private var converter: any RateConverting
  private var output = [Frame](repeating: .zero, count: ConvertedFile.part)

  init(_ writer: any AudioFileWriter, _ converter: any RateConverting) {
    (self.writer, self.converter) = (writer, converter)
  }

  mutating func write(_ frames: UnsafeBufferPointer<Frame>, limit: Int) throws(FileError) -> Int {
    var (rest, written) = (frames, 0)
    while !rest.isEmpty {
      let (taken, made) = output.withUnsafeMutableBufferPointer { converter.convert(rest, into: $0) }
      written += try writeOutput(made, limit: limit - written)
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst(taken))
      if taken == 0 && made == 0 { break }
    }
    return written
  }

  mutating func writeSilence(_ count: Int, limit: Int) throws(FileError) -> Int {
    let silence = [Frame](repeating: .zero, count: min(count, ConvertedFile.part))
    var (rest, written) = (count, 0)
    while rest > 0 && written < limit {
      let size = min(rest, silence.count)
      let room = limit - written
      written += try silence.withUnsafeBufferPointer { (frames) throws(FileError) in
        try write(UnsafeBufferPointer(rebasing: frames[..<size]), limit: room)
      }
      rest -= size
    }
    return written
  }

  /// Writes what the converter holds.
  mutating func finish(limit: Int) throws(FileError) -> Int {
    var written = 0
    while true {
      let made = output.withUnsafeMutableBufferPointer {
        converter.convert(UnsafeBufferPointer(start: nil, count: 0), into: $0).made
      }
      if made == 0 { return written }
      written += try writeOutput(made, limit: limit - written)
    }
  }

  /// Continues with another converter.
  mutating func change(_ next: any RateConverting, limit: Int) throws(FileError) -> Int {
    let written = try finish(limit: limit)
    converter = next
    return written
  }

  private func writeOutput(_ count: Int, limit: Int) throws(FileError) -> Int {
    let count = min(count, max(limit, 0))
    if count == 0 { return 0 }
    try output.withUnsafeBufferPointer { (frames) throws(FileError) in
      try writer.write(UnsafeBufferPointer(rebasing: frames[..<count]))
    }
    return count
  }
}

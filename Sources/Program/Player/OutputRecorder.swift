import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Writes the output of the engine to a sound file while the player plays, on a thread of its own.
///
/// The audio thread copies the output into a ring of 2.7 s at 48 kHz. Four times a second the thread writes what the
/// ring holds; once a second it updates the header, so that a program that is killed loses a second at most.
package final class OutputRecorder: Sendable {
  package enum Event: Sendable {
    /// The disk was too slow: this much of the output is missing, and silent in the file.
    case gap(FrameCount)
    /// The file cannot be written. It keeps what was written before.
    case failed(FileError, kept: FrameCount)
    /// The recording was ended, and its file is closed.
    case ended(FrameCount)
  }

  /// Opens the file. Called on the recorder's thread.
  package typealias Opening = @Sendable () throws(FileError) -> any AudioFileWriter

  private static let capacity = FrameCount(1 << 17)
  private static let interval: Int32 = 250

  private let control: EngineControl
  private let unit = RecordUnit(capacity: OutputRecorder.capacity)
  private let stopping = Atomic<Bool>(false)
  private let signal = WakeSignal()
  private let written = Atomic<Int>(0)
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts to record. `report` is called on the recorder's thread.
  package init(
    _ control: EngineControl, open: @escaping Opening, report: @escaping @Sendable (Event) -> Void
  ) {
    self.control = control
    let worker = WorkerThread(name: "recorder") { [self] in run(open, report) }
    thread.withLock { $0 = worker }
    control.record(to: unit)
  }

  /// The length of what was written. A kill leaves all of it but the last second.
  package var length: FrameCount { FrameCount(written.load(ordering: .relaxed)) }

  /// Ends the recording. What the ring still holds is written on the recorder's thread. The returned function waits until
  /// the file is closed; any thread but the recorder's.
  @discardableResult
  package func stop() -> @Sendable () -> Void {
    endCopying()
    signal.wake()
    let worker = thread.withLock { $0 }
    return { worker?.join() }
  }

  /// Ends the copying of the output, unless it has ended: another recorder may copy it since.
  private func endCopying() {
    if !stopping.exchange(true, ordering: .acquiringAndReleasing) { control.record(to: nil) }
  }

  // MARK: The recorder's thread

  private func run(_ open: Opening, _ report: (Event) -> Void) {
    do throws(FileError) {
      let writer = try open()
      do throws(FileError) {
        try record(to: writer, report)
      } catch {
        // The file keeps what was written: this completes its header as far as the disk allows.
        try? writer.close()
        throw error
      }
      try writer.close()
      report(.ended(length))
    } catch {
      endCopying()
      report(.failed(error, kept: length))
    }
  }

  private func record(to writer: any AudioFileWriter, _ report: (Event) -> Void) throws(FileError) {
    var (total, header) = (0, 0)
    while true {
      let isLast = stopping.load(ordering: .acquiring)
      try writeArrived(to: writer, &total, &header, report)
      if isLast { return }
      signal.wait(milliseconds: OutputRecorder.interval)
    }
  }

  /// Writes what the ring holds, and states the length after the header, which lacks less than a second of it.
  private func writeArrived(
    to writer: any AudioFileWriter, _ total: inout Int, _ header: inout Int, _ report: (Event) -> Void
  ) throws(FileError) {
    defer { written.store(total, ordering: .relaxed) }
    let lost = try unit.read { (frames) throws(FileError) in
      try writer.write(frames)
      total += frames.count
    }
    if lost > .zero {
      try writer.writeSilence(lost.value)
      total += lost.value
      report(.gap(lost))
    }
    if total - header >= control.sampleRate.hertz {
      writer.updateHeader()
      header = total
    }
  }
}

import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Measures the loudness of the output on a thread of its own, while it is shown. Any thread.
package final class LiveLoudness: @unchecked Sendable {
  package struct Reading: Hashable, Sendable {
    /// The loudness of the last 3 s in LUFS; nil below −70 LUFS.
    package var shortTerm: Double?
    /// The loudness since `reset` in LUFS, of what was measured; nil below −70 LUFS.
    package var integrated: Double?

    package init(shortTerm: Double? = nil, integrated: Double? = nil) {
      (self.shortTerm, self.integrated) = (shortTerm, integrated)
    }
  }

  private struct State {
    var reading = Reading()
    /// The time until which it is measured; nil if it is not.
    var deadline: HostTime?
    var isReset = false
    /// The reason why it cannot be measured.
    var problem: FileError?
  }

  /// Seconds between two measurements.
  private static let interval = 0.1

  private let engine: EngineControl
  private let make: LiveLoudnessMeterMaker
  private let worker = SerialWorker(name: "loudness")
  private let state = Mutex(State())
  /// Only the worker uses these.
  private var meter: (any LiveLoudnessMeasuring)?
  private var position: Int?

  package init(_ engine: EngineControl, _ make: @escaping LiveLoudnessMeterMaker) {
    (self.engine, self.make) = (engine, make)
  }

  package var reading: Reading { state.withLock(\.reading) }

  /// The reason why the loudness cannot be measured; nil if it can.
  package var problem: FileError? { state.withLock(\.problem) }

  /// Restarts the measurement of the loudness.
  package func reset() {
    state.withLock { state in
      state.reading = Reading()
      state.isReset = true
    }
  }

  /// Measures the loudness until a number of seconds from now.
  package func follow(seconds: Double, now: HostTime = .now) {
    let begins = state.withLock { state in
      if state.problem != nil { return false }
      let begins = state.deadline == nil
      if begins { engine.followMix(true, for: .loudness) }
      state.deadline = max(state.deadline ?? now, now.advanced(bySeconds: seconds))
      return begins
    }
    if begins { worker.run { [weak self] in self?.begin() } }
  }

  /// Waits until the worker has nothing to do. For tests of a loudness that is not measured.
  func waitUntilIdle() { worker.stop() }

  /// Measures at once what was heard. For tests, while nothing is followed.
  func measureNow() { try? measure() }

  private func begin() {
    position = nil
    step()
  }

  private func step() {
    do throws(FileError) { try measure() } catch {
      state.withLock { state in
        (state.problem, state.deadline) = (error, nil)
        engine.followMix(false, for: .loudness)
      }
      return
    }
    let goesOn = state.withLock { state in
      if let deadline = state.deadline, deadline > .now { return true }
      state.deadline = nil
      engine.followMix(false, for: .loudness)
      return false
    }
    if goesOn { worker.run(afterSeconds: LiveLoudness.interval) { [weak self] in self?.step() } }
  }

  /// Measures what was heard since the last call.
  private func measure() throws(FileError) {
    let isReset = state.withLock { state in
      defer { state.isReset = false }
      return state.isReset
    }
    if isReset { meter = nil }
    let meter: any LiveLoudnessMeasuring
    if let former = self.meter { meter = former } else { meter = try make(engine.sampleRate) }
    self.meter = meter
    let frames = engine.nextMix(after: &position)
    if frames.isEmpty { return }
    try frames.withUnsafeBufferPointer { (frames) throws(FileError) in
      try meter.add(UnsafeRawBufferPointer(frames).assumingMemoryBound(to: Float.self))
    }
    let reading = Reading(shortTerm: try meter.shortTerm, integrated: try meter.loudness)
    state.withLock { state in if !state.isReset { state.reading = reading } }
  }
}

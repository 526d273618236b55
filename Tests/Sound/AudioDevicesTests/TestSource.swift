import AudioBase
import Synchronization
import SystemBase
import TestSupport

/// A render source whose frames count up. It records the size of each block.
///
/// It must outlive the device's thread.
final class TestSource: Sendable {
  struct Block: Sendable {
    var time: BlockTime
    var asked: HostTime { time.asked }
    /// When it was rendered.
    var rendered: HostTime
    var frames: Int
  }

  private let blocks = Mutex<[Block]>([])
  private let frames = Atomic<Int>(0)
  private let delivery = ConditionVariable()
  private let restsAfter: Int?
  private let rests = Atomic<Int>(0)
  private let idleSignal = IdleSignal()
  private let hasHit = Atomic<Bool>(false)
  private let prepared = Atomic<Int>(0)
  private let nap = ConditionVariable()
  // Used on the device's thread.
  nonisolated(unsafe) private var preparedSince = 0

  /// - Parameter restsAfter: the frames after which its device may rest, counted again after each rest.
  init(restsAfter: Int? = nil) { self.restsAfter = restsAfter }

  var source: RenderSource {
    RenderSource(
      context: Unmanaged.passUnretained(self).toOpaque(),
      render: { context, frames, count, asked, delay, isRestart in
        let source = Unmanaged<TestSource>.fromOpaque(context).takeUnretainedValue()
        source.render(
          UnsafeMutableBufferPointer(start: frames.assumingMemoryBound(to: Frame.self), count: count),
          time: BlockTime(asked: HostTime(nanoseconds: asked), delay: delay, isRestart: isRestart))
      },
      afterRender: { context in
        Unmanaged<TestSource>.fromOpaque(context).takeUnretainedValue().delivery.tell()
      },
      rest: (
        begin: { Unmanaged<TestSource>.fromOpaque($0).takeUnretainedValue().beginRest() },
        sleep: { Unmanaged<TestSource>.fromOpaque($0).takeUnretainedValue().rest(until: $1) },
        awaitHit: {
          Unmanaged<TestSource>.fromOpaque($0).takeUnretainedValue()
            .awaitHit(until: HostTime(nanoseconds: $1))
        },
        setRequestSize: { Unmanaged<TestSource>.fromOpaque($0).takeUnretainedValue().setRequestSize($1) }
      ))
  }

  // MARK: Rest

  private func beginRest() -> Bool {
    guard let restsAfter, rendered >= restsAfter * (rests.load(ordering: .relaxed) + 1) else { return false }
    return idleSignal.sleeper.beginRest { false }
  }

  private func rest(until interruption: Int32) {
    rests.add(1, ordering: .releasing)
    nap.tell()
    idleSignal.sleeper.rest(until: interruption)
  }

  /// Waits until the device rests for the n-th time. Returns false where it does not.
  func waitForRest(_ n: Int) -> Bool { nap.wait { rests.load(ordering: .acquiring) >= n } }

  func wake() { idleSignal.waker.wake() }

  /// Lets a hit wait until the device has noticed it.
  func strike() {
    hasHit.store(true, ordering: .relaxed)
    wake()
  }

  private func awaitHit(until time: HostTime) -> Bool {
    if idleSignal.sleeper.beginRest(unless: { hasHit.load(ordering: .relaxed) }) {
      idleSignal.sleeper.rest(until: time)
    }
    return hasHit.exchange(false, ordering: .relaxed)
  }

  /// Needs a block to prepare for more frames at once than before.
  private func setRequestSize(_ frames: Int) -> Bool {
    if frames > preparedFrames { preparedSince = rendered }
    prepared.store(frames, ordering: .relaxed)
    return rendered > preparedSince
  }

  private func render(_ block: UnsafeMutableBufferPointer<Frame>, time: BlockTime) {
    let start = rendered
    for index in block.indices { block[index] = Self.frame(start + index) }
    blocks.withLock { $0.append(Block(time: time, rendered: .now, frames: block.count)) }
    frames.add(block.count, ordering: .releasing)
  }

  /// The frame rendered at a place; it comes again after 2^20 frames.
  static func frame(_ place: Int) -> Frame {
    let value = Float(place % (1 << 20) + 1) / Float(1 << 20)
    return Frame(value, -value)
  }

  static func place(_ frame: Frame) -> Int { Int(frame.x * Float(1 << 20)) - 1 }

  /// The time of the block that begins with a frame; nil if none does. All blocks have the length of the first.
  func time(ofBlockAt frame: Int) -> BlockTime? {
    blocks.withLock { blocks in
      guard let length = blocks.first?.frames, frame >= 0, frame % length == 0, frame / length < blocks.count
      else { return nil }
      return blocks[frame / length].time
    }
  }

  /// How many frames the device requests at once, as it has announced.
  var preparedFrames: Int { prepared.load(ordering: .relaxed) }
  /// How many frames were asked for.
  var rendered: Int { frames.load(ordering: .acquiring) }
  var all: [Block] { blocks.withLock { $0 } }

  /// Whether the device requests a second of sound in no less than this time. A server that a busy machine has delayed
  /// catches up at once: other seconds are tried then.
  func isPaced(seconds least: Double) -> Bool {
    (1...20).contains { _ in
      let start = HostTime.now
      return wait(forFrames: rendered + 48_000) && HostTime.now.seconds(since: start) > least
    }
  }

  /// Waits until a number of frames was rendered. Returns false if they were not.
  func wait(forFrames frames: Int) -> Bool { delivery.wait { rendered >= frames } }
}

/// The reports of a device.
final class DeviceLog: Sendable {
  private struct Told {
    var xruns = 0
    var errors: [DeviceError] = []
    /// True where one began, false where it ended.
    var interruptions: [Bool] = []
    var reasons: [InterruptionReason] = []
    var changes: [RouteChange] = []
    var receivers: [OutputReceiver] = []
    /// The buffers in the formats after each change of the state.
    var buffers: [FrameCount] = []
  }

  private let told = Mutex(Told())
  private let news = ConditionVariable()

  var xruns: Int { told.withLock { $0.xruns } }
  var errors: [DeviceError] { told.withLock { $0.errors } }
  var interruptions: [Bool] { told.withLock { $0.interruptions } }
  var reasons: [InterruptionReason] { told.withLock { $0.reasons } }
  var changes: [RouteChange] { told.withLock { $0.changes } }
  /// Who received the sound after each report that this has changed.
  var receivers: [OutputReceiver] { told.withLock { $0.receivers } }
  /// The buffers after each change of the state.
  var buffers: [FrameCount] { told.withLock { $0.buffers } }

  func receive(_ event: DeviceEvent) {
    told.withLock { told in
      switch event {
      case .xrun: told.xruns += 1
      case .interrupted(let reason):
        told.interruptions.append(true)
        told.reasons.append(reason)
      case .resumed: told.interruptions.append(false)
      case .failed(let error): told.errors.append(error)
      case .routeChanged(let change): told.changes.append(change)
      case .stateChanged(let receiver, let format):
        told.receivers.append(receiver)
        told.buffers.append(format.buffer)
      }
    }
    news.tell()
  }

  /// Waits for a failure. Returns nil if there is none.
  func waitForFailure() -> DeviceError? {
    _ = news.wait { !errors.isEmpty }
    return errors.first
  }

  /// Waits until a number of interruptions has begun or ended. Returns nil if they have not.
  func waitForInterruptions(_ count: Int) -> [Bool]? {
    news.wait { interruptions.count >= count } ? interruptions : nil
  }

  /// Waits until the route has changed a number of times. Returns nil if it has not.
  func waitForChanges(_ count: Int) -> [RouteChange]? {
    news.wait { changes.count >= count } ? changes : nil
  }

  /// Waits until the state has changed a number of times. Returns the buffers after each change; nil if it has not.
  func waitForStates(_ count: Int) -> [FrameCount]? {
    news.wait { buffers.count >= count } ? buffers : nil
  }

  /// Waits for an xrun. Returns false if there is none.
  func waitForXrun() -> Bool { news.wait { xruns > 0 } }
}

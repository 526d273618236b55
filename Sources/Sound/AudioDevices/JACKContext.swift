import AudioBase
import CJACK
import CSystem
import Synchronization
import SystemBase

/// The state that the threads of the server use, behind one pointer.
struct JACKContext: ~Copyable {
  /// The largest period of JACK 2 (BUFFER_SIZE_MAX).
  private static let largest = 8192

  let connection: JACKConnection
  let ports: JACKOutputPorts
  let period: Atomic<Int>
  /// Set before the server's threads run, and not changed while they do.
  var source: RenderSource?
  var report: DeviceReport?
  /// Whether the next block restarts the timeline.
  private let isRestart = Atomic<Bool>(true)
  private let block: UnsafeMutablePointer<Frame>
  let loops: UnsafeMutablePointer<JACKLoopSlot>
  /// What pads and instrument play, with each block; nil if it is not sent.
  private let notes: MessageOutput?
  let transport = PinnedValue(JACKTransportObserver())
  /// The number of requests to the transport that were made.
  let transportRequests = Atomic<Int>(0)
  /// The descriptor of the signal that is woken by changes of the transport; nil if it is not followed.
  private let transportSignal: Int32?
  /// The ports of the loops that are registered, for their latencies.
  let loopPorts = Mutex<[JACKLoopPorts]>([])
  /// The number of cycles that have begun.
  let cycles = Atomic<Int>(0)
  let rate: SampleRate

  init(_ connection: consuming JACKConnection, _ ports: JACKOutputPorts, _ services: JACKServices) {
    notes = services.notes
    transportSignal = services.transport?.signal.descriptor
    rate = connection.sampleRate
    period = Atomic(connection.period.value)
    self.connection = connection
    self.ports = ports
    block = .allocate(capacity: JACKContext.largest)
    block.initialize(repeating: .zero, count: JACKContext.largest)
    loops = .allocate(capacity: JACKLoopSlot.count)
    for index in 0..<JACKLoopSlot.count { (loops + index).initialize(to: JACKLoopSlot()) }
  }

  deinit {
    block.deallocate()
    loops.deinitialize(count: JACKLoopSlot.count)
    loops.deallocate()
  }

  /// Sets the functions that the server calls with a context, which must outlive the connection.
  static func setCallbacks(_ context: UnsafeMutablePointer<JACKContext>) throws(DeviceError) {
    let client = context.pointee.connection.client
    let results: KeyValuePairs = [
      "jack_set_thread_init_callback": drumdub_jack_set_thread_init_callback(
        client,
        { _ in
          drumdub_flush_denormals()
          drumdub_signal_stack()
        }, context),
      "jack_set_process_callback": drumdub_jack_set_process_callback(
        client,
        { frames, raw in
          JACKContext.at(raw)?.pointee.render(Int(frames))
          return 0
        }, context),
      "jack_set_buffer_size_callback": drumdub_jack_set_buffer_size_callback(
        client,
        { frames, raw in
          guard let context = JACKContext.at(raw) else { return 0 }
          context.pointee.period.store(Int(frames), ordering: .relaxed)
          context.pointee.isRestart.store(true, ordering: .relaxed)
          return 0
        }, context),
      "jack_set_sample_rate_callback": drumdub_jack_set_sample_rate_callback(
        client,
        { hertz, raw in
          guard let context = JACKContext.at(raw), Int(hertz) != context.pointee.rate.hertz else { return 0 }
          context.pointee.connection.loss.report("the server's rate is \(hertz) Hz now")
          return 0
        }, context),
      "jack_set_xrun_callback": drumdub_jack_set_xrun_callback(
        client,
        { raw in
          guard let context = JACKContext.at(raw) else { return 0 }
          context.pointee.isRestart.store(true, ordering: .relaxed)
          context.pointee.report?(.xrun)
          return 0
        }, context),
      "jack_set_latency_callback": drumdub_jack_set_latency_callback(
        client,
        { mode, raw in
          guard let context = JACKContext.at(raw), let mode = JACKLatencyMode(rawValue: mode) else { return }
          context.pointee.setLatencies(mode)
        }, context),
    ]
    if let report = context.pointee.report {
      context.pointee.connection.loss.onReport {
        report(.failed(DeviceError(.lost, "jack", detail: $0)))
      }
    }
    for (call, result) in results { try context.pointee.connection.checked(result, call) }
  }

  private static func at(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JACKContext>? {
    raw?.assumingMemoryBound(to: JACKContext.self)
  }

  /// Sets the latencies of all ports. A thread of libjack.
  private func setLatencies(_ mode: JACKLatencyMode) {
    if mode == .capture { ports.setCaptureLatency() }
    let speakers = ports.speakerLatencies
    loopPorts.withLock { loops in
      for loop in loops { loop.setLatencies(mode, speakers: speakers) }
    }
  }

  /// Renders a period. The server's real-time thread.
  private func render(_ count: Int) {
    guard let source, count <= JACKContext.largest else { return }
    cycles.add(1, ordering: .releasing)
    for index in 0..<JACKLoopSlot.count { loops[index].beginBlock(count) }
    let start = connection.cycleStart(at: rate)
    if let transportSignal {
      let state = connection.transport
      let requests = transportRequests.load(ordering: .acquiring)
      if transport.pointee.observe(state, count: count, requests: requests, at: start) {
        WakeSignal.wake(transportSignal)
      }
    }
    let time = BlockTime(
      asked: start, delay: ports.latency,
      isRestart: isRestart.exchange(false, ordering: .relaxed))
    source.render(into: UnsafeMutableBufferPointer(start: block, count: count), at: time)
    ports.write(block, count: count)
    if let notes { ports.write(notes.messages.pointee, count: count) }
    for index in 0..<JACKLoopSlot.count { loops[index].endBlock(count) }
    source.blockWasDelivered()
  }
}

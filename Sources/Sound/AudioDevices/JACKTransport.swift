import AudioBase
import CJACK
import Synchronization
import SystemBase

/// The transport of the JACK server, which any program starts, stops and relocates. Any thread.
package final class JACKTransport: Sendable {
  private let requests = Mutex<[SharedTransportRequest]>([])
  let signal = WakeSignal()
  let report: @Sendable (SharedTransportChange) -> Void

  /// Creates a transport without a client. A thread of the device calls `report` with what other programs do.
  package init(report: @escaping @Sendable (SharedTransportChange) -> Void) { self.report = report }

  /// Requests a change. The last ones wait until an output plays through JACK.
  package func request(_ new: SharedTransportRequest) {
    requests.withLock { $0 = ($0 + [new]).suffix(8) }
    signal.wake()
  }

  func takeRequests() -> [SharedTransportRequest] {
    requests.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// The state of the transport in a cycle.
struct JACKTransportReading: BitwiseCopyable {
  var isRolling = false
  var frame = 0
  /// Whether the frame does not follow from the cycle before.
  var isRelocated = false
  var time = HostTime(nanoseconds: 0)
}

/// Notices the changes of the transport. The server's real-time thread.
struct JACKTransportObserver: ~Copyable {
  let changes = RingBuffer<JACKTransportReading>(capacity: 64)
  private var last = JACKTransportReading()
  private var next = 0

  /// Compares a cycle with the one before. Returns whether there is a change to read.
  ///
  /// Before it rolls, the server waits in a state of its own until slow programs are ready.
  mutating func observe(_ state: Int32, frame: Int, count: Int, at time: HostTime) -> Bool {
    let rolls = state == Int32(DRUMDUB_JACK_ROLLING)
    let isRolling = rolls || (state == Int32(DRUMDUB_JACK_STARTING) && last.isRolling)
    let reading = JACKTransportReading(
      isRolling: isRolling, frame: frame, isRelocated: frame != next, time: time)
    next = rolls ? frame + count : frame
    let isChanged = reading.isRelocated || isRolling != last.isRolling
    last = reading
    return isChanged && changes.writer.push(reading)
  }
}

/// Passes requests to the transport of a client, and reports what other programs do.
final class JACKTransportServer: @unchecked Sendable {
  /// The cycles within which the position of a request is reached.
  private static let mostCycles = 8

  private let transport: JACKTransport
  /// Outlives the thread.
  private let context: UnsafeMutablePointer<JACKContext>
  private let changes: RingReader<JACKTransportReading>
  private let thread = DeviceThread()
  // Only the thread uses these.
  private var isRolling = false
  private var position = 0
  /// The position that was requested and is not reached yet.
  private var wantedPosition: Int?
  /// The states that were requested and are not reached yet.
  private var wantedStates: [Bool] = []

  init(_ transport: JACKTransport, _ context: UnsafeMutablePointer<JACKContext>) {
    (self.transport, self.context) = (transport, context)
    changes = context.pointee.transport.pointee.changes.reader
  }

  func start() {
    thread.start("jack-transport", isRealtime: false) { [self] in
      while !thread.isStopping {
        transport.takeRequests().forEach(perform)
        while let reading = changes.pop() { receive(reading) }
        transport.signal.wait(milliseconds: nil)
      }
    }
  }

  func stop() { thread.stop(waking: transport.signal) }

  private func perform(_ request: SharedTransportRequest) {
    let client = context.pointee.connection.client
    if context.pointee.connection.hasEnded { return }
    switch request {
    case .start where !(wantedStates.last ?? isRolling):
      wantedStates.append(true)
      drumdub_jack_transport_start(client)
    case .stop where wantedStates.last ?? isRolling:
      wantedStates.append(false)
      drumdub_jack_transport_stop(client)
    case .start, .stop: break
    case .locate(let seconds):
      let frame = FrameCount(seconds: max(seconds, 0), at: context.pointee.rate).value
      if !isRolling && wantedStates.isEmpty && frame == position && wantedPosition == nil { return }
      wantedPosition = frame
      _ = drumdub_jack_transport_locate(client, UInt32(clamping: frame))
    }
  }

  /// Reports a change, except for what was requested here.
  private func receive(_ reading: JACKTransportReading) {
    let isChange = reading.isRolling != isRolling
    (isRolling, position) = (reading.isRolling, reading.frame)
    let isOwnState = isChange && wantedStates.first == reading.isRolling
    if isOwnState { wantedStates.removeFirst() } else if isChange { wantedStates = [] }
    let isForeignPlace = reading.isRelocated && !isOwn(reading.frame)
    if (isChange && !isOwnState) || isForeignPlace {
      transport.report(
        SharedTransportChange(
          isRolling: isRolling,
          seconds: FrameCount(reading.frame).seconds(at: context.pointee.rate),
          at: reading.time, isRelocated: isForeignPlace))
    }
  }

  /// Returns whether a position was requested here.
  private func isOwn(_ frame: Int) -> Bool {
    guard let wanted = wantedPosition else { return false }
    let longest = JACKTransportServer.mostCycles * context.pointee.period.load(ordering: .relaxed)
    guard (wanted...(wanted + longest)).contains(frame) else { return false }
    wantedPosition = nil
    return true
  }
}
